import { z } from 'zod'
import { ById, type Locale, Picture, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import type { WorkInput } from './contract.ts'

fieldMessages({
  work_sheet: m.works_field_sheet,
  work_sheet_heads: m.works_field_sheet_heads,
  work_sheet_long: m.works_field_sheet_long,
  work_sheet_rows: m.works_field_sheet_rows,
  work_sheet_picture: m.works_field_sheet_picture,
  work_sheet_unknown: m.works_field_sheet_unknown,
  work_sheet_figure: m.works_field_sheet_figure,
})

interface Column {
  /** Heading; a file may use any of the languages. */
  heading: typeof m.works_name
  /** `name`: of an existing record. `pictures`: file names in the media library. */
  kind: 'text' | 'number' | 'name' | 'pictures'
  field: keyof WorkInput
  /** Language of a translated field. */
  locale?: Locale
}

/** Columns of the Excel file with the fields they fill; only title and start price are required. */
export const columns = {
  title: { heading: m.works_sheet_title, kind: 'text', field: 'title', locale: 'ko' },
  titleEn: { heading: m.works_sheet_title_en, kind: 'text', field: 'title', locale: 'en' },
  titleCn: { heading: m.works_sheet_title_cn, kind: 'text', field: 'title', locale: 'cn' },
  author: { heading: m.works_author, kind: 'name', field: 'author' },
  hall: { heading: m.works_hall, kind: 'name', field: 'hall' },
  consignor: { heading: m.works_consignor, kind: 'name', field: 'consignor' },
  medium: { heading: m.works_sheet_medium, kind: 'text', field: 'medium', locale: 'ko' },
  mediumEn: { heading: m.works_sheet_medium_en, kind: 'text', field: 'medium', locale: 'en' },
  mediumCn: { heading: m.works_sheet_medium_cn, kind: 'text', field: 'medium', locale: 'cn' },
  made: { heading: m.works_made, kind: 'text', field: 'made' },
  width: { heading: m.works_sheet_width, kind: 'number', field: 'width' },
  height: { heading: m.works_sheet_height, kind: 'number', field: 'height' },
  depth: { heading: m.works_sheet_depth, kind: 'number', field: 'depth' },
  estimateLow: { heading: m.works_estimate_low, kind: 'number', field: 'estimateLow' },
  estimateHigh: { heading: m.works_estimate_high, kind: 'number', field: 'estimateHigh' },
  startPrice: { heading: m.works_start, kind: 'number', field: 'startPrice' },
  reserve: { heading: m.works_reserve, kind: 'number', field: 'reserve' },
  pictures: { heading: m.works_sheet_pictures, kind: 'pictures', field: 'pictures' },
  note: { heading: m.works_note, kind: 'text', field: 'note', locale: 'ko' },
  provenance: { heading: m.works_provenance, kind: 'text', field: 'provenance', locale: 'ko' },
  condition: { heading: m.works_condition, kind: 'text', field: 'condition', locale: 'ko' },
} as const satisfies Record<string, Column>

export type SheetColumn = keyof typeof columns
export const sheetColumns = Object.keys(columns) as SheetColumn[]

const access = 'console:auction'
const sheet = { field: 'file', kinds: ['document'], maxBytes: 5 * 1024 ** 2, maxFiles: 1 } as const

/** A row of an Excel file as it would be imported. */
const SheetWork = z.object({
  row: z.number().int().describe('Row number of the spreadsheet; the headings are row 1'),
  title: z.string(),
  author: z.string(),
  startPrice: z.number().int(),
  pictures: z.array(Picture),
})
/** Faults of a row, by column in the order of the file. */
const SheetFault = z.object({
  row: z.number().int(),
  cells: z.array(
    z.object({
      column: z.enum(sheetColumns),
      value: z.string().describe('Beginning of what the cell holds'),
      message: z.string(),
    }),
  ),
})

/** Imports works of an auction from an Excel file. Cells name pictures of the media library. */
export const sheets = {
  checkSheet: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/import/check',
    access,
    summary:
      'Checks an Excel file of works: returns the works it would import and the faults of each row. Changes nothing.',
    params: ById,
    upload: sheet,
    answer: z.object({ sheet: z.object({ works: z.array(SheetWork), faults: z.array(SheetFault) }) }),
    perMinute: 20,
  }),
  importSheet: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/import',
    access,
    summary: 'Imports the works of an Excel file as the last lots of an auction, in order: all of them or none.',
    params: ById,
    upload: sheet,
    answer: z.object({ imported: z.number().int() }),
    status: 201,
    perMinute: 10,
  }),
}
