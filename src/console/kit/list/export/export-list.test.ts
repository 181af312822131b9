import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { m } from '#messages/messages.js'
import { escapeFormula, toCsv, toExcel, toSheet } from './export-list.ts'

describe('an exported cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1'])('is escaped: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  })

  test.each(['하자', '1 - 2', 'a=b', '', "'=1"])('is unchanged: %j', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  test('never begins as a formula for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/^[=+\-@\t\r\n]/.test(escapeFormula(text))))
  })
})

test('a workbook keeps texts that look like escapes, and drops what XML does not allow', async () => {
  const texts = ['_x0041_', 'a_x000D_b', '=1+1', 'a\u0001b']
  const workbook = await toExcel({ heads: texts, rows: [texts] }, '이름')
  const [sheet] = await readWorkbook(Buffer.from(await workbook.arrayBuffer()))
  const expected = ['_x0041_', 'a_x000D_b', "'=1+1", 'ab']
  expect(sheet?.data).toEqual([expected, expected])
})

describe('CSV', () => {
  test('starts with a byte order mark and quotes and ends lines by RFC 4180', () => {
    expect(
      toCsv({
        heads: ['이름', '값'],
        rows: [
          ['둘, 셋', 1],
          ['"인용"', null],
          ['줄\n바꿈', true],
        ],
      }),
    ).toBe('\uFEFF이름,값\r\n"둘, 셋",1\r\n"""인용""",\r\n"줄\n바꿈",TRUE\r\n')
  })

  test('writes a negative number as a number, but escapes the same text', () => {
    expect(toCsv({ heads: ['a', 'b'], rows: [[-5, '-5']] })).toContain("-5,'-5")
  })
})

describe('an exported date and time', () => {
  const columns = [
    { title: '제목', value: ({ name }: { name: string; at: string | null }) => name },
    { title: '받은 때', value: ({ at }: { at: string | null }) => at && new Date(at) },
    { title: '기간', value: () => '11.24 09:00', exportValue: () => '2026-11-24 09:00', hasTimes: true },
  ]
  const records = [
    { name: '=둘', at: '2026-11-23T15:30:00.000Z' },
    { name: '하나', at: null },
  ]

  test('is in Seoul time, and only the heading names the zone', () => {
    const seoul = (title: string) => m.list_export_seoul({ title })
    expect(toCsv(toSheet(columns, records))).toBe(
      `\uFEFF제목,"${seoul('받은 때')}","${seoul('기간')}"\r\n'=둘,2026-11-24 00:30,2026-11-24 09:00\r\n하나,,2026-11-24 09:00\r\n`,
    )
  })

  test('adds no zone to headings of columns without time', () => {
    expect(toSheet(columns.slice(0, 2), records.slice(1)).heads).toEqual(['제목', '받은 때'])
  })
})
