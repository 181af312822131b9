import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { readSheets } from './read-sheets.ts'
import { excelOf, workbookOf, workbookWithin } from './write-workbook.ts'

async function* rowsOf(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

async function* pieces(count: number, rows: number, seen: { taken: number }): AsyncGenerator<string[][]> {
  for (let piece = 0; piece < count; piece += 1) {
    seen.taken += 1
    yield Array.from({ length: rows }, (_, row) => [`${piece}/${row}`, randomBytes(300).toString('base64')])
  }
}

it('writes several sheets in order, each with its rows', async () => {
  const seen = { taken: 0 }
  const chunks: Buffer[] = []
  const sheets = ['첫째', 'a/b: "c"', '셋째'].map((title, index) => ({
    title,
    heads: ['place', 'text'],
    pieces: pieces(index, 2, seen),
  }))
  for await (const chunk of workbookOf(sheets)) chunks.push(chunk as Buffer)
  const read = await readWorkbook(Buffer.concat(chunks))
  expect(read.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['첫째', 1],
    ['a b   c ', 3],
    ['셋째', 5],
  ])
  expect(read[2]?.data.map(([place]) => place)).toEqual(['place', '0/0', '0/1', '1/0', '1/1'])
})

it('keeps texts that look like escapes or formulas, and drops what XML does not allow', async () => {
  const texts = ['_x0041_', '_x005F_', 'a_x000D_b', '=1+1', '+82 10', '-5', '@이름', '＝1', 'a\u0000b', '<&>"']
  const folder = await mkdtemp(join(tmpdir(), 'escape-'))
  const path = join(folder, 'a.xlsx')
  await writeFile(path, Buffer.concat(await excelOf('_x0041_', texts, rowsOf([texts])).toArray()))
  const [sheet] = await readSheets(path, 'a.xlsx')
  await rm(folder, { recursive: true })
  const expected = texts.map((text) => text.replace('\u0000', ''))
  expect(sheet?.name).toBe('_x0041_')
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual([expected, expected])
  // Another reader decodes the escapes too, and sees the apostrophe that keeps a formula inert.
  const other = await readWorkbook(Buffer.concat(await excelOf('a', texts, rowsOf([])).toArray()))
  expect(other[0]?.data[0]).toEqual(expected.map((text) => (/^[=+\-@＝]/.test(text) ? `'${text}` : text)))
})

it('does not buffer a workbook for a reader that stops', async () => {
  const seen = { taken: 0 }
  const out = workbookOf([{ title: '하나', heads: ['place', 'text'], pieces: pieces(5000, 100, seen) }])
  await new Promise((resolve) => out.once('readable', resolve))
  for (let turns = 0; turns < 2000; turns += 1) await turn()
  const first = seen.taken
  expect(first).toBeLessThan(40)
  // After 3 MB have been read, only as many more chunks are produced.
  let bytes = 0
  for await (const chunk of out) {
    bytes += (chunk as Buffer).length
    if (bytes > 3_000_000) break
  }
  expect(seen.taken).toBeGreaterThan(first)
  expect(seen.taken).toBeLessThan(first + 200)
})

it('finishes reading before the download starts, unless the workbook is large', async () => {
  const over: string[] = []
  const begin = (name: string, count: number, seen: { taken: number }) =>
    workbookWithin(async (give) => {
      await give([{ title: name, heads: ['place', 'text'], pieces: pieces(count, 100, seen) }])
      over.push(name)
    })
  const [small, large] = [{ taken: 0 }, { taken: 0 }]
  const [taken] = [await begin('small', 20, small), await begin('large', 5000, large)]
  await expect.poll(() => over).toEqual(['small'])
  for (let turns = 0; turns < 2000; turns += 1) await turn()
  expect(over).toEqual(['small'])
  expect(large.taken).toBeLessThan(600)
  const read = await readWorkbook(Buffer.concat(await taken.toArray()))
  expect(read[0]?.data).toHaveLength(2001)
})

it('fails before the first sheet, and breaks off after it, if reading fails', async () => {
  const refused = workbookWithin(() => Promise.reject(new Error('no such fair')))
  await expect(refused).rejects.toThrow('no such fair')
  async function* broken(): AsyncGenerator<string[][]> {
    yield [['one']]
    throw new Error('the database has gone')
  }
  const out = await workbookWithin((give) => give([{ title: 'a', heads: ['a'], pieces: broken() }]))
  await expect(out.toArray()).rejects.toThrow('the database has gone')
})
