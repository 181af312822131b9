import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type lawyers as contract, LawyerInput } from './contract.ts'
import { lawyers } from './table.ts'

type Input = z.input<typeof LawyerInput>

/** Returns valid API input for a new lawyer. */
export const lawyerInput = (overrides: Partial<Input> = {}): Input => ({
  key: `lawyer-${randomBytes(6).toString('hex')}`,
  title: { ko: '한이담', en: 'Han I-dam', cn: '韩怡潭' },
  titleEn: 'Han I-dam',
  info: { ko: [{ title: '경력', infoDetail: ['대청 공동주택팀', { txt: '하자소송', bold: '120건' }] }] },
  ...overrides,
})

export const buildLawyer = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, lawyers, LawyerInput, lawyerInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: lawyerInput({ comment: { ko: '한 줄' }, practices: ['building'], office: 'seoul' }) }),
}
