import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records.ts'
import { PopupInput } from './contract.ts'
import { popups } from './table.ts'

const day = 24 * 3_600_000

/** Midnight in Seoul so many days from now, in UTC. */
const seoulMidnight = (now: Date, days: number) => {
  const seoul = now.getTime() + 9 * 3_600_000
  return new Date(seoul - (seoul % day) - 9 * 3_600_000 + days * day).toISOString()
}

/** Two that run and one that is to come, whenever the demonstration is loaded. */
export const demoPopups = (now: Date): z.input<typeof PopupInput>[] => [
  {
    title: {
      ko: '사전방문 때 살필 곳을 한 장에 모았습니다',
      en: 'What to look at before you move in, on one sheet',
      cn: '交房前验房要点，汇于一页',
    },
    body: {
      ko: '<p>세대 안 42곳, 공용부 18곳. 휴대전화로 사진을 찍으며 채우는 두 쪽짜리 표입니다.</p>',
      en: '<p>42 places in the home, 18 in the common parts: two pages to fill in while you take photographs.</p>',
      cn: '<p>户内42处、共用部分18处。一边用手机拍照，一边填写的两页表格。</p>',
    },
    linkLabel: { ko: '점검표 보기', en: 'See the sheet', cn: '查看检查表' },
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
      ko: '하자 담보책임 설명회 · 인천 분사무소',
      en: 'Evening talk on defect warranties · Incheon branch',
      cn: '缺陷担保责任说明会 · 仁川分所',
    },
    linkLabel: { ko: '자세히', en: 'Details', cn: '详情' },
    link: '/story/incheon-warranty-briefing',
    skin: 'bar',
    startAt: seoulMidnight(now, -3),
    endAt: seoulMidnight(now, 14),
    paths: [],
    position: 2,
  },
  {
    title: { ko: '연말 상담 시간이 바뀝니다', en: 'Opening hours at the end of the year', cn: '年末咨询时间调整' },
    body: {
      ko: '<p>12월 31일은 낮 12시까지만 문을 엽니다. 담보책임 기간이 그날 끝나는 단지는 12월 24일까지 알려 주시면 접수를 먼저 마치겠습니다.</p>',
      en: '<p>On 31 December we close at noon. If your warranty period ends that day, tell us by 24 December and your papers will go first.</p>',
      cn: '<p>12月31日仅营业至中午12时。缺陷担保责任期限于当日届满的小区，请于12月24日前告知，我们将优先办理。</p>',
    },
    linkLabel: { ko: '사무소 전화번호', en: 'Telephone numbers', cn: '办公室电话' },
    link: '/contact/seoul',
    picture: assetId('popups/popup-02'),
    skin: 'modal',
    startAt: seoulMidnight(now, 10),
    endAt: seoulMidnight(now, 41),
    paths: ['/', '/consult'],
    position: 3,
  },
]

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (isDemo) await insertRecords(context, popups, PopupInput, demoPopups(context.now()))
}
