import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { BannerInput } from './contract.ts'
import { banners } from './table.ts'

type Banner = z.input<typeof BannerInput>

const day = 24 * 3_600_000
const from = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString()

const pictures = (name: string): Banner['pictures'] => [
  { device: 'desktop', locale: 'ko', picture: assetId(`banners/${name}-desktop`) },
  { device: 'mobile', locale: 'ko', picture: assetId(`banners/${name}-mobile`) },
]

/** Three placements with two banners each; their periods include the time of seeding. */
export const demoBanners = (now: Date): Banner[] => [
  {
    code: 'story',
    title: {
      ko: '공종별 담보책임기간 안내',
      en: 'Defect liability periods by type of work, on one page',
      cn: '各类工程质量保修期，一页看清',
    },
    link: '/story/warranty-periods-by-work',
    pictures: pictures('banner-01'),
    position: 1,
  },
  {
    code: 'story',
    title: {
      ko: '사용검사일로 청구 기간 확인하기',
      en: 'Start with your use inspection date',
      cn: '先确认小区的竣工验收日',
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
      ko: '지하주차장 누수, 먼저 확보할 기록',
      en: 'Car park leaks: what to record first',
      cn: '地下车库渗漏，先记录什么',
    },
    link: '/story/basement-leak-three-questions',
    pictures: pictures('banner-03'),
    position: 1,
  },
  {
    code: 'project',
    title: {
      ko: '조합 총회 전 서류 점검',
      en: 'Documents to check before your general meeting',
      cn: '社员大会之前的文件检查',
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
      ko: '사진을 보내 주시면 검토를 시작합니다',
      en: 'Ten photos are enough to start',
      cn: '十张照片，即可开始审查',
    },
    link: '/consult',
    pictures: pictures('banner-01'),
    position: 1,
  },
  {
    code: 'consult',
    title: { ko: '장마철 누수 상담 안내', en: 'Rainy season requests', cn: '雨季咨询通知' },
    link: '/consult',
    pictures: pictures('banner-03'),
    startAt: from(now, -150),
    endAt: from(now, -60),
    position: 2,
    visible: false,
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, banners, BannerInput, demoBanners(context.now()))
}
