import { z } from 'zod'
import { ById, type Locale, Picture, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { checkedSheet, SheetChoice, sheetUpload } from '#kit/spreadsheet/import-contract.ts'
import type { ImportColumn, ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import type { WorkInput } from './contract.ts'
import { maxImportedWorks } from './rules-sheet.ts'

fieldMessages({
  work_sheet_long: m.works_field_sheet_long,
  work_sheet_repeated: m.works_field_sheet_repeated,
  work_sheet_picture: m.works_field_sheet_picture,
  work_sheet_unknown: m.works_field_sheet_unknown,
  work_sheet_figure: m.works_field_sheet_figure,
})

interface Column extends ImportColumn {
  /** `name`: of an existing record. `pictures`: file names in the media library. */
  kind: 'text' | 'number' | 'name' | 'pictures'
  field: keyof WorkInput
  /** Language of a translated field. */
  locale?: Locale
}

/** Columns of the Excel file with the fields they fill; only title and start price are required. */
export const columns = {
  title: {
    heading: m.works_sheet_title,
    kind: 'text',
    field: 'title',
    locale: 'ko',
    synonyms: ['작품 제목', '제목', '작품명(한글)', '작품명(국문)', 'title', '작품'],
    isRequired: true,
    example: m.works_sheet_sample,
  },
  titleEn: {
    heading: m.works_sheet_title_en,
    kind: 'text',
    field: 'title',
    locale: 'en',
    synonyms: ['작품명(영문)', '영문 제목', '영문명', 'english title'],
  },
  titleCn: {
    heading: m.works_sheet_title_cn,
    kind: 'text',
    field: 'title',
    locale: 'cn',
    synonyms: ['작품명(중문)', '중문 제목'],
  },
  author: {
    heading: m.works_author,
    kind: 'name',
    field: 'author',
    synonyms: ['작가명', '작가 이름', 'artist', '艺术家', '作者'],
  },
  hall: { heading: m.works_hall, kind: 'name', field: 'hall', synonyms: ['전시실', '홀', 'hall', 'room', '展厅'] },
  consignor: {
    heading: m.works_consignor,
    kind: 'name',
    field: 'consignor',
    synonyms: ['위탁자명', '위탁인', '委托人'],
  },
  medium: {
    heading: m.works_sheet_medium,
    kind: 'text',
    field: 'medium',
    locale: 'ko',
    synonyms: ['기법', '재질', '매체', 'medium'],
  },
  mediumEn: { heading: m.works_sheet_medium_en, kind: 'text', field: 'medium', locale: 'en' },
  mediumCn: { heading: m.works_sheet_medium_cn, kind: 'text', field: 'medium', locale: 'cn' },
  made: {
    heading: m.works_made,
    kind: 'text',
    field: 'made',
    synonyms: ['제작년도', '제작연도', '연도', 'year'],
    example: '2024',
  },
  width: {
    heading: m.works_sheet_width,
    kind: 'number',
    field: 'width',
    synonyms: ['가로', '폭', 'width', '宽'],
    example: '910',
  },
  height: {
    heading: m.works_sheet_height,
    kind: 'number',
    field: 'height',
    synonyms: ['세로', '높이', 'height', '高'],
    example: '1167',
  },
  depth: { heading: m.works_sheet_depth, kind: 'number', field: 'depth', synonyms: ['깊이', '두께', 'depth', '深'] },
  estimateLow: {
    heading: m.works_estimate_low,
    kind: 'number',
    field: 'estimateLow',
    synonyms: ['추정가 하한', '낮은 추정가', '추정가(최저)', 'low estimate'],
    example: '2000000',
  },
  estimateHigh: {
    heading: m.works_estimate_high,
    kind: 'number',
    field: 'estimateHigh',
    synonyms: ['추정가 상한', '높은 추정가', '추정가(최고)', 'high estimate'],
    example: '3000000',
  },
  startPrice: {
    heading: m.works_start,
    kind: 'number',
    field: 'startPrice',
    synonyms: ['시작가격', '시작 금액', '경매 시작가', 'start price', 'starting price', '起拍价'],
    isRequired: true,
    example: '1500000',
  },
  reserve: {
    heading: m.works_reserve,
    kind: 'number',
    field: 'reserve',
    synonyms: ['내정가', '최저 낙찰가', 'reserve price', '保留价'],
  },
  pictures: {
    heading: m.works_sheet_pictures,
    kind: 'pictures',
    field: 'pictures',
    synonyms: ['사진', '이미지', '사진 파일', 'images', 'photos', '图片'],
    example: '01.jpg, 01-back.jpg',
  },
  note: { heading: m.works_note, kind: 'text', field: 'note', locale: 'ko' },
  provenance: { heading: m.works_provenance, kind: 'text', field: 'provenance', locale: 'ko' },
  condition: { heading: m.works_condition, kind: 'text', field: 'condition', locale: 'ko' },
} as const satisfies Record<string, Column>

export type SheetColumn = keyof typeof columns
export const sheetColumns = Object.keys(columns) as SheetColumn[]

/** Import of the works of an auction. */
export const workImport: ImportDefinition<SheetColumn> = {
  columns,
  maxRows: maxImportedWorks,
  tooLong: 'work_sheet_long',
}

const access = 'console:auction'

/** A row of an Excel file as it would be imported. */
const SheetWork = z.object({
  row: z.number().int().describe('Row number of the spreadsheet'),
  title: z.string(),
  author: z.string(),
  startPrice: z.number().int(),
  pictures: z.array(Picture),
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
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ sheet: checkedSheet(workImport).extend({ works: z.array(SheetWork) }) }),
    perMinute: 60,
  }),
  importSheet: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/import',
    access,
    summary: 'Imports the works of an Excel file as the last lots of an auction, in order: all of them or none.',
    params: ById,
    query: SheetChoice.extend({
      again: z.stringbool().optional().describe('Imports the works although the auction received the same rows before'),
    }),
    upload: sheetUpload,
    answer: z.object({ imported: z.number().int() }),
    status: 201,
    perMinute: 10,
  }),
}
