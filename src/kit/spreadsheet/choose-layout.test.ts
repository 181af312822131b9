import { expect, it } from 'vitest'
import { chooseLayout, mapColumns } from './choose-layout.ts'
import { formatColumns, parseColumns } from './import-contract.ts'
import { type ImportDefinition, templateOf } from './import-definition.ts'
import type { SheetData } from './sheet-data.ts'

const heading = (ko: string, en: string) => (_: object, options?: { locale?: string }) =>
  options?.locale === 'en' ? en : ko

const definition: ImportDefinition<'name' | 'phone' | 'note'> = {
  columns: {
    name: { heading: heading('이름', 'Name'), synonyms: ['성명'], isRequired: true, example: heading('김예시', 'Kim') },
    phone: { heading: heading('전화번호', 'Phone'), synonyms: ['휴대폰'] },
    note: { heading: heading('비고', 'Note') },
  },
  maxRows: 10,
  tooLong: 'long',
}

const sheet = (rows: string[][], isHidden = false): SheetData => ({
  name: 'a',
  isHidden,
  rows: rows.map((cells, index) => ({ row: index + 1, cells, broken: [] })),
})

it('maps columns by key, heading in any language or synonym, without regard to width, case and remarks', () => {
  const cases: [string[], (number | null)[]][] = [
    [
      ['전화번호', '이름'],
      [1, 0, null],
    ],
    [
      ['NAME', 'ｐｈｏｎｅ', 'Note'],
      [0, 1, 2],
    ],
    [
      ['성명*', '휴대폰\n(숫자만)', '비 고'],
      [0, 1, 2],
    ],
    [
      ['전화\u200B번호'.normalize('NFD'), '이름 (필수)'],
      [1, 0, null],
    ],
    // Each column is used once, and an exact heading goes before one with a remark.
    [
      ['이름(한글)', '이름', '성명'],
      [1, null, null],
    ],
    [
      ['', '번호'],
      [null, null, null],
    ],
  ]
  for (const [heads, columns] of cases)
    expect(Object.values(mapColumns(heads, definition)), heads.join()).toEqual(columns)
})

it('finds the visible sheet and the row whose cells name most fields, and follows the choice of a person', () => {
  const sheets = [
    sheet([['이름', '전화번호', '비고']], true),
    sheet([['안내문입니다']]),
    sheet([['2026년 명단'], ['', '작성일'], ['성명', '휴대폰'], ['차하은', '010']]),
  ]
  expect(chooseLayout(sheets, {}, definition)).toEqual({
    sheet: 2,
    head: 3,
    columns: { name: 0, phone: 1, note: null },
  })
  expect(chooseLayout(sheets, { sheet: 0 }, definition)).toMatchObject({ sheet: 0, head: 1 })
  expect(chooseLayout(sheets, { sheet: 2, head: 4 }, definition).columns).toEqual({
    name: null,
    phone: null,
    note: null,
  })
  expect(chooseLayout(sheets, { columns: 'name:1,phone:,note:0' }, definition).columns).toEqual({
    name: 1,
    phone: null,
    note: 0,
  })
  expect(chooseLayout([], {}, definition)).toMatchObject({ sheet: 0, head: 1 })
})

it('writes and reads the chosen columns, and a template with headings and an example', () => {
  expect(parseColumns(formatColumns({ name: 0, phone: null, note: 12 }))).toEqual(
    new Map([
      ['name', 0],
      ['phone', null],
      ['note', 12],
    ]),
  )
  expect(templateOf(definition, 'en')).toEqual({ heads: ['Name', 'Phone', 'Note'], rows: [['Kim', '', '']] })
})
