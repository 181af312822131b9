import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { readPdf } from '#test/files/read-pdf.ts'
import { MissingGlyphs } from './missing-glyphs.ts'
import { type Badge, digitsOf, formatWon, type Paper, type Part } from './paper.ts'
import { checkPaper, pdfOf } from './write-pdf.ts'

const paper = (parts: Iterable<Part>, overrides: Partial<Paper> = {}): Paper => ({
  locale: 'ko',
  title: '청구서 A-2611-0006',
  name: '청구서',
  issuer: '대청',
  at: new Date('2026-11-23T00:00:00.000Z'),
  parts,
  ...overrides,
})

const bytesOf = async (document: Paper): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of pdfOf(document)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const read = async (document: Paper) => readPdf(await bytesOf(document))

const table = (count: number): Part => ({
  kind: 'table',
  columns: [
    { title: '시간', share: 1 },
    { title: '회사', share: 3 },
    { title: '금액', share: 1, right: true },
  ],
  rows: Array.from({ length: count }, (_, index) => [`${index}번`, '가람', digitsOf(index * 1000)]),
})

describe('a paper', () => {
  it('is read by another program in Korean, English and Chinese', async () => {
    const { pages, info } = await read(
      paper([
        { kind: 'title', text: '청구서', note: 'A-2611-0006' },
        {
          kind: 'facts',
          facts: [
            ['낙찰자', '차하은 車河恩'],
            ['', ''],
            ['Buyer', 'Office & Co. “A”'],
            ['买受人', '杭州陶瓷'],
          ],
        },
        {
          kind: 'sums',
          sums: [
            { name: '낙찰가', sum: 9_500_000 },
            { name: '할인', sum: -15_000, strong: true },
          ],
        },
      ]),
    )
    expect(pages).toHaveLength(1)
    for (const text of ['대청', '차하은 車河恩', 'Office & Co. “A”', '杭州陶瓷', '9,500,000원', '−15,000원', '1 / 1'])
      expect(pages[0]).toContain(text)
    expect(info).toMatchObject({ Title: '청구서 A-2611-0006', Language: 'ko', Author: '대청' })
  })

  it('repeats table headings, has every row once and numbers its pages', async () => {
    const { pages } = await read(paper([table(70)]))
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('시간 회사 금액')
      expect(page).toContain(`${index + 1} / ${pages.length}`)
    }
    const rows = pages.flatMap((page) => page.match(/^\d+번/gm) ?? [])
    expect(rows).toEqual(Array.from({ length: 70 }, (_, index) => `${index}번`))
  })

  it('embeds only the characters it uses and is reproducible', async () => {
    const [first, second] = [await bytesOf(paper([table(3)])), await bytesOf(paper([table(3)]))]
    expect(first.equals(second)).toBe(true)
    expect(first.length).toBeLessThan(60_000)
  })

  it('is identical when its parts are produced page by page', async () => {
    let madeRows = 0
    const lazy: Iterable<Part> = {
      *[Symbol.iterator]() {
        for (let index = 0; index < 40; index += 1) {
          madeRows += 1
          yield table(30)
        }
      },
    }
    const chunks: Buffer[] = []
    const madeBefore = new Set<number>()
    for await (const chunk of pdfOf(paper(lazy))) {
      chunks.push(chunk as Buffer)
      madeBefore.add(madeRows)
    }
    const whole = await bytesOf(paper(Array.from({ length: 40 }, () => table(30))))
    expect(Buffer.concat(chunks).equals(whole)).toBe(true)
    // Pages are sent while later parts do not exist yet.
    expect(madeBefore.size).toBeGreaterThan(20)
  })

  it('stops when the reader disconnects during page counting', async () => {
    let madeRows = 0
    const lazy: Iterable<Part> = {
      *[Symbol.iterator]() {
        for (let index = 0; index < 400; index += 1) {
          madeRows += 1
          yield table(30)
        }
      },
    }
    const read = pdfOf(paper(lazy))
    const gone = once(read, 'close')
    // All parts were read once before, to collect their characters.
    await vi.waitFor(() => expect(madeRows).toBeGreaterThan(401), { timeout: 20_000, interval: 1 })
    read.destroy()
    await gone
    const counted = madeRows
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(madeRows - counted).toBeLessThan(5)
    expect(madeRows).toBeLessThan(700)
  })

  it('refuses letters that no font has and omits emoji', async () => {
    const named = (text: string) => paper([{ kind: 'text', text }])
    await expect(checkPaper(named('가\u{10450}나'))).rejects.toThrow(MissingGlyphs)
    await expect(bytesOf(named('가\u{10450}나'))).rejects.toMatchObject({ characters: '\u{10450}' })
    expect((await read(named('찻잔 🎨 하나'))).pages[0]).toContain('찻잔')
  })

  it('refuses rows with too few cells and fractional sums', async () => {
    const broken: Part = { kind: 'table', columns: [{ title: '가', share: 1 }], rows: [[]] }
    await expect(bytesOf(paper([broken]))).rejects.toThrow('0 cells in 1 columns')
    expect(() => formatWon('ko', 1.5)).toThrow('no whole sum')
    expect(formatWon('cn', 1_234_567)).toBe('1,234,567韩元')
  })

  describe('of badges', () => {
    const code = { size: 21, dark: (row: number, column: number) => (row + column) % 2 === 0 }
    const badge = (index: number): Badge => ({
      side: index % 2 === 0 ? 'left' : 'right',
      brand: '대청',
      fair: '봄 소싱 페어',
      overline: '대한민국 · 주방',
      name: `구운결${index}`,
      person: '서가온',
      role: '셀러',
      lines: ['테이블 7'],
      code,
      back: {
        title: '뒷면',
        agenda: Array.from({ length: 9 }, (_, row) => ({
          time: `1${row}:00`,
          name: `상대${row}`,
          note: '',
          place: '07',
        })),
        noneText: '없음',
        moreText: (count) => `외 ${count}건`,
        roomTitle: '마루홀',
        tables: 24,
        ownTables: [7],
        notes: ['서울 기준'],
      },
    })
    const badges = (count: number) =>
      paper([{ kind: 'badges', badges: Array.from({ length: count }, (_, i) => badge(i)) }])

    it('has four badges a sheet with mirrored backs on the next', async () => {
      const { pages } = await read({ ...badges(5), bleed: true })
      const named = (page: string | undefined) => page?.match(/구운결\d/g)
      expect(pages).toHaveLength(4)
      expect(named(pages[0])).toEqual(['구운결0', '구운결1', '구운결2', '구운결3'])
      expect(named(pages[1])).toEqual(['구운결1', '구운결0', '구운결3', '구운결2'])
      expect(named(pages[2])).toEqual(['구운결4'])
      expect(pages[0]).not.toContain('1 / 4')
    })

    it('states how many agenda entries do not fit on a back', async () => {
      const { pages } = await read({ ...badges(1), bleed: true })
      expect(pages[1]).toContain('상대5')
      expect(pages[1]).not.toContain('상대6')
      expect(pages[1]).toContain('외 3건')
    })
  })

  it('starts a page for each table plan and repeats its heading', async () => {
    const plan = (title: string): Part[] => [
      { kind: 'plan', title, under: '마루홀', right: ['봄 소싱 페어'], code: null },
      {
        kind: 'slots',
        slots: Array.from({ length: 40 }, (_, index) => ({
          from: `${index}시`,
          to: '끝',
          texts: ['비어 있음', '', ''] as const,
          state: 'empty' as const,
        })),
      },
    ]
    const { pages } = await read({ ...paper([...plan('테이블 1'), ...plan('테이블 2')]), wide: true })
    expect(pages.map((page) => page.match(/테이블 \d/)?.[0])).toEqual([
      ...Array.from({ length: pages.length / 2 }, () => '테이블 1'),
      ...Array.from({ length: pages.length / 2 }, () => '테이블 2'),
    ])
    expect(pages.join('').match(/비어 있음/g)).toHaveLength(80)
  })
})
