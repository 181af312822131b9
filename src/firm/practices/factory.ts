import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type practices as contract, PracticeInput } from './contract.ts'
import { practices } from './table.ts'

type Input = z.input<typeof PracticeInput>

/** Returns valid API input for a new practice. */
export const practiceInput = (overrides: Partial<Input> = {}): Input => ({
  key: `practice-${randomBytes(6).toString('hex')}`,
  path: '/business/building',
  title: { ko: '건축물 하자', en: 'Building defects', cn: '建筑缺陷' },
  summary: {
    ko: '하자를 찾고 보수비를 받습니다.',
    en: 'Defects found, repairs paid for.',
    cn: '查明缺陷，争取维修费用。',
  },
  ...overrides,
})

export const buildPractice = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, practices, PracticeInput, practiceInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: practiceInput() }),
}
