import { z } from 'zod'
import { crud, headerLine, recordFields, route } from '#kit/contract.ts'
import { BusinessNumber } from '#people/companies/contract.ts'
import { firstYear, lastYear, programmes as names } from './rules.ts'

export const Programme = z.enum(names)
export type Programme = z.infer<typeof Programme>

/** Year of a programme. */
export const Year = z.number().int().min(firstYear).max(lastYear)

export const ProgrammeEntryInput = z.strictObject({
  programme: Programme,
  year: Year,
  businessNumber: BusinessNumber,
  company: headerLine(100).min(1),
  ceo: headerLine(60).default(''),
  category: headerLine(60).default(''),
  address: headerLine(200).default(''),
  product: headerLine(200).default(''),
})

export const ProgrammeEntry = z
  .object({ ...recordFields, ...ProgrammeEntryInput.shape, businessNumber: z.string() })
  .meta({ id: 'ProgrammeEntry' })
export type ProgrammeEntry = z.infer<typeof ProgrammeEntry>

/** Spreadsheet row as read: every cell is text. */
const Row = z.strictObject({
  line: z.number().int().min(1).max(100_000),
  programme: z.string().max(200),
  year: z.string().max(200),
  businessNumber: z.string().max(200),
  company: z.string().max(400),
  ceo: z.string().max(400),
  category: z.string().max(400),
  address: z.string().max(400),
  product: z.string().max(400),
})

/** Maximum rows per request; a longer sheet is sent in parts. */
export const maxImportRows = 200

const CheckedRow = z.object({
  line: z.number().int(),
  verdict: z.enum(['new', 'known', 'faulty']).describe('known: already on the list'),
  faults: z.record(z.string(), z.string()).describe('Error message per invalid field'),
})
export type CheckedRow = z.infer<typeof CheckedRow>

const path = '/api/console/programmes'

/** Routes of the list of award and rookie programme entries. */
export const programmes = {
  ...crud(path, { one: 'entry', many: 'entries' }, ProgrammeEntry, ProgrammeEntryInput, {
    access: 'console:fairs',
    sort: ['createdAt', 'year', 'company', 'updatedAt'],
    filters: { programme: Programme.optional(), year: z.coerce.number().pipe(Year).optional() },
  }),
  check: route({
    method: 'POST',
    path: `${path}/check`,
    access: 'console:fairs',
    summary: 'Validates rows of a sheet without importing them.',
    body: z.strictObject({ rows: z.array(Row).min(1).max(maxImportRows) }),
    answer: z.object({ rows: z.array(CheckedRow) }),
    status: 200,
  }),
  import: route({
    method: 'POST',
    path: `${path}/import`,
    access: 'console:fairs',
    summary: 'Imports the valid new rows of a sheet; returns the verdict of every row as `check` does.',
    body: z.strictObject({ rows: z.array(Row).min(1).max(maxImportRows) }),
    answer: z.object({ added: z.number().int(), rows: z.array(CheckedRow) }),
    status: 200,
    idempotent: true,
  }),
  own: route({
    method: 'GET',
    path: '/api/v1/me/programmes',
    access: 'member',
    owned: true,
    summary:
      'Lists the programme entries of the company by its business number. Without an entry it cannot join as a seller.',
    answer: z.object({
      entries: z.array(ProgrammeEntry),
      near: z
        .array(z.object({ company: z.string(), programme: Programme, year: z.number().int() }))
        .describe('Entries with the same name but another business number; only if `entries` is empty'),
    }),
  }),
}
