import { z } from 'zod'
import { ById, Picture, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { type SheetColumn, sheetColumns } from './rules-sheet.ts'

fieldMessages({
  work_sheet: m.works_field_sheet,
  work_sheet_heads: m.works_field_sheet_heads,
  work_sheet_long: m.works_field_sheet_long,
  work_sheet_rows: m.works_field_sheet_rows,
  work_sheet_picture: m.works_field_sheet_picture,
  work_sheet_unknown: m.works_field_sheet_unknown,
  work_sheet_figure: m.works_field_sheet_figure,
})

/** Headings of the columns; a file may use any of the languages. */
export const headings: Record<SheetColumn, typeof m.works_name> = {
  title: m.works_sheet_title,
  titleEn: m.works_sheet_title_en,
  titleCn: m.works_sheet_title_cn,
  author: m.works_author,
  hall: m.works_hall,
  consignor: m.works_consignor,
  medium: m.works_sheet_medium,
  mediumEn: m.works_sheet_medium_en,
  mediumCn: m.works_sheet_medium_cn,
  made: m.works_made,
  width: m.works_sheet_width,
  height: m.works_sheet_height,
  depth: m.works_sheet_depth,
  estimateLow: m.works_estimate_low,
  estimateHigh: m.works_estimate_high,
  startPrice: m.works_start,
  reserve: m.works_reserve,
  pictures: m.works_sheet_pictures,
  note: m.works_note,
  provenance: m.works_provenance,
  condition: m.works_condition,
}

const access = 'console:auction'
const sheet = { field: 'file', kinds: ['document'], maxBytes: 5 * 1024 ** 2, maxFiles: 1 } as const

/** A row of an Excel file as it would be imported. */
const SheetWork = z.object({
  row: z.number().int().describe('As the spreadsheet counts: the headings are row 1'),
  title: z.string(),
  author: z.string(),
  startPrice: z.number().int(),
  pictures: z.array(Picture),
})
const SheetFault = z.object({ row: z.number().int(), column: z.enum(sheetColumns), message: z.string() })

/** Imports works of an auction from an Excel file. Cells name pictures of the media library. */
export const sheets = {
  checkSheet: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/import/check',
    access,
    summary: 'What an Excel file would hang in a programme, and what is wrong with it row by row. Changes nothing.',
    params: ById,
    upload: sheet,
    answer: z.object({ sheet: z.object({ works: z.array(SheetWork), faults: z.array(SheetFault) }) }),
    perMinute: 20,
  }),
  importSheet: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/import',
    access,
    summary: 'Hang the works of an Excel file behind those that a programme has, in their order: all of them, or none.',
    params: ById,
    upload: sheet,
    answer: z.object({ imported: z.number().int() }),
    status: 201,
    perMinute: 10,
  }),
}
