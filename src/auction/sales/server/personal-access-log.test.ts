import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { bids } from '#auction/bids/contract.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { sales } from '../contract.ts'
import { buildSale } from '../factory.ts'

const api = prepareTestApi()

const readAccessLog = async (userId: string) => {
  const { rows } = await api.context.database.execute<Record<'act' | 'entity' | 'about' | 'of' | 'reason', string>>(
    sql`SELECT action AS act, entity, entity_id AS about, after ->> 'of' AS of, after ->> 'reason' AS reason,
      after ->> 'count' AS count FROM audit WHERE actor_id = ${userId} ORDER BY id`,
  )
  return rows.map(({ act, entity, about, of, reason }) => [`${act} ${entity}`, about, of, reason])
}

it('logs staff access to the names of buyers and bidders once in ten minutes, and no refused access', async () => {
  const buyer = await api.actor([], { name: '남궁새로', email: 'namgung@mail.example' })
  const sale = await buildSale(api.context, { userId: buyer.userId })
  const [work] = await api.context.database.select().from(auctionWorks).where(sql`id = ${sale.workId}`)
  const program = work?.program ?? ''
  const staff = await api.actor(['console', 'console:auction:read'])
  for (let time = 0; time < 2; time += 1) {
    await api.client(sales, staff).list({ query: {} })
    await api.client(sales, staff).get({ params: { id: sale.id } })
    await api.client(bids, staff).deskHistory({ params: { work: sale.workId } })
    await api.client(auctions, staff).entries({ params: { id: program } })
  }
  expect(await readAccessLog(staff.userId)).toEqual([
    ['list sales', null, null, null],
    ['read sales', sale.id, buyer.userId, null],
    ['read bids', sale.workId, null, null],
    ['list entries', null, null, null],
  ])
  const stranger = await api.actor(['console'])
  await expect(api.client(sales, stranger).list({ query: {} })).rejects.toMatchObject({ status: 403 })
  const missing = api.client(sales, stranger).get({ params: { id: api.context.newId() } })
  await expect(missing).rejects.toMatchObject({ status: 403 })
  expect(await readAccessLog(stranger.userId)).toEqual([])
  // Buyers reading their own purchase are not logged.
  await api.client(sales, buyer).open({ params: { id: sale.id } })
  expect(await readAccessLog(buyer.userId)).toEqual([])
})

it('requires a reason for every export of sales, which contains names but no addresses', async () => {
  const buyer = await api.actor([], { name: '남궁새로', email: 'namgung-sheet@mail.example' })
  const sale = await buildSale(api.context, { userId: buyer.userId })
  const [work] = await api.context.database.select().from(auctionWorks).where(sql`id = ${sale.workId}`)
  const params = { id: work?.program ?? '' }
  const staff = await api.actor(['console', 'console:auction'])
  const desk = api.client(sales, staff)
  for (const reason of ['', '   a ', 'x'.repeat(301)])
    await expectRefusal(desk.excel({ params, body: { reason } }), 400, 'reason')
  expect(await readAccessLog(staff.userId)).toEqual([])
  for (const reason of ['행사 정산', '다시 정산']) {
    const { sales } = await desk.excel({ params, body: { reason } })
    expect(sales).toMatchObject([{ user: { name: '남궁새로', email: null } }])
  }
  expect(await readAccessLog(staff.userId)).toEqual([
    ['export sales', null, null, '행사 정산'],
    ['export sales', null, null, '다시 정산'],
  ])
  const { rows } = await api.context.database.execute("SELECT a::text AS line FROM audit AS a WHERE entity = 'sales'")
  expect(JSON.stringify(rows)).not.toMatch(/남궁새로|namgung/)
})
