import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { answerOf, buildParty, mailsTo, type Party } from '#test/match/build-fair-company.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { board } from '../../schedule-board/contract.ts'
import { matchings } from '../../table.ts'

// The operator acts for a company under that company's rules, on the version the operator saw, and the company is
// always notified.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let slots: string[]
let desk: ReturnType<typeof deskOf>
const deskOf = (actor: Actor) => api.client({ ...contract, ...board }, actor)
beforeEach(async () => {
  fair = await buildFair(api.context, { tables: 2, rooms: 1, inHours: 72, requestLimit: 2 })
  seller = await buildParty(api, { role: 'seller', fairId: fair.id })
  buyer = await buildParty(api, { role: 'buyer', fairId: fair.id, account: { locale: 'en' } })
  slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId, slots: slots.slice(0, 5) })
  desk = deskOf(await api.actor(['console', 'console:fairs']))
})

const slot = (index: number) => slots[index] ?? ''
const reason = '전화로 확인했습니다.'
const request = async () => {
  const { id, updatedAt } = await buildMatching(api.context, {
    fairId: fair.id,
    sellerId: seller.profileId,
    buyerId: buyer.profileId,
  })
  return { params: { id }, seen: { reason, updatedAt: updatedAt.toISOString() } }
}
const offered = async (...at: number[]) => {
  const { params } = await request()
  const { matching } = await seller.client.offer({ params, body: { slots: at.map(slot) } })
  return { params, seen: { reason, updatedAt: matching.updatedAt } }
}
const lastTo = async (one: Party) => (await mailsTo(api, one)).at(-1)
const subjectsTo = async (one: Party) =>
  (await mailsTo(api, one)).map(({ subject }) => subject.replace(/^\[.*?\] |:.*$/g, ''))

