import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { PopupInput } from './contract.ts'
import { popups } from './table.ts'

const day = 24 * 3_600_000

/** Returns midnight in Seoul `days` from now, in UTC. */
const seoulMidnight = (now: Date, days: number) => {
  const seoul = now.getTime() + 9 * 3_600_000
  return new Date(seoul - (seoul % day) - 9 * 3_600_000 + days * day).toISOString()
}

/** Returns two running popups and an upcoming one, relative to the time of seeding. */
export const demoPopups = (now: Date): z.input<typeof PopupInput>[] => [
  {
    title: {
      ko: '사전방문 점검표 안내',
      en: 'Pre-move-in inspection checklist',
      cn: '交房前验房检查表',
    },
    body: {
      ko: '<p>세대 내부 42곳, 공용부분 18곳의 점검 항목입니다. 휴대전화로 촬영하며 작성할 수 있습니다.</p>',
      en: '<p>42 checks in your home and 18 in the common areas: two pages to fill in as you take photos.</p>',
      cn: '<p>户内42处、共用部分18处，两页表格，边拍照边填写。</p>',
    },
    linkLabel: { ko: '점검표 보기', en: 'View checklist', cn: '查看检查表' },
    link: '/story/pre-move-in-checklist',
    picture: assetId('popups/popup-01'),
    skin: 'basic',
    startAt: seoulMidnight(now, -7),
    endAt: seoulMidnight(now, 21),
    corner: 'right',
    width: 400,
    position: 1,
  },
  {
    title: {
      ko: '하자담보책임 설명회 · 인천 분사무소',
      en: 'Evening talk on defect liability · Incheon branch',
      cn: '质量保修期说明会 · 仁川分所',
    },
    linkLabel: { ko: '자세히 보기', en: 'Details', cn: '详情' },
    link: '/story/incheon-warranty-briefing',
    skin: 'bar',
    startAt: seoulMidnight(now, -3),
    endAt: seoulMidnight(now, 14),
    paths: [],
    position: 2,
  },
  {
    title: { ko: '연말 업무 시간 안내', en: 'Year-end opening hours', cn: '年末咨询时间调整' },
    body: {
      ko: '<p>12월 31일은 낮 12시까지 업무를 봅니다. 담보책임기간이 12월 31일에 끝나는 단지는 12월 24일까지 신청해 주시면 우선 처리해 드립니다.</p>',
      en: '<p>We close at noon on 31 December. If your defect liability period ends that day, tell us by 24 December and we will file your claim first.</p>',
      cn: '<p>12月31日中午12点下班。质量保修期当日届满的小区，请在12月24日前告知，我们优先办理。</p>',
    },
    linkLabel: { ko: '사무소 전화번호', en: 'Office phone numbers', cn: '办公室电话' },
    link: '/contact/seoul',
    picture: assetId('popups/popup-02'),
    skin: 'modal',
    startAt: seoulMidnight(now, 10),
    endAt: seoulMidnight(now, 41),
    paths: ['/', '/consult'],
    position: 3,
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, popups, PopupInput, demoPopups(context.now()))
}
