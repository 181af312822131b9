import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWorkbook, inlineRow } from '#test/files/build-workbook.ts'
import { readSheets } from './read-sheets.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import type { SheetData } from './sheet-data.ts'

const samples = fileURLToPath(new URL('../../../test/files/workbooks/', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const heads = ['사업자등록번호', '회사명', '대표자']
const first = ['123-45-67891', '한빛도자', '김하늘']
const second = ['220-81-62517', '누리목공', '이바다']
const table = [heads, first, second]
/** Korean text in the encoding of Excel for Windows; Node encodes only UTF-8 and UTF-16. */
const cp949 = (text: string): Buffer => {
  const table949 = new Map<string, number[]>()
  const decoder = new TextDecoder('euc-kr')
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x41; low <= 0xfe; low += 1) {
      const letter = decoder.decode(Uint8Array.of(high, low))
      if (letter.length === 1 && letter !== '\ufffd') table949.set(letter, [high, low])
    }
  return Buffer.from([...text].flatMap((letter) => table949.get(letter) ?? [letter.charCodeAt(0)]))
}
const csv = table.map((cells) => cells.join(',')).join('\r\n')
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()

const byHand: Record<string, () => Buffer> = {
  'cells-without-reference.xlsx': () =>
    buildWorkbook({
      rows: table
        .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
        .join(''),
    }),
  'archive-comment.xlsx': () =>
    buildWorkbook({
      rows: table.map((cells, index) => inlineRow(index + 1, cells)).join(''),
      comment: 'made by PK\x05\x06 a program',
    }),
  'shared-and-rich-strings.xlsx': () =>
    buildWorkbook({
      strings: `<si><t>사업자등록번호</t></si><si><r><t>회사</t></r><r><rPr><b/></rPr><t>명</t></r><rPh sb="0" eb="1"><t>カイシャ</t></rPh></si><si><t>대표자</t></si><si/>`,
      rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>${inlineRow(2, first)}${inlineRow(3, second)}`,
    }),
  'decomposed-and-invisible-heads.xlsx': () =>
    buildWorkbook({
      rows: [
        ['\uFEFF사업자\u200B등록번호'.normalize('NFD'), ' 회사명\u00A0'.normalize('NFD'), '대표자\u200B'],
        first,
        second,
      ]
        .map((cells, index) => inlineRow(index + 1, cells))
        .join(''),
    }),
  'prefixed-elements.xlsx': () =>
    buildWorkbook({
      prefix: 'x:',
      rows: table.map((cells, index) => inlineRow(index + 1, cells).replaceAll(/<(\/?)/g, '<$1x:')).join(''),
    }),
  'names-in-other-case.xlsx': () =>
    buildWorkbook({
      rows: table.map((cells, index) => inlineRow(index + 1, cells)).join(''),
      rename: (name) => name.replaceAll('/', '\\').replace('sheet1', 'Sheet1'),
    }),
  'escaped-texts.xlsx': () =>
    buildWorkbook({
      rows: `${inlineRow(1, ['_x005F_x0041_', 'a_x000D_\nb', "'=1+1"])}<row r="2"><c r="A2" t="str"><v>&#xD55C;빛 &amp;amp;</v></c><c r="B2" t="inlineStr"><is><t><![CDATA[<x>]]></t></is></c><!-- <c/> --></row>`,
    }),
  'formula-without-result.xlsx': () =>
    buildWorkbook({
      rows: `${inlineRow(1, ['합계'])}<row r="2"><c r="A2"><f>SUM(B1:B9)</f></c></row><row r="3"><c r="A3"><f>1+2</f><v>3</v></c></row>`,
    }),
  'number-formats.xlsx': () =>
    buildWorkbook({
      styles: `<numFmts><numFmt numFmtId="164" formatCode="[&lt;=9999999]###\\-####;\\(0##\\)\\ ###\\-####"/><numFmt numFmtId="165" formatCode="yyyy&quot;년&quot;\\ m&quot;월&quot;\\ d&quot;일&quot;;@"/><numFmt numFmtId="166" formatCode="&quot;₩&quot;#,##0"/></numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="49"/><xf numFmtId="31"/><xf numFmtId="20"/></cellXfs>`,
      rows: `<row r="1"><c r="A1" s="1"><v>0212345678</v></c><c r="B1" s="2"><v>46328</v></c><c r="C1" s="3"><v>1250000</v></c><c r="D1" s="4"><v>1.2E3</v></c><c r="E1" s="5"><v>59</v></c><c r="F1" s="6"><v>0.604166666666667</v></c><c r="G1"><v>0.30000000000000004</v></c><c r="H1"><v>1.23456789012E11</v></c><c r="I1" t="d"><v>2026-11-02T14:30:00</v></c><c r="J1" t="b"><v>1</v></c></row>`,
    }),
  'utf-8.csv': () => Buffer.from(csv),
  'utf-8-with-mark.csv': () => Buffer.from(`\uFEFF${csv}`),
  'cp949.csv': () => cp949(csv),
  'utf-16.csv': () => Buffer.from(`\uFEFF${csv.replaceAll(',', '\t')}`, 'utf16le'),
  'utf-16-big-endian.csv': () => utf16be(csv),
  'quoted.csv': () => Buffer.from('sep=;\r\n"이름";"주소"\r\n"한""빛";"서울\n중구; 1층"\n\n"010";" 04524 "\n'),
  // Refused
  'random.xlsx': () => Buffer.from('아이디,이름\n'),
  'commas-in-cells.csv': () => Buffer.from('이름\t주소\n한빛\t서울, 중구, 1층, 2호\n'),
  'open-quote.csv': () => Buffer.from('이름,주소\n"한빛,서울\n두리,부산\n'),
  'picture.csv': () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 0xff]),
  'web-page.xlsx': () => Buffer.from('\n<html><table><tr><td>이름</td></tr></table></html>'),
  'other-archive.xlsx': () => Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) })),
  'cut.xlsx': () => buildWorkbook({ rows: inlineRow(1, heads) }).subarray(0, 700),
  'broken-xml.xlsx': () => buildWorkbook({ rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>a</is' }),
  'bomb.xlsx': () => buildWorkbook({ rows: `<row r="1"><c r="A1"><v>${'0'.repeat(70 * 1024 ** 2)}</v></c></row>` }),
  'many-cells.xlsx': () => buildWorkbook({ rows: `<row>${'<c><v>1</v></c>'.repeat(200)}</row>`.repeat(2000) }),
  'many-empty-cells.xlsx': () => buildWorkbook({ rows: `<row>${'<c/>'.repeat(1000)}</row>`.repeat(2001) }),
}

const sampleOf = async (name: string): Promise<string> => {
  const build = byHand[name]
  if (!build) return join(samples, name)
  const path = join(folder, name)
  await writeFile(path, build())
  return path
}

const textsOf = ({ rows }: SheetData) => rows.map(({ cells }) => cells)
const numbersOf = ({ rows }: SheetData) => rows.map(({ row }) => row)

/** Expected rows by workbook. Rows without a number follow each other from row 1. */
const readable: [name: string, texts: string[][], rowNumbers?: number[]][] = [
  // Made by LibreOffice
  ['plain.xlsx', table],
  ['empty-first-row.xlsx', table, [2, 3, 4]],
  ['title-row.xlsx', [['2026년 어워드 선정 기업 명단'], ['', '', '작성일 2026-11-02'], ...table]],
  [
    'numbers.xlsx',
    [
      ['우편번호', '연락처', '사업자등록번호', '금액', '비율', '송장번호'],
      ['04524', '010-1234-5678', '123-45-67891', '1250000', '15.5%', '441000001002'],
      ['6236', '1098765432', '2208162517', '0.1', '100%', '601200000001'],
    ],
  ],
  ...['dates-1900.xlsx', 'dates-1904.xlsx'].map((name): [string, string[][]] => [
    name,
    [
      ['이름', '날짜', '시각'],
      ['하나', '2026-11-02', '2026-11-02 14:30'],
      ['둘', '1999-12-31', '2026-01-01'],
    ],
  ]),
  [
    'merged-heads.xlsx',
    [
      ['번호', '회사'],
      ['번호', '회사명', '대표자', '주소'],
      ['1', '한빛도자', '김하늘', '서울 중구'],
      ['2', '누리목공', '이바다', '부산 해운대구'],
    ],
  ],
  [
    'merged-values.xlsx',
    [
      ['회사명', '품목'],
      ['한빛도자', '찻잔'],
      ['한빛도자', '접시'],
      ['누리목공', '의자'],
    ],
  ],
  [
    'line-breaks.xlsx',
    [
      ['사업자\n등록번호', '회사명\n(필수)', '대표자'],
      ['123-45-67891', '한빛\n도자', '김하늘'],
    ],
  ],
  // Written by hand
  ...[
    'cells-without-reference.xlsx',
    'archive-comment.xlsx',
    'shared-and-rich-strings.xlsx',
    'decomposed-and-invisible-heads.xlsx',
    'prefixed-elements.xlsx',
    'names-in-other-case.xlsx',
    'utf-8.csv',
    'utf-8-with-mark.csv',
    'cp949.csv',
    'utf-16.csv',
    'utf-16-big-endian.csv',
  ].map((name): [string, string[][]] => [name, table]),
  [
    'escaped-texts.xlsx',
    [
      ['_x0041_', 'a\nb', '=1+1'],
      ['한빛 &amp;', '<x>'],
    ],
  ],
  [
    'number-formats.xlsx',
    [
      [
        '(021) 234-5678',
        '2026-11-02',
        '1250000',
        '1200',
        '1900-02-28',
        '14:30',
        '0.3',
        '123456789012',
        '2026-11-02 14:30',
        'TRUE',
      ],
    ],
  ],
  [
    'quoted.csv',
    [
      ['이름', '주소'],
      ['한"빛', '서울\n중구; 1층'],
      ['010', '04524'],
    ],
    [1, 2, 4],
  ],
  [
    'commas-in-cells.csv',
    [
      ['이름', '주소'],
      ['한빛', '서울, 중구, 1층, 2호'],
    ],
  ],
]

const refused: [name: string, fault: string][] = [
  ['encrypted.xlsx', 'sheet_locked'],
  ['plain.xls', 'sheet_old'],
  ['plain.ods', 'sheet_old'],
  ['web-page.xlsx', 'sheet_old'],
  ['random.xlsx', 'sheet_kind'],
  ['picture.csv', 'sheet_kind'],
  ['open-quote.csv', 'sheet_quote'],
  ['other-archive.xlsx', 'sheet_kind'],
  ['cut.xlsx', 'sheet_broken'],
  ['broken-xml.xlsx', 'sheet_broken'],
]
const tooLarge = ['bomb.xlsx', 'many-cells.xlsx', 'many-empty-cells.xlsx']

describe('a spreadsheet file', () => {
  it.each(readable)('is read: %s', async (name, texts, rowNumbers = texts.map((_, index) => index + 1)) => {
    const [sheet] = await readSheets(await sampleOf(name), name)
    if (!sheet) throw new Error('No sheet')
    expect(textsOf(sheet)).toEqual(texts)
    expect(numbersOf(sheet)).toEqual(rowNumbers)
  })

  it.each(refused)('is refused with its reason: %s', async (name, fault) => {
    await expect(readSheets(await sampleOf(name), name)).rejects.toMatchObject({ fault })
  })

  it.each(tooLarge)('is refused as too large: %s', { tags: ['deep'] }, async (name) => {
    await expect(readSheets(await sampleOf(name), name)).rejects.toMatchObject({ fault: 'sheet_large' })
  })

  it('keeps hidden sheets, and names them', async () => {
    const sheetsOf = async (name: string) =>
      (await readSheets(await sampleOf(name), name)).map(({ name: title, isHidden, rows }) => [
        title,
        isHidden,
        rows.length,
      ])
    expect(await sheetsOf('hidden-first-sheet.xlsx')).toEqual([
      ['코드', true, 2],
      ['명단', false, 3],
    ])
    expect(await sheetsOf('several-sheets.xlsx')).toEqual([
      ['안내', false, 1],
      ['명단', false, 3],
    ])
  })

  it('has the stored results of formulas, and marks errors and formulas without a result', async () => {
    const [sheet] = await readSheets(await sampleOf('formulas.xlsx'), 'formulas.xlsx')
    expect(sheet?.rows.map(({ cells, broken }) => [cells, broken])).toEqual([
      [['수량', '단가', '합계', '이름', '찾기'], []],
      [['3', '1500', '4500', '작품 3', '#N/A'], [4]],
      [['2', '0', '#DIV/0!', 'ab', 'TRUE'], [2]],
    ])
    const [other] = await readSheets(await sampleOf('formula-without-result.xlsx'), 'a.xlsx')
    expect(other?.rows.map(({ cells, broken }) => [cells, broken])).toEqual([
      [['합계'], []],
      [[''], [0]],
      [['3'], []],
    ])
  })

  it('is read in a thread, which ends at its limits', { tags: ['deep'] }, async () => {
    const plain = await sampleOf('plain.xlsx')
    expect((await readSpreadsheet(plain, 'plain.xlsx')).map(({ rows }) => rows.length)).toEqual([3])
    expect((await readFile(plain)).length).toBeLessThan(10_000)
    await expect(readSpreadsheet(plain, 'plain.xlsx', { timeout: 1 })).rejects.toMatchObject({ fault: 'sheet_large' })
    const slow = await sampleOf('many-empty-cells.xlsx')
    await expect(readSpreadsheet(slow, 'a.xlsx', { memory: 16 })).rejects.toMatchObject({ fault: 'sheet_large' })
    // The queue goes on after a refusal.
    expect(await readSpreadsheet(plain, 'plain.xlsx')).toHaveLength(1)
  })
})
