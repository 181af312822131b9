import { expect, it } from 'vitest'
import { buildAuction } from '#auction/auctions/factory.ts'
import { buildAuthor } from '#auction/authors/factory.ts'
import { buildConsignor } from '#auction/consignors/factory.ts'
import { CallRefused } from '#kit/client.ts'
import { media } from '#kit/files/contract.ts'
import { excelOf } from '#kit/spreadsheet/write-workbook.ts'
import { form, photograph } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { works } from '../contract.ts'
import { sheetColumns, sheets } from '../contract-sheet.ts'
import { parseNumberCell, parsePictureNames } from '../rules-sheet.ts'
import { auctionWorks } from '../table.ts'

const api = prepareTestApi()

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const staff = () => api.actor(['console', 'console:auction', 'console:media', 'console:upload'])

const sheetOf = async (rows: Partial<Record<(typeof sheetColumns)[number], string>>[]) => {
  const pieces = (async function* () {
    yield rows.map((row) => sheetColumns.map((column) => row[column] ?? ''))
  })()
  const parts: Buffer[] = []
  for await (const part of excelOf('작품', sheetColumns, pieces)) parts.push(part as Buffer)
  return form('file', ['works.xlsx', Buffer.concat(parts), excel])
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
    Array.from({ length: 3 }, async () => client.importSheet({ params: { id }, form: await sheetOf(rows.slice(2)) })),
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
  expect(sheet.faults.map(({ row, cells }) => [row, ...cells.map(({ column, value }) => [column, value])])).toEqual([
    [3, ['title', '']],
    [4, ['startPrice', '']],
    [5, ['startPrice', '백만']],
    [6, ['author', '없는사람']],
    [7, ['pictures', '없음.jpg']],
    [8, ['estimateHigh', '200000'], ['reserve', '50000']],
  ])
  const before = await api.context.database.$count(auctionWorks)
  await expect(client.importSheet({ params: { id }, form: await sheetOf(rows) })).rejects.toMatchObject({ status: 400 })
  expect(await api.context.database.$count(auctionWorks)).toBe(before)
})

it('rejects a file that is not a sheet of works', async () => {
  const { id } = await buildAuction(api.context)
  const client = api.client(sheets, await staff())
  const check = async (sent: FormData) =>
    client.checkSheet({ params: { id }, form: sent }).then(
      () => 'taken',
      (error: unknown) => (error instanceof CallRefused ? error.status : String(error)),
    )
  expect(await check(form('file', ['works.xlsx', Buffer.from('no sheet'), excel]))).toBe(400)
  expect(await check(await sheetOf([]))).toBe(400)
  expect(await check(await sheetOf(Array.from({ length: 301 }, () => ({ title: '많음', startPrice: '1' }))))).toBe(400)
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
