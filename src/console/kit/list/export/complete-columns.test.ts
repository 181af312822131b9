import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { completeColumns, toCell } from './complete-columns.ts'
import { toSheet } from './export-list.ts'

const records = [
  {
    _id: '01900000-0000-7000-8000-000000000000',
    createdAt: '2026-11-24T00:05:00.000Z',
    title: { ko: '안내', en: 'Notice' },
    body: '<p>첫 <b>줄</b></p><p>둘째 줄</p>',
    buyer: { _id: 'x', name: '도이수' },
    locales: ['ko', 'en'],
    fax: null,
    reason: '',
    mayChange: true,
  },
]

describe('an export of a list', () => {
  it('contains every field of its records, with the columns of the list first', () => {
    const columns = [{ title: '제목', value: ({ title }: (typeof records)[0]) => title.ko }]
    const { heads, rows } = toSheet(completeColumns(columns, records), records)
    expect(heads).toEqual([
      '제목',
      m.list_export_seoul({ title: m.list_column_created() }),
      m.export_field_body(),
      'buyer',
      m.export_field_locales(),
      m.export_field_fax(),
      'reason',
    ])
    expect(rows).toEqual([
      ['안내', new Date('2026-11-24T00:05:00.000Z'), '첫 줄 둘째 줄', '도이수', 'ko, en', null, ''],
    ])
  })

  it('adds nothing that a column reads already', () => {
    const columns = Object.keys(records[0] ?? {}).map((key) => ({
      title: key,
      value: (record: (typeof records)[0]) => toCell(record[key as '_id']),
    }))
    expect(completeColumns(columns, records)).toHaveLength(columns.length)
  })

  it('reads what a column exports in place of what it shows', () => {
    const columns = [{ title: '담당', value: () => null, exportValue: ({ buyer }: (typeof records)[0]) => buyer.name }]
    const heads = completeColumns(columns, records).map(({ title }) => title)
    expect(heads).not.toContain('buyer')
  })

  it('is completed wherever a screen writes records', () => {
    const source = join(import.meta.dirname, '../../../..')
    const writers = readdirSync(source, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      .filter((text) => /[^e] toSheet\(|\(toSheet\(/.test(text))
    expect(writers.length).toBeGreaterThan(1)
    for (const text of writers) expect(text).toMatch(/toSheet\(\s*completeColumns\(/)
  })
})

it.each([
  [null, null],
  [undefined, null],
  [3, 3],
  [false, false],
  ['평문 < 2', '평문 < 2'],
  [['가', { name: '나' }, null], '가, 나'],
  [{ used: 2, left: 1 }, 'used 2, left 1'],
])('writes the field %j as a cell', (value, cell) => {
  expect(toCell(value)).toEqual(cell)
})
