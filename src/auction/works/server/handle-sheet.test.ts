import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildAuction } from '#auction/auctions/factory.ts'
import { buildAuthor } from '#auction/authors/factory.ts'
import { buildConsignor } from '#auction/consignors/factory.ts'
import { CallRefused } from '#kit/client.ts'
import { media } from '#kit/files/contract.ts'
import { workbookType } from '#kit/files/file-types.ts'
import { excelOf } from '#kit/spreadsheet/write-workbook.ts'
import { form, photograph } from '#test/files/sample-files.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { works } from '../contract.ts'
import { sheetColumns, sheets } from '../contract-sheet.ts'
import { parseNumberCell, parsePictureNames } from '../rules-sheet.ts'
import { auctionWorks } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const staff = () => api.actor(['console', 'console:auction', 'console:media', 'console:upload'])

/** Each client has its own address, so that rate limits do not apply. */
let desks = 0
const desk = async () => {
  desks += 1
  return api.client(sheets, await staff(), 'ko', `10.8.1.${desks}`)
}

const sheetOf = async (rows: Partial<Record<(typeof sheetColumns)[number], string>>[]) => {
  const pieces = (async function* () {
    yield rows.map((row) => sheetColumns.map((column) => row[column] ?? ''))
  })()
  const parts: Buffer[] = []
  for await (const part of excelOf('작품', sheetColumns, pieces)) parts.push(part as Buffer)
  return form('file', ['works.xlsx', Buffer.concat(parts), workbookType])
}

const upload = async (name: string) => {
  const client = api.client(media, await staff())
  const { medium } = await client.upload({ form: form('file', [name, await photograph(400, 500), 'image/jpeg']) })
  return medium._id
}

it('imports the works of a file after the existing ones, with pictures by name, in one transaction', async () => {
  const hall = api.context.newId()
  const { id } = await buildAuction(api.context, { halls: [{ _id: hall, name: { ko: '1층 너른홀' } }] })
  const author = await buildAuthor(api.context, { name: { ko: '채이랑' } })
  const consignor = await buildConsignor(api.context, { name: '화랑 물결' })
  // As macOS writes it: decomposed, and with another letter case.
  const front = await upload('앞면.JPG'.normalize('NFD'))
  const back = await upload('back.jpg')
  const later = await upload('back.jpg')
  const rows = [
    {
      title: '달과 매화',
      titleEn: 'Moon and Plum',
      author: '채이랑',
      hall: '1층 너른홀',
      consignor: '화랑 물결',
      width: '800',
      height: '1000',
      startPrice: '2,500,000',
      reserve: '2,600,000원',
      pictures: '앞면.jpg, back.jpg',
    },
    {},
    { title: '둥근 것', startPrice: '1000000' },
  ]
  const client = api.client(sheets, await staff())
  const { sheet } = await client.checkSheet({ params: { id }, form: await sheetOf(rows) })
  expect(sheet.faults).toEqual([])
  expect(sheet.works).toMatchObject([
    { row: 2, title: '달과 매화', author: '채이랑', startPrice: 2_500_000, pictures: [{ _id: front }, { _id: later }] },
    { row: 4, title: '둥근 것', pictures: [] },
  ])
  expect(back).not.toBe(later)
  expect(await client.importSheet({ params: { id }, form: await sheetOf(rows) })).toEqual({ imported: 2 })
  const desk = api.client(works, await staff())
  const { works: hung } = await desk.list({ query: { program: id, sort: 'lot' } })
  expect(hung.map(({ lot, title, state }) => [lot, title.ko, state])).toEqual([
    [1, '달과 매화', 'open'],
    [2, '둥근 것', 'open'],
  ])
  expect((await desk.get({ params: { id: hung[0]?._id ?? '' } })).work).toMatchObject({
    author: author.id,
    consignor: consignor.id,
    hall,
    reserve: 2_600_000,
    width: 800,
  })
  // Two concurrent imports get consecutive lot numbers.
  await Promise.all(
    Array.from({ length: 3 }, async (_, index) =>
      client.importSheet({ params: { id }, form: await sheetOf([{ title: `둥근 것 ${index}`, startPrice: '1' }]) }),
    ),
  )
  const { works: all } = await desk.list({ query: { program: id, sort: 'lot' } })
  expect(all.map(({ lot }) => lot)).toEqual([1, 2, 3, 4, 5])
})

