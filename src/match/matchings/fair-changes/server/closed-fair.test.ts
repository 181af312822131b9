import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Phase } from '#match/fairs/contract.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildParticipation } from '#match/participants/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { answerOf, buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildTimes } from '../../factory.ts'
import { closeMeetings } from '../../follow-up/server/close-past-meetings.ts'
import { matchingEvents } from '../../table.ts'
import { recordFairNotices } from './notify-participants.ts'

// Acts on a meeting while its fair is paused or closed.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let params: { id: string }
beforeEach(async () => {
  fair = await buildFair(api.context, { inHours: 72, tables: 2 })
  const [slot = ''] = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  seller = await buildParty(api, { role: 'seller', fairId: fair.id })
  buyer = await buildParty(api, { role: 'buyer', fairId: fair.id })
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId, way: 'offline' })
  const request = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
  params = { id: request.matching._id }
  await seller.client.offer({ params, body: { slots: [slot] } })
  await buyer.client.confirm({ params, body: { slot } })
})
const put = (phase: Phase) => api.services.database.update(fairs).set({ phase }).where(eq(fairs.id, fair.id))
const body = { reason: '비행기가 늦습니다.' }
const mails = () => api.services.database.$count(outbox)
const open = async () => (await buyer.client.open({ params })).matching

describe('a meeting in a fair that arranges no meetings', () => {
  it('cannot be reopened, stays confirmed, and can be cancelled', async () => {
    const [mailCount, before] = [await mails(), await open()]
    for (const phase of ['draft', 'recruiting', 'expired'] as const) {
      await put(phase)
      for (const { client } of [buyer, seller]) expect(await answerOf(client.move({ params, body }))).toBe('409 fair')
      expect(await open()).toMatchObject({ state: 'confirmed', meeting: before.meeting, events: before.events })
    }
    expect(await mails()).toBe(mailCount)
    await put('applying')
    expect(await answerOf(seller.client.move({ params, body }))).toBe('allowed')
    expect(await open()).toMatchObject({ state: 'requested' })
    await put('expired')
    expect(await answerOf(buyer.client.cancel({ params, body }))).toBe('allowed')
  })

  it('stays confirmed if the fair closes while a company waits to reopen it', async () => {
    const operator = await crowd.pool.connect()
    try {
      await operator.query('BEGIN')
      await operator.query('SELECT FROM matchings WHERE id = $1 FOR UPDATE', [params.id])
      const moved = answerOf(seller.client.move({ params, body }))
      const waitingQuery = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(async () => (await crowd.pool.query(waitingQuery)).rows[0].count).toBeGreaterThan(0)
      await operator.query(`UPDATE fairs SET phase = 'expired' WHERE id = $1`, [fair.id])
      await operator.query('COMMIT')
      expect(await moved).toBe('409 fair')
    } finally {
      operator.release()
    }
    expect(await open()).toMatchObject({ state: 'confirmed' })
  })

  it('is lost when the fair is read before the meeting is reopened (control)', { tags: ['deep'] }, async () => {
    await crowd.pool.query(`CREATE TABLE naive_fair AS SELECT 'ongoing' AS phase`)
    await crowd.pool.query(`CREATE TABLE naive_meeting AS SELECT 'confirmed' AS state`)
    const [operator, company] = [await crowd.pool.connect(), await crowd.pool.connect()]
    try {
      await operator.query('BEGIN')
      await operator.query('SELECT FROM naive_meeting FOR UPDATE')
      const { rows } = await company.query('SELECT phase FROM naive_fair')
      const moved = rows[0].phase === 'ongoing' && company.query(`UPDATE naive_meeting SET state = 'requested'`)
      await operator.query(`UPDATE naive_fair SET phase = 'expired'`)
      await operator.query('COMMIT')
      await moved
    } finally {
      operator.release()
      company.release()
    }
    const { rows } = await crowd.pool.query('SELECT phase, state FROM naive_fair, naive_meeting')
    expect(rows).toEqual([{ phase: 'expired', state: 'requested' }])
  })
})

