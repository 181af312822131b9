import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type popups as contract, PopupInput } from './contract.ts'
import { popups } from './table.ts'

type Input = z.input<typeof PopupInput>

/** Returns valid API input for a new popup. */
export const popupInput = (overrides: Partial<Input> = {}): Input => ({
  title: { ko: '추석 연휴 상담 안내', en: 'Consultations over Chuseok', cn: '中秋假期咨询安排' },
  body: { ko: '<p>연휴에도 긴급 상담을 받습니다.</p>' },
  ...overrides,
})

export const buildPopup = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, popups, PopupInput, popupInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: popupInput({ link: '/story', paths: ['/', '/story'] }) }),
}