it('reports the faults of each row with their columns and values, and imports nothing if there is one', async () => {
  const { id } = await buildAuction(api.context)
  const client = api.client(sheets, await staff())
  const rows = [
    { title: '좋은 줄', startPrice: '100000' },
    { title: '', startPrice: '100000' },
    { title: '값 없음', startPrice: '' },
    { title: '글자 값', startPrice: '백만' },
    { title: '모르는 작가', startPrice: '100000', author: '없는사람' },
    { title: '없는 사진', startPrice: '100000', pictures: '없음.jpg' },
    { title: '추정가', startPrice: '100000', estimateLow: '300000', estimateHigh: '200000', reserve: '50000' },
  ]
  const { sheet } = await client.checkSheet({ params: { id }, form: await sheetOf(rows) })
  expect(sheet.works.map(({ row }) => row)).toEqual([2])
  expect(sheet.faults.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'title', ''],
    [4, 'startPrice', ''],
    [5, 'startPrice', '백만'],
    [6, 'author', '없는사람'],
    [7, 'pictures', '없음.jpg'],
    [8, 'estimateHigh', '200000'],
    [8, 'reserve', '50000'],
  ])
  const before = await api.context.database.$count(auctionWorks)
  await expect(client.importSheet({ params: { id }, form: await sheetOf(rows) })).rejects.toMatchObject({ status: 400 })
  expect(await api.context.database.$count(auctionWorks)).toBe(before)
})

it('imports the same sheet once, however often it is sent at once, and again only on request', {
  tags: ['deep'],
}, async () => {
  const { id } = await buildAuction(api.context)
  const rows = [{ title: '한 번만', startPrice: '100000' }]
  const send = async (query: { again?: string } = {}) =>
    (await desk()).importSheet({ params: { id }, query, form: await sheetOf(rows) }).then(
      () => 201,
      (error: unknown) => (error instanceof CallRefused ? error.status : String(error)),
    )
  const statuses = await Promise.all(Array.from({ length: 8 }, () => send()))
  expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)])
  const count = () => api.context.database.$count(auctionWorks, eq(auctionWorks.program, id))
  expect(await count()).toBe(1)
  expect(await send({ again: 'true' })).toBe(201)
  expect(await count()).toBe(2)

  // The naive version looks for an earlier import, then writes.
  await crowd.pool.query('CREATE TABLE naive_imports (digest text)')
  await crowd.readThenAct(
    () => crowd.pool.query(`SELECT 1 FROM naive_imports WHERE digest = 'a'`).then(({ rowCount }) => rowCount),
    async (found) => {
      if (found === 0) await crowd.pool.query(`INSERT INTO naive_imports VALUES ('a')`)
    },
  )
  const { rows: naive } = await crowd.pool.query('SELECT count(*)::int AS imports FROM naive_imports')
  expect(naive[0].imports).toBeGreaterThan(1)
})

it('rejects a file that is not a sheet of works', async () => {
  const { id } = await buildAuction(api.context)
  const client = await desk()
  const check = async (sent: FormData) =>
    client.checkSheet({ params: { id }, form: sent }).then(
      () => 'taken',
      (error: unknown) => (error instanceof CallRefused ? error.status : String(error)),
    )
  expect(await check(form('file', ['works.xlsx', Buffer.from('no sheet'), workbookType]))).toBe(400)
  const tooLong = await sheetOf(Array.from({ length: 301 }, () => ({ title: '많음', startPrice: '1' })))
  for (const form of [await sheetOf([]), tooLong]) {
    const { sheet } = await client.checkSheet({ params: { id }, form })
    expect(sheet).toMatchObject({ works: [], preview: [], layout: { notice: expect.any(String) } })
    await expect(client.importSheet({ params: { id }, form })).rejects.toMatchObject({ status: 400 })
  }
  const member = api.client(sheets, await api.actor([]))
  await expect(member.checkSheet({ params: { id }, form: await sheetOf([]) })).rejects.toMatchObject({ status: 403 })
  await expect(
    client.checkSheet({ params: { id: api.context.newId() }, form: await sheetOf([]) }),
  ).rejects.toMatchObject({ status: 404 })
})

it('parses numbers as people write them', () => {
  expect(['', '1,200,000', '300원', '1167.0', '12.5', '백만', '-3'].map(parseNumberCell)).toEqual([
    null,
    1_200_000,
    300,
    1167,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
  expect(parsePictureNames(' a.jpg, b.jpg;c.jpg\n')).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})
