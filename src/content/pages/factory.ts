import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type pages as contract, SectionInput } from './contract.ts'
import { sections } from './table.ts'

type Input = z.input<typeof SectionInput>

/** Returns valid API input for a new section. */
export const sectionInput = (overrides: Partial<Input> = {}): Input => ({
  page: 'home',
  kind: 'values',
  title: { ko: '우리가 지키는 것', en: 'What we hold to', cn: '我们的坚守' },
  ...overrides,
})

export const buildSection = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, sections, SectionInput, sectionInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: sectionInput({ items: [{ title: { ko: '카드' }, text: { ko: '글' }, link: '/' }] }) }),
}