describe('the operator acting for a company', () => {
  it('requests for a buyer: mails the seller as usual and tells the buyer who did it and why', async () => {
    const body = { seller: seller.profileId, buyer: buyer.profileId, message: '견본을 보고 싶습니다.', reason }
    const { matching } = await desk.requestFor({ params: { id: fair.id }, body })
    expect(matching.events).toMatchObject([{ action: 'request', side: 'operator', actedFor: 'buyer', reason }])
    expect(await subjectsTo(seller)).toEqual(['상담 요청'])
    expect((await lastTo(seller))?.html).toContain('견본을 보고 싶습니다.')
    expect(await subjectsTo(buyer)).toEqual(['Done for you by the organiser'])
    expect((await lastTo(buyer))?.html).toContain(reason)
    expect((await lastTo(buyer))?.html).toContain('Action: Request')
    // The request counts toward the buyer's own limit.
    expect(await answerOf(desk.requestFor({ params: { id: fair.id }, body }))).toBe('409 seller')
    const others = await Promise.all([1, 2].map(() => buildParty(api, { role: 'seller', fairId: fair.id })))
    const [second, third] = others.map(({ profileId }) => ({ ...body, seller: profileId }))
    if (!second || !third) throw new Error('There is no second seller')
    expect(await answerOf(desk.requestFor({ params: { id: fair.id }, body: second }))).toBe('allowed')
    expect(await answerOf(desk.requestFor({ params: { id: fair.id }, body: third }))).toBe('409 seller')
  })

  it('rejects a request without participation, free times or a reason', async () => {
    const ask = (over: object) => {
      const body = { seller: seller.profileId, buyer: buyer.profileId, reason, ...over }
      return answerOf(desk.requestFor({ params: { id: fair.id }, body }))
    }
    const unseen = await buildParty(api, { role: 'seller', fairId: fair.id, state: 'submitted' })
    const timeless = await buildParty(api, { role: 'buyer', fairId: fair.id })
    expect(await ask({ seller: unseen.profileId })).toBe('404')
    expect(await ask({ buyer: api.context.newId() })).toBe('409 times')
    expect(await ask({ buyer: timeless.profileId })).toBe('409 times')
    expect(await ask({ reason: '  ' })).toBe('400 reason')
    expect(await ask({ seller: buyer.profileId })).toBe('404')
  })

  it('offers up to three of the buyer’s times for a seller, with the reason in history, mail and log', async () => {
    const { params, seen } = await request()
    const { slots: grid } = await desk.slotsFor({ params })
    expect(grid.filter(({ refusal }) => refusal === null).map(({ _id }) => _id)).toEqual(slots.slice(0, 5))
    const offer = (...at: number[]) => desk.offerFor({ params, body: { slots: at.map(slot), ...seen } })
    expect(await answerOf(offer(0, 1, 2, 3))).toBe('400 slots')
    expect(await answerOf(offer(7))).toBe('400 slots')
    expect(await answerOf(offer())).toBe('400 slots')
    const { matching } = await offer(0, 2)
    expect(matching).toMatchObject({ state: 'offered', picks: [{ slot: slot(0) }, { slot: slot(2) }] })
    expect(matching.events.at(-1)).toMatchObject({ action: 'offer', side: 'operator', actedFor: 'seller', reason })
    expect(await subjectsTo(buyer)).toEqual(['Times offered'])
    expect(await subjectsTo(seller)).toEqual(['운영사무국 대신 처리'])
    // The company sees the act in its own history.
    const { matching: own } = await seller.client.open({ params })
    expect(own.events.at(-1)).toMatchObject({ side: 'operator', actedFor: 'seller' })
    const { rows } = await api.services.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'offer' AND entity_id = ${params.id}`,
    )
    expect(rows[0]?.after).toMatchObject({ side: 'operator', actedFor: 'seller', reason })
  })

  it('declines for a seller and withdraws for a buyer', async () => {
    const first = await request()
    const { matching } = await desk.declineFor({ params: first.params, body: first.seen })
    expect(matching.state).toBe('declined')
    expect(matching.events.at(-1)).toMatchObject({ action: 'decline', side: 'operator', actedFor: 'seller' })
    expect(await subjectsTo(buyer)).toEqual(['Request declined'])
    expect(await subjectsTo(seller)).toEqual(['운영사무국 대신 처리'])

    const second = await offered(0)
    const withdrawn = await desk.withdrawFor({ params: second.params, body: second.seen })
    expect(withdrawn.matching).toMatchObject({ state: 'cancelled', picks: [] })
    expect(withdrawn.matching.events.at(-1)).toMatchObject({ action: 'withdraw', actedFor: 'buyer' })
    expect((await lastTo(buyer))?.subject).toContain('Done for you')
    expect((await subjectsTo(seller)).at(-1)).toBe('상담 요청 철회')
  })

  it('confirms for a buyer and invites both sides as usual', async () => {
    const { params, seen } = await offered(1, 2)
    expect(await answerOf(desk.confirmFor({ params, body: { slot: slot(3), ...seen } }))).toBe('409 slot')
    const { matching } = await desk.confirmFor({ params, body: { slot: slot(1), ...seen } })
    expect(matching).toMatchObject({ state: 'confirmed', meeting: { slot: slot(1), place: 1 } })
    expect(matching.events.at(-1)).toMatchObject({ action: 'confirm', side: 'operator', actedFor: 'buyer' })
    const mails = await mailsTo(api, buyer)
    expect(mails.map(({ attachments }) => attachments.length)).toEqual([0, 1, 0])
    expect((await subjectsTo(buyer)).slice(1)).toEqual(['Meeting confirmed', 'Done for you by the organiser'])
    expect((await subjectsTo(seller)).at(-1)).toBe('상담 확정')
    // A confirmed meeting can only be cancelled, by the operator as by its companies.
    const now = { reason, updatedAt: matching.updatedAt }
    expect(await answerOf(desk.withdrawFor({ params, body: now }))).toBe('409')
    expect(await answerOf(desk.declineFor({ params, body: now }))).toBe('409')
    expect(await answerOf(desk.offerFor({ params, body: { slots: [slot(2)], ...now } }))).toBe('409')
  })

  it('requires write access to fairs, a reason and an existing matching', async () => {
    const { params, seen } = await offered(0)
    const reader = deskOf(await api.actor(['console', 'console:fairs:read']))
    const nowhere = { params: { id: api.context.newId() } }
    const calls = (client: typeof desk, at: { params: { id: string } }, body: typeof seen) => [
      () => client.offerFor({ ...at, body: { slots: [slot(1)], ...body } }),
      () => client.confirmFor({ ...at, body: { slot: slot(0), ...body } }),
      () => client.declineFor({ ...at, body }),
      () => client.withdrawFor({ ...at, body }),
    ]
    for (const client of [reader, buyer.client as typeof desk])
      for (const call of calls(client, { params }, seen)) expect(await answerOf(call())).toBe('403')
    for (const call of calls(desk, nowhere, seen)) expect(await answerOf(call())).toBe('404')
    for (const call of calls(desk, { params }, { ...seen, reason: ' ' }))
      expect(await answerOf(call())).toBe('400 reason')
    expect((await buyer.client.open({ params })).matching.state).toBe('offered')
  })

  it('refuses to act on a matching with an unreleased change', async () => {
    const { params, seen } = await request()
    await desk.hold({ params: { id: fair.id } })
    const { placed } = await desk.place({ params, body: { slot: slot(0), updatedAt: seen.updatedAt } })
    const body = { reason, updatedAt: placed.updatedAt }
    expect(await answerOf(desk.withdrawFor({ params, body }))).toBe('409 state')
    expect(await answerOf(desk.declineFor({ params, body }))).toBe('409 state')
    expect(await subjectsTo(buyer)).toEqual([])
  })
})

describe('concurrent acts of the operator and the company', () => {
  const both = async (calls: Promise<unknown>[]) => (await Promise.all(calls.map(answerOf))).toSorted()

  it('lets only one of a decline by the operator and an offer by the seller take effect', {
    tags: ['deep'],
  }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const { params, seen } = await request()
      // A decline after the offer would revoke what the seller has just offered.
      const answers = await both([
        desk.declineFor({ params, body: seen }),
        seller.client.offer({ params, body: { slots: [slot(0)] } }),
      ])
      expect(answers).toEqual([expect.stringMatching(/^409/), 'allowed'])
      const { matching } = await buyer.client.open({ params })
      expect(matching.events).toHaveLength(1)
      await buyer.client.cancel({ params, body: {} }).catch(() => undefined)
    }
  })

  it('confirms one time, not two', { tags: ['deep'] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const { params, seen } = await offered(0, 1)
      const answers = await both([
        desk.confirmFor({ params, body: { slot: slot(0), ...seen } }),
        buyer.client.confirm({ params, body: { slot: slot(1) } }),
      ])
      expect(answers).toEqual([expect.stringMatching(/^409/), 'allowed'])
      const { matching } = await buyer.client.open({ params })
      expect(matching.events.filter(({ action }) => action === 'confirm')).toHaveLength(1)
      await desk.cancelFor({ params, body: { reason } })
    }
  })

  it('creates one request, not two', async () => {
    const body = { seller: seller.profileId, buyer: buyer.profileId, reason }
    const answers = await both([
      ...Array.from({ length: 4 }, () => desk.requestFor({ params: { id: fair.id }, body })),
      ...Array.from({ length: 4 }, () => buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })),
    ])
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(1)
    expect(await api.services.database.$count(matchings, eq(matchings.fairId, fair.id))).toBe(1)
  })

  it('lets both acts take effect when reading before writing (control)', { tags: ['deep'] }, async () => {
    await crowd.pool.query("CREATE TABLE naive_answered (state text DEFAULT 'requested')")
    await crowd.pool.query('CREATE TABLE naive_history (what text)')
    await crowd.pool.query('INSERT INTO naive_answered DEFAULT VALUES')
    await crowd.readThenAct(
      () => crowd.pool.query<{ state: string }>('SELECT state FROM naive_answered'),
      async ({ rows }, index) => {
        if (rows[0]?.state !== 'requested') return
        const to = index % 2 === 0 ? 'declined' : 'offered'
        await crowd.pool.query('UPDATE naive_answered SET state = $1', [to])
        await crowd.pool.query('INSERT INTO naive_history VALUES ($1)', [to])
      },
    )
    const { rows } = await crowd.pool.query('SELECT DISTINCT what FROM naive_history')
    expect(rows).toHaveLength(2)
  })
})
