import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type faqs as contract, FaqInput } from './contract.ts'
import { faqs } from './table.ts'

type Input = z.input<typeof FaqInput>

/** Returns valid API input for a new question. */
export const faqInput = (overrides: Partial<Input> = {}): Input => ({
  type: 'inquiry',
  question: { ko: '상담 예약은 어떻게 하나요', en: 'How do I book a consultation?' },
  answer: { ko: '<p>상담 신청 페이지에서 접수합니다.</p>' },
  ...overrides,
})

export const buildFaq = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, faqs, FaqInput, faqInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: faqInput() }),
  order: async (context) => {
    await context.database.delete(faqs)
    return { body: { type: 'inquiry', ids: [(await buildFaq(context)).id] } }
  },
}
