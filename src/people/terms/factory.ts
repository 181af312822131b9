import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type terms as contract, TermsInput } from './contract.ts'
import { terms } from './table.ts'

type Input = z.input<typeof TermsInput>

const day = 24 * 3_600_000
let days = 0

/** Returns valid API input for a new version; each starts on another future day. */
export const termsInput = (overrides: Partial<Input> = {}): Input => {
  days += 1
  return {
    code: 'service',
    title: { ko: '이용약관', en: 'Terms of use', cn: '使用条款' },
    body: { ko: '<p>제1조 목적</p>', en: '<p>Article 1</p>', cn: '<p>第一条</p>' },
    effectiveAt: new Date(Date.now() + days * day).toISOString(),
    ...overrides,
  }
}

/** Inserts a version directly, so that it can start in the past too. */
export const buildTerms = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, terms, TermsInput, termsInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: termsInput() }),
}
