import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { works } from '#auction/works/contract.ts'
import { buildWork, workInput } from '#auction/works/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { auctions } from '../contract.ts'
import { auctionInput, buildAuction } from '../factory.ts'
import { calculateBuyerTotal } from '../rules.ts'
import { notifyCancelled } from './notify-cancelled.ts'

const api = prepareTestApi()

const staff = async () => api.client(auctions, await api.actor(['console', 'console:auction']))

describe('an auction', () => {
  it('has rooms, which cannot be removed while they contain works', async () => {
    const client = await staff()
    const { program } = await client.create({
      body: auctionInput(api.context.now(), { halls: [{ name: { ko: '1층 너른홀' } }] }),
    })
    const [hall] = program.halls
    await buildWork(api.context, { program: program._id, hall: hall?._id ?? '' })
    const open = await api.client(auctions).hall({ params: { hall: hall?._id ?? '' } })
    expect(open).toMatchObject({ hall: { name: '1층 너른홀', works: 1 }, program: { _id: program._id, lots: 1 } })
    const change = client.update({ params: { id: program._id }, body: { halls: [], updatedAt: program.updatedAt } })
    await expect(change).rejects.toMatchObject({ status: 409 })
  })

  it('rejects a duplicate room, and hiding while there are bids', async () => {
    const client = await staff()
    const hall = { _id: api.context.newId(), name: { ko: '1층 너른홀' } }
    const twice = client.create({ body: auctionInput(api.context.now(), { halls: [hall, hall] }) })
    await expect(twice).rejects.toMatchObject({ status: 400 })
    const work = await buildWork(api.context)
    const params = { id: work.program }
    const { program } = await client.get({ params })
    await buildBid(api.context, { work, userId: (await buildUser(api.context)).id, amount: 100_000 })
    const hide = client.update({ params, body: { visible: false, updatedAt: program.updatedAt } })
    await expect(hide).rejects.toMatchObject({ status: 409 })
  })

  it('keeps the ends of its lots when other fields are saved after a pause, or a lot is withdrawn', async () => {
    const client = await staff()
    const first = await buildWork(api.context)
    const second = await buildWork(api.context, { program: first.program })
    const params = { id: first.program }
    await client.stop({ params, body: { reason: '확인' } })
    await api.context.database.execute(
      sql`UPDATE auction_programs SET stopped_at = stopped_at - interval '5 minutes' WHERE id = ${first.program}`,
    )
    const { program } = await client.resume({ params, body: {} })
    const desk = api.client(works, await api.actor(['console', 'console:auction']))
    const readEnd = async () => (await desk.get({ params: { id: second.id } })).work.endsAt
    const moved = await readEnd()
    expect(Date.parse(moved ?? '') - (second.endsAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(300_000)
    // The form sends every field.
    const { visible, firstEnd, lotSeconds, hardMinutes, updatedAt } = program
    await client.update({
      params,
      body: { title: { ko: '새 이름' }, visible, firstEnd, lotSeconds, hardMinutes, updatedAt },
    })
    expect(await readEnd()).toBe(moved)
    await desk.withdraw({ params: { id: first.id }, body: { reason: '위탁자가 거두어 갔습니다.' } })
    // A new lot opens them all again.
    await desk.create({ body: workInput(first.program) })
    expect(await readEnd()).toBe(moved)
  })

  it('is cancelled with a public reason, withdraws its lots and notifies registered bidders once', async () => {
    const client = await staff()
    const work = await buildWork(api.context)
    const ended = await buildWork(api.context, { program: work.program })
    const coming = await buildWork(api.context, { program: work.program })
    const params = { id: work.program }
    const { id: userId } = await buildUser(api.context, { email: 'called-off@mail.example' })
    for (const lot of [work, ended]) await buildBid(api.context, { work: lot, userId, amount: 100_000 })
    await endLot(api.context, ended.id)
    await expect(client.cancel({ params, body: { reason: '' } })).rejects.toMatchObject({ status: 400 })
    const cancelled = await Promise.allSettled(
      Array.from({ length: 4 }, () => client.cancel({ params, body: { reason: '위탁자의 사정으로 취소합니다.' } })),
    )
    expect(cancelled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const visitor = api.client(auctions)
    expect((await visitor.open({ params })).program).toMatchObject({
      state: 'cancelled',
      cancelReason: '위탁자의 사정으로 취소합니다.',
    })
    const listed = async (state: 'cancelled' | 'running' | 'over') =>
      (await visitor.published({ query: { state, limit: 100 } })).programs.map(({ _id }) => _id)
    expect(await listed('cancelled')).toContain(work.program)
    expect([...(await listed('running')), ...(await listed('over'))]).not.toContain(work.program)
    // A lot that had ended goes to its leader.
    await closeLots(api.context)
    const desk = api.client(works, await api.actor(['console', 'console:auction']))
    const stateOf = async (id: string) => (await desk.get({ params: { id } })).work.state
    expect(await Promise.all([work.id, ended.id, coming.id].map(stateOf))).toEqual(['withdrawn', 'sold', 'withdrawn'])
    await expect(buildBid(api.context, { work, userId, amount: 200_000 })).rejects.toThrow('ended')
    // A cancelled auction opens no more lots.
    const { work: late } = await desk.create({ body: workInput(work.program) })
    expect(late.state).toBe('draft')
    await expect(client.stop({ params, body: { reason: '확인' } })).rejects.toMatchObject({ status: 409 })
    await notifyCancelled(api.context, { program: work.program })
    const mails = await api.context.database.select().from(outbox).where(sql`recipient = 'called-off@mail.example'`)
    const cancelMails = mails.filter(({ subject }) => subject === '[겨울의 결] 경매가 취소되었습니다')
    expect(cancelMails).toHaveLength(1)
    expect(cancelMails[0]?.text).toContain('위탁자의 사정으로 취소합니다.')
  })

  it('rejects an end before its start, and increments that do not begin at 0', async () => {
    const client = await staff()
    const now = api.context.now()
    await expect(client.create({ body: auctionInput(now, { endsIn: -7200 }) })).rejects.toMatchObject({ status: 400 })
    await expect(
      client.create({ body: auctionInput(now, { increments: [{ from: 1000, step: 10 }] }) }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('keeps its rules after a bid, also when bid and change are concurrent', async () => {
    const client = await staff()
    for (let round = 0; round < 5; round += 1) {
      const work = await buildWork(api.context)
      const { id: userId } = await buildUser(api.context)
      const { program } = await client.get({ params: { id: work.program } })
      const [bid, change] = await Promise.allSettled([
        buildBid(api.context, { work, userId, amount: 100_000 }),
        client.update({ params: { id: work.program }, body: { premium: 2000, updatedAt: program.updatedAt } }),
      ])
      expect(bid.status).toBe('fulfilled')
      // Either the change came first, or the bid did and the rules stayed.
      const { program: after } = await client.get({ params: { id: work.program } })
      expect(after.premium).toBe(change.status === 'fulfilled' ? 2000 : 1500)
      await expect(
        client.update({ params: { id: work.program }, body: { premium: 100, updatedAt: after.updatedAt } }),
      ).rejects.toMatchObject({ status: 409 })
    }
  })
})

describe('a registration', () => {
  it('requires accepting the terms, and again after they change', async () => {
    const program = await buildAuction(api.context)
    const member = api.client(auctions, await api.actor([]))
    const params = { id: program.id }
    expect((await member.entry({ params })).entry).toMatchObject({ state: null, mayBid: false })
    await expect(member.enter({ params, body: { termsVersion: 2 } })).rejects.toMatchObject({ status: 409 })
    expect((await member.enter({ params, body: { termsVersion: 1 } })).entry).toMatchObject({ mayBid: true })
    const client = await staff()
    const { program: current } = await client.get({ params })
    await client.update({ params, body: { terms: { ko: '새 약관' }, updatedAt: current.updatedAt } })
    expect((await member.entry({ params })).entry).toMatchObject({ mayBid: false, termsVersion: 2 })
  })

  it('keeps the first acceptance of the terms, and is approved once approval is no longer required', async () => {
    const program = await buildAuction(api.context, { entry: 'approval' })
    const member = api.client(auctions, await api.actor([]))
    const params = { id: program.id }
    const enter = () => member.enter({ params, body: { termsVersion: 1 } })
    const readAcceptance = async () => {
      const { rows } = await api.context.database.execute<{ at: string }>(
        sql`SELECT accepted_at::text AS at FROM auction_entries WHERE program_id = ${program.id}`,
      )
      return rows[0]?.at
    }
    expect((await enter()).entry.state).toBe('waiting')
    const first = await readAcceptance()
    const client = await staff()
    const { program: current } = await client.get({ params })
    await client.update({ params, body: { entry: 'open', updatedAt: current.updatedAt } })
    expect((await enter()).entry).toMatchObject({ state: 'approved', mayBid: true })
    expect(await readAcceptance()).toBe(first)
  })

  it('is decided by staff if the auction requires approval, and the member is notified', async () => {
    const program = await buildAuction(api.context, { entry: 'approval' })
    const actor = await api.actor([], { email: 'asks@mail.example' })
    const member = api.client(auctions, actor)
    const params = { id: program.id }
    expect((await member.enter({ params, body: { termsVersion: 1 } })).entry).toMatchObject({
      state: 'waiting',
      mayBid: false,
    })
    const client = await staff()
    const [entry] = (await client.entries({ params })).entries
    const decide = (state: 'approved' | 'refused', reason = '') =>
      client.decide({ params: { id: program.id, entry: entry?._id ?? '' }, body: { state, reason } })
    await expect(decide('refused')).rejects.toMatchObject({ status: 400 })
    await decide('approved')
    expect((await member.entry({ params })).entry.mayBid).toBe(true)
    const mails = await api.context.database.select().from(outbox).where(sql`recipient = 'asks@mail.example'`)
    expect(mails.map(({ subject }) => subject)).toEqual(['[겨울의 결] 응찰이 승인되었습니다'])
  })
})

it('calculates premium and VAT in whole won', () => {
  expect(calculateBuyerTotal(4_600_000, 1500)).toEqual({
    hammer: 4_600_000,
    premium: 690_000,
    vat: 69_000,
    total: 5_359_000,
  })
  expect(calculateBuyerTotal(33, 1250)).toEqual({ hammer: 33, premium: 4, vat: 0, total: 37 })
})
