import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type synonyms as contract, SynonymInput } from './contract.ts'
import { searchSynonyms } from './table.ts'

type Input = z.input<typeof SynonymInput>

/** API input of a new synonym group. */
export const synonymInput = (overrides: Partial<Input> = {}): Input => ({
  ko: ['누수', '물이 새다', '물샘'],
  en: ['leak'],
  cn: ['漏水'],
  ...overrides,
})

export const buildSynonym = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, searchSynonyms, SynonymInput, synonymInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: synonymInput() }),
}
