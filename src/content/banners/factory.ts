import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { BannerInput, type banners as contract } from './contract.ts'
import { banners } from './table.ts'

type Input = z.input<typeof BannerInput>

/** Returns valid API input for a new banner. */
export const bannerInput = (overrides: Partial<Input> = {}): Input => ({
  code: 'home-top',
  title: { ko: '가을 설명회', en: 'Autumn briefing' },
  ...overrides,
})

export const buildBanner = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, banners, BannerInput, bannerInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: bannerInput({ link: 'https://example.com/' }) }),
}
