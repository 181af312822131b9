import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { programs } from '#auction/programs/contract.ts'
import { buildProgram } from '#auction/programs/factory.ts'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { works } from './contract.ts'
import { buildWork, workInput } from './factory.ts'
import { tellNotices } from './jobs.ts'
import { auctionWorks } from './table.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const staff = async () => api.client(works, await api.actor(['console', 'console:auction']))

it('gets the next number, also while several are hung at once', async () => {
  const client = await staff()
  const { id: program } = await buildProgram(api.context)
  await Promise.all(Array.from({ length: 6 }, () => client.create({ body: workInput(program) })))
  const { works: list } = await client.list({ query: { program, sort: 'lot' } })
  expect(list.map(({ lot }) => lot)).toEqual([1, 2, 3, 4, 5, 6])
  const ends = list.map(({ endsAt }) => Date.parse(endsAt ?? ''))
  expect(ends.map((end) => end - (ends[0] ?? 0))).toEqual([0, 60_000, 120_000, 180_000, 240_000, 300_000])
})

it('ends by its place, which changes with the order until somebody bids', async () => {
  const client = await staff()
  const first = await buildWork(api.context)
  const second = await buildWork(api.context, { program: first.program })
  const params = { id: first.program }
  const { works: ordered } = await client.order({ params, body: { works: [second.id, first.id] } })
  expect(ordered.map(({ _id, lot }) => [_id, lot])).toEqual([
    [second.id, 1],
    [first.id, 2],
  ])
  expect(ordered[0]?.endsAt).toBe(first.endsAt?.toISOString())
  await expect(client.order({ params, body: { works: [first.id] } })).rejects.toMatchObject({ status: 409 })
  await buildBid(api.context, { work: first, userId: (await buildUser(api.context)).id, amount: 100_000 })
  await expect(client.order({ params, body: { works: [first.id, second.id] } })).rejects.toMatchObject({ status: 409 })
  const { work } = await client.get({ params: { id: first.id } })
  const change = client.update({ params: { id: first.id }, body: { startPrice: 10, updatedAt: work.updatedAt } })
  await expect(change).rejects.toMatchObject({ status: 409 })
})

it('is not removed once somebody has bid, nor is its programme', async () => {
  const client = await staff()
  const { id, program } = await buildWork(api.context)
  await buildBid(api.context, { work: { id, program }, userId: (await buildUser(api.context)).id, amount: 100_000 })
  const used = { status: 409, refusal: { code: 'in_use' } }
  await expect(client.remove({ params: { id } })).rejects.toMatchObject(used)
  const desk = api.client(programs, await api.actor(['console', 'console:auction']))
  await expect(desk.remove({ params: { id: program } })).rejects.toMatchObject(used)
})

it('refuses a reserve below the start and a hall of another programme', async () => {
  const client = await staff()
  const hall = api.context.newId()
  await buildProgram(api.context, { halls: [{ _id: hall, name: { ko: '다른 전시장' } }] })
  const { id: program } = await buildProgram(api.context)
  await expect(client.create({ body: workInput(program, { reserve: 10 }) })).rejects.toMatchObject({ status: 400 })
  await expect(client.create({ body: workInput(program, { hall }) })).rejects.toMatchObject({ status: 400 })
})

it('is shown with its lot, and its condition report on demand; a programme that is not shown hides it', async () => {
  const { id } = await buildWork(api.context)
  const hidden = await buildWork(api.context, { program: (await buildProgram(api.context, { visible: false })).id })
  const visitor = api.client(works)
  expect((await visitor.open({ params: { id } })).work).toMatchObject({ title: '물결 04', hasCondition: true })
  expect((await visitor.lot({ params: { id } })).lot).toMatchObject({ state: 'open', price: null, next: 100_000 })
  expect((await visitor.condition({ params: { id } })).condition.text).toContain('눌림')
  for (const call of [visitor.open, visitor.lot, visitor.condition])
    await expect(call({ params: { id: hidden.id } })).rejects.toMatchObject({ status: 404 })
})

it('tells who asked for it ten minutes before the end, once', async () => {
  const work = await buildWork(api.context)
  const member = api.client(works, await api.actor([], { email: 'waits@mail.example' }))
  expect((await member.setNotice({ params: { id: work.id }, body: { on: true } })).notice.on).toBe(true)
  await tellNotices(api.context)
  const mails = () => api.context.database.select().from(outbox).where(sql`recipient = 'waits@mail.example'`)
  expect(await mails()).toEqual([])
  const soon = sql`clock_timestamp() + interval '5 minutes'`
  await api.context.database.update(auctionWorks).set({ dueAt: soon, endsAt: soon }).where(eq(auctionWorks.id, work.id))
  await Promise.all([tellNotices(api.context), tellNotices(api.context)])
  expect(await mails()).toHaveLength(1)
})

it('shows staff no maximum of an open lot: neither where a change is stale nor in the log', async () => {
  const work = await buildWork(api.context)
  await buildBid(api.context, { work, userId: (await buildUser(api.context)).id, kind: 'maximum', amount: 987_000 })
  const client = await staff()
  const params = { id: work.id }
  const refused = await client.update({ params, body: { made: '2025', updatedAt: '2020-01-01T00:00:00.000Z' } }).then(
    () => null,
    (reason: CallRefused) => reason,
  )
  expect(refused?.refusal.code).toBe('stale')
  expect(JSON.stringify(refused?.refusal)).not.toContain('987000')
  const { work: current } = await client.get({ params })
  await client.update({ params, body: { made: '2025', updatedAt: current.updatedAt } })
  const { rows } = await api.context.database.execute<{ said: string }>(
    sql`SELECT concat(before, after) AS said FROM audit WHERE entity = 'works' AND entity_id::text = ${work.id}`,
  )
  expect(rows).not.toEqual([])
  for (const { said } of rows) expect(said).not.toContain('987000')
})

it('is withdrawn while it runs, but not from who led it at its end', async () => {
  const client = await staff()
  const [running, ended] = [await buildWork(api.context), await buildWork(api.context)]
  await buildBid(api.context, { work: ended, userId: (await buildUser(api.context)).id, amount: 100_000 })
  await endLot(api.context, ended.id)
  const withdraw = (id: string) => client.withdraw({ params: { id }, body: { reason: '위탁자가 거두어 갔습니다.' } })
  expect((await withdraw(running.id)).work.state).toBe('withdrawn')
  for (const id of [running.id, ended.id]) await expect(withdraw(id)).rejects.toMatchObject({ status: 409 })
})
