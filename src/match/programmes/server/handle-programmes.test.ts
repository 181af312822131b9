import { expect, it } from 'vitest'
import { buildCompany, createBusinessNumber } from '#people/companies/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { programmes as contract } from '../contract.ts'
import { buildEntry } from '../factory.ts'

const api = prepareTestApi()

const staff = async () => api.client(contract, await api.actor(['console', 'console:fairs']))

const row = (line: number, cells: object = {}) => ({
  line,
  programme: '어워드',
  year: '2025',
  businessNumber: createBusinessNumber(),
  company: '누리상회',
  ceo: '차누리',
  category: '생활용품',
  address: '',
  product: '',
  ...cells,
})

it('imports valid new rows of a sheet and reports a verdict for every other row', async () => {
  const client = await staff()
  const existing = await buildEntry(api.context)
  const fresh = row(2)
  const rows = [
    fresh,
    row(3, { year: '이천', businessNumber: '123' }),
    row(4, { businessNumber: existing.businessNumber }),
    { ...fresh, line: 5 },
    row(6, { programme: 'rookie' }),
  ]
  const checked = await client.check({ body: { rows } })
  expect(checked.rows.map(({ verdict }) => verdict)).toEqual(['new', 'faulty', 'known', 'known', 'new'])
  expect(Object.keys(checked.rows[1]?.faults ?? {}).sort()).toEqual(['businessNumber', 'year'])
  expect((await client.import({ body: { rows } })).added).toBe(2)
  expect((await client.import({ body: { rows } })).added).toBe(0)
  expect((await client.list({ query: { programme: 'rookie' } })).total).toBe(1)
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