describe('a request', () => {
  it('is refused after the last session, or if all free times of the buyer are past', async () => {
    const past = await buildFair(api.context, { inHours: -72 })
    const other = await buildParty(api, { role: 'seller', fairId: fair.id })
    const days = [-72, 72].map((hours) => {
      const startAt = new Date(api.context.now().getTime() + hours * 3_600_000)
      return { startAt: startAt.toISOString(), endAt: new Date(startAt.getTime() + 1_800_000).toISOString() }
    })
    const [first, second] = days
    if (!first || !second) throw new Error('The fair has too few days')
    const half = await buildFair(api.context, { startsAt: first.startAt, endsAt: second.endAt, sessions: days })
    for (const { id: fairId } of [past, half])
      for (const profileId of [buyer.profileId, other.profileId])
        await buildParticipation(api.context, { fairId, profileId })
    const [gone = '', ahead = ''] = (await listOpenSlots(api.context, half.id)).map(({ id }) => id)
    await buildTimes(api.context, { fairId: past.id, buyerId: buyer.profileId })
    await buildTimes(api.context, { fairId: half.id, buyerId: buyer.profileId, slots: [gone] })
    const ask = (of: { id: string }) =>
      answerOf(buyer.client.request({ body: { fair: of.id, seller: other.profileId } }))
    const mailCount = await mails()
    expect([await ask(past), await ask(half)]).toEqual(['409 fair', '409 times'])
    expect(await mails()).toBe(mailCount)
    await buildTimes(api.context, { fairId: half.id, buyerId: buyer.profileId, slots: [ahead] })
    expect(await ask(half)).toBe('allowed')
  })
})

describe('a meeting that was suspended with its fair', () => {
  const rating = { fit: 5, preparation: 4, outcome: 3 }
  const later = async (hours: number) => {
    for (let left = hours; left > 0; left -= 24) {
      api.clock.forward(Math.min(left, 24) * 3_600_000)
      for (const { actor } of [buyer, seller]) {
        const headers = { authorization: `Bearer ${actor.refreshToken}` }
        const renewed = await api.request({ url: '/api/auth/accessToken', headers })
        actor.accessToken = renewed.json<{ accessToken: string }>().accessToken
      }
    }
  }
  const unrated = async () =>
    (await buyer.client.mine({ query: {} })).matchings.find(({ _id }) => _id === params.id)?.unrated
  const change = (phase: Phase) =>
    api.context.transaction(async (within) => {
      const [before] = await within.database.select().from(fairs).where(eq(fairs.id, fair.id)).for('no key update')
      const [after] = await within.database.update(fairs).set({ phase }).where(eq(fairs.id, fair.id)).returning()
      if (before && after) await recordFairNotices(within, before, after)
    })

  it('cannot be reported as a no-show, rated or held until it has another time', async () => {
    await change('draft')
    await later(73)
    const attempts = [
      () => buyer.client.noShow({ params, body }),
      () => seller.client.noShow({ params, body }),
      () => buyer.client.rate({ params, body: rating }),
    ]
    for (const attempt of attempts) expect(await answerOf(attempt())).toBe('409 fair')
    expect(await unrated()).toBe(false)
    await later(72)
    await closeMeetings(api.context)
    expect(await open()).toMatchObject({ state: 'confirmed' })
    // The fair returns only after the time of the meeting.
    await change('ongoing')
    expect(await unrated()).toBe(false)
    expect(await answerOf(buyer.client.rate({ params, body: rating }))).toBe('409 fair')
    // The operator has since moved the meeting and notified both companies.
    await api.services.database
      .update(matchingEvents)
      .set({ action: 'move' })
      .where(eq(matchingEvents.action, 'confirm'))
    await api.services.database.execute(sql`
      UPDATE matching_events SET seq = DEFAULT WHERE matching_id = ${params.id} AND action = 'move'`)
    expect(await unrated()).toBe(true)
    expect(await answerOf(buyer.client.noShow({ params, body }))).toBe('allowed')
  })

  it('takes place if its fair returns before it', async () => {
    await change('draft')
    await change('ongoing')
    await later(73)
    expect(await unrated()).toBe(true)
    expect(await answerOf(buyer.client.rate({ params, body: rating }))).toBe('allowed')
    expect(await open()).toMatchObject({ state: 'held' })
  })
})
