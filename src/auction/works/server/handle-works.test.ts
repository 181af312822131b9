import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildAuction } from '#auction/auctions/factory.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { buildAuthor } from '#auction/authors/factory.ts'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { works } from '../contract.ts'
import { buildWork, workInput } from '../factory.ts'
import { auctionWorks } from '../table.ts'
import { sendEndNotices } from './send-end-notices.ts'

const api = prepareTestApi()

const staff = async () => api.client(works, await api.actor(['console', 'console:auction']))

it('gets the next lot number, also with concurrent creation', { tags: ['deep'] }, async () => {
  const client = await staff()
  const { id: program } = await buildAuction(api.context)
  await Promise.all(Array.from({ length: 6 }, () => client.create({ body: workInput(program) })))
  const { works: list } = await client.list({ query: { program, sort: 'lot' } })
  expect(list.map(({ lot }) => lot)).toEqual([1, 2, 3, 4, 5, 6])
  const ends = list.map(({ endsAt }) => Date.parse(endsAt ?? ''))
  expect(ends.map((end) => end - (ends[0] ?? 0))).toEqual([0, 60_000, 120_000, 180_000, 240_000, 300_000])
})

it('ends by its position, which can be reordered until the first bid', async () => {
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

it('cannot be deleted after a bid, nor can its auction', async () => {
  const client = await staff()
  const { id, program } = await buildWork(api.context)
  await buildBid(api.context, { work: { id, program }, userId: (await buildUser(api.context)).id, amount: 100_000 })
  const inUse = { status: 409, refusal: { code: 'in_use' } }
  await expect(client.remove({ params: { id } })).rejects.toMatchObject(inUse)
  const desk = api.client(auctions, await api.actor(['console', 'console:auction']))
  await expect(desk.remove({ params: { id: program } })).rejects.toMatchObject(inUse)
})

it('rejects a reserve below the start price and a room of another auction', async () => {
  const client = await staff()
  const hall = api.context.newId()
  await buildAuction(api.context, { halls: [{ _id: hall, name: { ko: '다른 전시장' } }] })
  const { id: program } = await buildAuction(api.context)
  await expect(client.create({ body: workInput(program, { reserve: 10 }) })).rejects.toMatchObject({ status: 400 })
  await expect(client.create({ body: workInput(program, { hall }) })).rejects.toMatchObject({ status: 400 })
})

it('is public with its lot and condition report, unless its auction is hidden', async () => {
  const { id } = await buildWork(api.context)
  const hidden = await buildWork(api.context, { program: (await buildAuction(api.context, { visible: false })).id })
  const visitor = api.client(works)
  expect((await visitor.open({ params: { id } })).work).toMatchObject({ title: '물결 04', hasCondition: true })
  expect((await visitor.lot({ params: { id } })).lot).toMatchObject({ state: 'open', price: null, next: 100_000 })
  expect((await visitor.condition({ params: { id } })).condition.text).toContain('눌림')
  for (const call of [visitor.open, visitor.lot, visitor.condition])
    await expect(call({ params: { id: hidden.id } })).rejects.toMatchObject({ status: 404 })
})

it('is returned with the state of its lot and the years of its artist’s life', async () => {
  const { id: author } = await buildAuthor(api.context, {
    name: { ko: '한도겸', en: 'Han Dogyeom' },
    born: 1971,
  })
  const work = await buildWork(api.context, { author })
  const visitor = api.client(works)
  const { lots } = await visitor.lots({ params: { id: work.program } })
  expect(lots).toMatchObject([{ _id: work.id, state: 'open', price: null }])
  const { work: shown } = await visitor.open({ params: { id: work.id } })
  expect(shown.author).toMatchObject({ name: '한도겸', latin: 'Han Dogyeom', born: 1971, died: null })
  await expect(visitor.lots({ params: { id: author } })).rejects.toMatchObject({ status: 404 })
})

it('notifies subscribers once, ten minutes before the end', async () => {
  const work = await buildWork(api.context)
  const member = api.client(works, await api.actor([], { email: 'waits@mail.example' }))
  expect((await member.setNotice({ params: { id: work.id }, body: { on: true } })).notice.on).toBe(true)
  await sendEndNotices(api.context)
  const mails = () => api.context.database.select().from(outbox).where(sql`recipient = 'waits@mail.example'`)
  expect(await mails()).toEqual([])
  const soon = sql`clock_timestamp() + interval '5 minutes'`
  await api.context.database.update(auctionWorks).set({ dueAt: soon, endsAt: soon }).where(eq(auctionWorks.id, work.id))
  await Promise.all([sendEndNotices(api.context), sendEndNotices(api.context)])
  expect(await mails()).toHaveLength(1)
})

it('sends no end-of-lot notice while its auction is stopped', async () => {
  const work = await buildWork(api.context)
  const member = api.client(works, await api.actor([], { email: 'rests@mail.example' }))
  await member.setNotice({ params: { id: work.id }, body: { on: true } })
  const soon = sql`clock_timestamp() + interval '5 minutes'`
  await api.context.database.update(auctionWorks).set({ dueAt: soon, endsAt: soon }).where(eq(auctionWorks.id, work.id))
  const sendNotices = async (program: Partial<typeof auctionsTable.$inferSelect>) => {
    await api.context.database.update(auctionsTable).set(program).where(eq(auctionsTable.id, work.program))
    await sendEndNotices(api.context)
    return api.context.database.$count(outbox, sql`recipient = 'rests@mail.example'`)
  }
  expect(await sendNotices({ stoppedAt: api.context.now(), stopReason: '확인' })).toBe(0)
  expect(await sendNotices({ stoppedAt: null, stopReason: '' })).toBe(1)
})

it('hides the maximum of an open lot from staff, also in a stale change and in the audit log', async () => {
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

it('can be withdrawn while open, but not after its end', async () => {
  const client = await staff()
  const [running, ended] = [await buildWork(api.context), await buildWork(api.context)]
  await buildBid(api.context, { work: ended, userId: (await buildUser(api.context)).id, amount: 100_000 })
  await endLot(api.context, ended.id)
  const withdraw = (id: string) => client.withdraw({ params: { id }, body: { reason: '위탁자가 거두어 갔습니다.' } })
  expect((await withdraw(running.id)).work.state).toBe('withdrawn')
  for (const id of [running.id, ended.id]) await expect(withdraw(id)).rejects.toMatchObject({ status: 409 })
})

it('becomes the last lot of the auction it is moved to, and leaves the ends of the old auction’s lots unchanged', async () => {
  const client = await staff()
  const hall = api.context.newId()
  const from = await buildAuction(api.context, { halls: [{ _id: hall, name: { ko: '1층 너른홀' } }] })
  const to = await buildAuction(api.context, { endsIn: 7200 })
  const [first, second, third] = [
    await buildWork(api.context, { program: from.id, hall }),
    await buildWork(api.context, { program: from.id, hall }),
    await buildWork(api.context, { program: from.id, hall }),
  ]
  await buildWork(api.context, { program: to.id })
  const work = async (id: string) => (await client.get({ params: { id } })).work
  const move = async (id: string, program: string) =>
    client.update({
      params: { id },
      body: { program, hall: (await work(id)).hall, updatedAt: (await work(id)).updatedAt },
    })
  await move(second.id, to.id)
  expect(await work(second.id)).toMatchObject({
    lot: 2,
    hall: null,
    state: 'open',
    dueAt: new Date(to.firstEnd.getTime() + 60_000).toISOString(),
  })
  // A new lot opens them all again.
  await client.create({ body: workInput(from.id) })
  expect(await work(third.id)).toMatchObject({ lot: 3, endsAt: third.endsAt?.toISOString() })
  expect(await work(first.id)).toMatchObject({ lot: 1, endsAt: first.endsAt?.toISOString() })

  // Concurrent moves get different lot numbers.
  await Promise.all([move(first.id, to.id), move(third.id, to.id)])
  expect([(await work(first.id)).lot, (await work(third.id)).lot].toSorted()).toEqual([3, 4])

  const hidden = await buildAuction(api.context, { visible: false })
  await move(second.id, hidden.id)
  expect(await work(second.id)).toMatchObject({ lot: 1, state: 'draft', dueAt: null, endsAt: null })
  await endLot(api.context, first.id)
  await expect(move(first.id, hidden.id)).rejects.toMatchObject({ status: 409 })
})

it('in an auction that was never public is renumbered when another is deleted', async () => {
  const client = await staff()
  const { id: program } = await buildAuction(api.context, { visible: false })
  const lots = [await buildWork(api.context, { program }), await buildWork(api.context, { program })]
  await client.remove({ params: { id: lots[0]?.id ?? '' } })
  expect((await client.get({ params: { id: lots[1]?.id ?? '' } })).work.lot).toBe(1)
})

it('does not reveal a hidden artist, neither in lists nor in search', async () => {
  const author = await buildAuthor(api.context, { name: { ko: '숨은벼루', en: 'Hidden Inkstone' } })
  const { id } = await buildWork(api.context, { author: author.id })
  const visitor = api.client(works)
  const found = async () => (await visitor.published({ query: { q: '숨은벼루' } })).works.map(({ _id }) => _id)
  const searched = async () =>
    (
      await api.context.database.execute<{ words: string }>(
        sql`SELECT words || content AS words FROM search_entries WHERE record_id = ${id}`,
      )
    ).rows
      .map(({ words }) => words)
      .join()
  expect(await found()).toEqual([id])
  expect(await searched()).toContain('숨은벼루')
  await api.context.database.execute(sql`UPDATE auction_authors SET visible = false WHERE id = ${author.id}`)
  expect(await found()).toEqual([])
  expect((await visitor.published({ query: { author: author.id } })).works).toEqual([])
  expect(await searched()).not.toContain('숨은벼루')
  const desk = await staff()
  expect((await desk.list({ query: { q: '숨은벼루' } })).works.map(({ _id }) => _id)).toEqual([id])
})

it('notifies its bidders when it is withdrawn', async () => {
  const work = await buildWork(api.context)
  const { id: userId } = await buildUser(api.context, { email: 'withdrawn-from@mail.example' })
  await buildBid(api.context, { work, userId, amount: 100_000 })
  const client = await staff()
  await client.withdraw({ params: { id: work.id }, body: { reason: '위탁자가 거두어 갔습니다.' } })
  const mails = await api.context.database.select().from(outbox).where(sql`recipient = 'withdrawn-from@mail.example'`)
  expect(mails.map(({ text }) => text).join()).toContain('위탁자가 거두어 갔습니다.')
})
