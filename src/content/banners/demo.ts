import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records.ts'
import { BannerInput } from './contract.ts'
import { banners } from './table.ts'

type Banner = z.input<typeof BannerInput>

const day = 24 * 3_600_000
const from = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString()

const pictures = (name: string): Banner['pictures'] => [
  { device: 'desktop', locale: 'ko', picture: assetId(`banners/${name}-desktop`) },
  { device: 'mobile', locale: 'ko', picture: assetId(`banners/${name}-mobile`) },
]

/** Three places, two banners each; their periods begin before and end after the time of loading. */
export const demoBanners = (now: Date): Banner[] => [
  {
    code: 'story',
    title: {
      ko: '공종별 담보책임 기간을 한 장으로',
      en: 'Warranty periods by kind of work, on one page',
      cn: '各工种缺陷担保责任期限，一页看清',
    },
    link: '/story/warranty-periods-by-work',
    pictures: pictures('banner-01'),
    position: 1,
  },
  {
    code: 'story',
    title: {
      ko: '우리 단지의 사용검사일부터 확인합니다',
      en: 'It begins with the date of the use inspection',
      cn: '从确认使用检查日开始',
    },
    link: '/business/building',
    pictures: pictures('banner-02'),
    startAt: from(now, -30),
    endAt: from(now, 60),
    position: 2,
  },
  {
    code: 'project',
    title: {
      ko: '지하주차장 누수, 먼저 남길 기록',
      en: 'Leaks in the car park: what to record first',
      cn: '地下车库渗漏，先留下哪些记录',
    },
    link: '/story/basement-leak-three-questions',
    pictures: pictures('banner-03'),
    position: 1,
  },
  {
    code: 'project',
    title: {
      ko: '조합 총회를 앞둔 구역의 서류 점검',
      en: 'Papers to check before the general meeting',
      cn: '组合大会召开前的文件核查',
    },
    link: '/business/renovation',
    pictures: pictures('banner-02'),
    startAt: from(now, 14),
    endAt: from(now, 75),
    position: 2,
  },
  {
    code: 'consult',
    title: {
      ko: '사진 열 장이면 첫 검토를 시작합니다',
      en: 'Ten photographs are enough to begin',
      cn: '十张照片即可开始初步审查',
    },
    link: '/consult',
    pictures: pictures('banner-01'),
    position: 1,
  },
  {
    code: 'consult',
    title: { ko: '여름 장마철 접수 안내', en: 'Reports from the rainy season', cn: '今夏雨季受理通知' },
    link: '/consult',
    pictures: pictures('banner-03'),
    startAt: from(now, -150),
    endAt: from(now, -60),
    position: 2,
    visible: false,
  },
]

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (isDemo) await insertRecords(context, banners, BannerInput, demoBanners(context.now()))
}
