import { expect, it } from 'vitest'
import { buildCompany, createBusinessNumber } from '#people/companies/factory.ts'
import { buildWorkbook, inlineRow } from '#test/files/build-workbook.ts'
import { form } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { programmes as contract } from '../contract.ts'
import { buildEntry } from '../factory.ts'

const api = prepareTestApi()

const staff = async () => api.client(contract, await api.actor(['console', 'console:fairs']))

const heads = ['프로그램', '연도', '사업자등록번호', '기업명', '대표자', '업종']
const row = (cells: { programme?: string; year?: string; number?: string } = {}) => [
  cells.programme ?? '어워드',
  cells.year ?? '2025',
  cells.number ?? createBusinessNumber(),
  '누리상회',
  '차누리',
  '생활용품',
]
const sheetOf = (rows: string[][]) =>
  form('file', ['list.xlsx', buildWorkbook({ rows: rows.map((cells, index) => inlineRow(index + 1, cells)).join('') })])

it('imports valid new rows of a sheet together, and says what happens to each other row', async () => {
  const client = await staff()
  const existing = await buildEntry(api.context)
  const fresh = row()
  const sheet = sheetOf([
    heads,
    fresh,
    row({ year: '이천', number: '123' }),
    row({ number: existing.businessNumber }),
    fresh,
    row({ programme: 'rookie', year: '2025년' }),
  ])
  const { sheet: checked } = await client.check({ form: sheet })
  expect(checked).toMatchObject({ fresh: 2, known: 2, faulty: 1 })
  expect(checked.preview.map(({ row: number, note }) => [number, note])).toEqual([
    [2, '새로 등록'],
    [3, '오류'],
    [4, '이미 있음'],
    [5, '이미 있음'],
    [6, '새로 등록'],
  ])
  expect(checked.faults.map(({ row: number, column, value }) => [number, column, value])).toEqual([
    [3, 'year', '이천'],
    [3, 'businessNumber', '123'],
  ])
  expect((await client.import({ form: sheet })).added).toBe(2)
  expect(await client.import({ form: sheet })).toMatchObject({ added: 0, known: 4 })
  expect((await client.list({ query: { programme: 'rookie' } })).total).toBe(1)
})

it('imports a list with swapped columns under other headings, below a title, as its headings say', async () => {
  const client = await staff()
  const number = createBusinessNumber()
  const sheet = sheetOf([
    ['2026년 선정 기업 명단'],
    [],
    ['회사명\u200B'.normalize('NFD'), '사업자 번호(필수)', '순번', '대표', '선정 연도', '사업명', '제품명'],
    ['고은공방', number, '1', '하고은', '2026', '루키', '찻잔'],
  ])
  const { sheet: checked } = await client.check({ form: sheet })
  expect(checked).toMatchObject({
    fresh: 1,
    faults: [],
    layout: {
      head: 3,
      missing: [],
      columns: { programme: 5, year: 4, businessNumber: 1, company: 0, ceo: 3, product: 6, address: null },
    },
  })
  expect((await client.import({ form: sheet })).added).toBe(1)
  expect((await client.list({ query: { q: '고은공방' } })).entries).toMatchObject([
    { programme: 'rookie', year: 2026, company: '고은공방', ceo: '하고은', product: '찻잔', category: '' },
  ])
})

it('imports concurrent lists that share companies once each', { tags: ['deep'] }, async () => {
  const rows = Array.from({ length: 5 }, () => row())
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => (await staff()).import({ form: sheetOf([heads, ...rows]) })),
  )
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(5)
})

it('rejects a duplicate entry and callers without permission', async () => {
  const { businessNumber } = await buildEntry(api.context)
  const body = { programme: 'award' as const, year: 2025, businessNumber, company: '(주)구운결' }
  await expect((await staff()).create({ body })).rejects.toMatchObject({ status: 409 })
  await expect(api.client(contract, await api.actor([])).list()).rejects.toMatchObject({ status: 403 })
})

it('returns a company its own entries, or those with only the same name apart from legal form and spaces', async () => {
  const actor = await api.actor([], { kind: 'COMPANY' })
  const company = await buildCompany(api.context, { userId: actor.userId, name: '가온목공' })
  const client = api.client(contract, actor)
  await buildEntry(api.context, { company: '(주) 가온 목공', year: 2024 })
  expect(await client.own()).toEqual({
    entries: [],
    near: [{ company: '(주) 가온 목공', programme: 'award', year: 2024 }],
  })
  const { id } = await buildEntry(api.context, { businessNumber: company.businessNumber })
  expect((await client.own()).entries.map(({ _id }) => _id)).toEqual([id])
})
