import { z } from 'zod'
import { crud, headerLine, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { checkedSheet, SheetChoice, sheetUpload } from '#kit/spreadsheet/import-contract.ts'
import type { ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import { BusinessNumber } from '#people/companies/contract.ts'
import { firstYear, type ImportColumn, lastYear, maxImportRows, programmes as names } from './rules.ts'

fieldMessages({ programme_sheet_long: m.programmes_sheet_long, programme_name: m.programmes_field_name })

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

export type ProgrammeEntryInput = z.output<typeof ProgrammeEntryInput>

export const ProgrammeEntry = z
  .object({ ...recordFields, ...ProgrammeEntryInput.shape, businessNumber: z.string() })
  .meta({ id: 'ProgrammeEntry' })
export type ProgrammeEntry = z.infer<typeof ProgrammeEntry>

/** Import of companies that a programme selected. */
export const programmeImport: ImportDefinition<ImportColumn> = {
  columns: {
    programme: {
      heading: m.programmes_programme,
      synonyms: ['사업', '사업명', '프로그램명', '선정 구분', '구분', 'program', 'award', '项目', '奖项'],
      isRequired: true,
      example: m.programmes_sample_programme,
    },
    year: {
      heading: m.programmes_year,
      synonyms: ['년도', '선정 연도', '선정년도', '수상 연도', '年份'],
      isRequired: true,
      example: '2026',
    },
    businessNumber: {
      heading: m.programmes_number,
      synonyms: [
        '사업자번호',
        '사업자 등록 번호',
        'business registration number',
        'business no',
        '营业执照号',
        '工商注册号',
      ],
      isRequired: true,
      example: '123-45-67891',
    },
    company: {
      heading: m.programmes_company,
      synonyms: ['회사명', '회사', '업체명', '상호', '기업', '법인명', 'company name', '公司名称', '公司'],
      isRequired: true,
      example: m.programmes_sample_company,
    },
    ceo: {
      heading: m.programmes_ceo,
      synonyms: ['대표', '대표자명', '대표이사', '성명', 'representative', 'ceo name', '法人代表', '负责人'],
    },
    category: { heading: m.programmes_category, synonyms: ['업태', '분야', '업종/업태', 'industry', '业务', '行业'] },
    address: { heading: m.programmes_address, synonyms: ['소재지', '회사 주소', '사업장 주소', 'location'] },
    product: {
      heading: m.programmes_product,
      synonyms: ['제품명', '수상 제품', '선정 제품', '품목', 'product name', '产品名称'],
    },
  },
  maxRows: maxImportRows,
  tooLong: 'programme_sheet_long',
}

/** Number of rows by what the import does with them. */
const Verdicts = {
  fresh: z.number().int().describe('Rows to import'),
  known: z.number().int().describe('Rows already on the list, or repeated in the file'),
  faulty: z.number().int().describe('Rows with faults'),
}

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
    summary: 'Validates the rows of a sheet without importing them.',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ sheet: checkedSheet(programmeImport).extend(Verdicts) }),
    status: 200,
    perMinute: 60,
  }),
  import: route({
    method: 'POST',
    path: `${path}/import`,
    access: 'console:fairs',
    summary:
      'Imports the new rows of a sheet together. Rows already on the list, and rows with faults, are left out and counted.',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ added: z.number().int(), ...Verdicts }),
    status: 200,
    perMinute: 20,
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
