import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import type { programmes as contract } from './contract.ts'
import { type ProgrammeEntryRow, programmeEntries } from './table.ts'

/** Creates a programme entry. */
export const buildEntry = async (
  context: Context,
  overrides: Partial<ProgrammeEntryRow> = {},
): Promise<ProgrammeEntryRow> => {
  const row: ProgrammeEntryRow = {
    id: context.newId(),
    programme: 'award',
    year: 2025,
    businessNumber: createBusinessNumber(),
    company: '(주)구운결',
    ceo: '서가온',
    category: '생활 도자',
    address: '서울특별시 종로구 가온길 1',
    product: '결 찻잔',
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(programmeEntries).values(row)
  return row
}

export const samples: Samples<typeof contract> = {
  create: () => ({
    body: { programme: 'rookie', year: 2026, businessNumber: createBusinessNumber(), company: '누리상회' },
  }),
}
