// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { smtpPort } from '#kit/ports/mail.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { participations } from '#match/participants/table.ts'
import { messages } from '#people/messages/contract.ts'
import { sendingRecipients } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import { settings as settingContract } from '#platform/settings/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { freeTimes, matchings } from '../../table.ts'

const api = prepareTestApi()
let staff: Actor
const listener = new MailServer()
beforeAll(async () => {
  await buildSetting(api.context, { mail: { senderName: '대청', senderAddress: 'office@daecheong.example' } })
  api.services.mail = smtpPort(await listener.listen())
  staff = await api.actor(['console', 'console:fairs', 'console:messages', 'console:setting'])
})
afterAll(() => listener.close())

const client = (actor = staff) => api.client(messages, actor)

interface Party {
  userId: string
  profileId: string
  email: string
}
let fairId: string
let slots: { id: string; startsAt: Date; endsAt: Date }[]
const createParty = async (
  role: 'seller' | 'buyer',
  { state = 'approved' as const, locale = 'ko' as 'ko' | 'en' | 'cn' } = {},
): Promise<Party> => {
  const { userId } = await api.actor([], { kind: 'COMPANY' })
  const email = `${role}-${userId}@example.com`
  await api.services.database.update(users).set({ email, locale }).where(eq(users.id, userId))
  const { id: profileId } = await buildProfile(api.context, { role, userId })
  await buildParticipation(api.context, { fairId, profileId, state })
  return { userId, profileId, email }
}

let seller: Party
let met: Party
let drawn: Party
let silent: Party
beforeEach(async () => {
  const fair = await buildFair(api.context, { tables: 4, rooms: 4, inHours: 48 })
  fairId = fair.id
  slots = await listOpenSlots(api.context, fairId)
  seller = await createParty('seller')
  met = await createParty('buyer', { locale: 'en' })
  drawn = await createParty('buyer', { locale: 'cn' })
  silent = await createParty('buyer')
  for (const buyer of [met, drawn])
    await buildTimes(api.context, { fairId, buyerId: buyer.profileId, slots: slots.slice(0, 3).map(({ id }) => id) })
  const [slot] = slots
  if (!slot) throw new Error('The fair has no slot')
  await buildMatching(api.context, {
    fairId,
    sellerId: seller.profileId,
    buyerId: met.profileId,
    state: 'confirmed',
    way: 'online',
    slotId: slot.id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    place: 1,
  })
})

const draft = (filter: object) => ({
  channel: 'mail' as const,
  purpose: 'notice' as const,
  subject: { ko: '안내', en: 'Notice' },
  html: { ko: '<p>{회사} 귀중</p>', en: '<p>Dear {company}</p>' },
  audience: {
    by: 'group' as const,
    group: { kind: 'fair', title: '참가자', filter: { fair: fairId, ...filter } as Record<string, string | number> },
  },
})
const found = async (filter: object) => {
  const { gate } = await client().gate({ body: draft(filter) })
  return gate
}
const namesOf = async (filter: object) => {
  const { sending } = await client().createSending({ body: draft(filter) })
  await client().send({ params: { id: sending._id }, body: { updatedAt: sending.updatedAt } })
  await jobHandlers(api.services).runSending?.({ id: sending._id })
  const rows = await api.services.database
    .select({ userId: sendingRecipients.userId })
    .from(sendingRecipients)
    .where(eq(sendingRecipients.sendingId, sending._id))
  return rows.map(({ userId }) => userId).sort()
}
const ids = (...parties: Party[]) => parties.map(({ userId }) => userId).sort()
const dayOf = (moment: Date) => new Date(moment.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error: CallRefused) => `${error.status} ${Object.keys(error.refusal.fields ?? {}).join()}`.trim(),
  )

describe('a message to the participants of a fair', () => {
  it.each([
    ['all participants', {}, () => [seller, met, drawn, silent]],
    ['buyers', { role: 'buyer' }, () => [met, drawn, silent]],
    ['participants with a meeting', { leastMeetings: 1 }, () => [seller, met]],
    ['participants without a meeting', { mostMeetings: 0 }, () => [drawn, silent]],
    ['buyers without free times', { times: 'none' }, () => [silent]],
    ['participants of one language', { locale: 'cn' }, () => [drawn]],
    ['approved sellers only', { state: 'approved', role: 'seller' }, () => [seller]],
  ])('reaches %s', async (_name, filter, wanted) => {
    const parties = wanted()
    expect((await found(filter)).total).toBe(parties.length)
    expect(await namesOf(filter)).toEqual(ids(...parties))
  })

  it('reaches participants with a meeting on a day in Seoul, and not those of the next day', async () => {
    const [first] = slots
    if (!first) throw new Error('The fair has no slot')
    expect(await namesOf({ day: dayOf(first.startsAt) })).toEqual(ids(seller, met))
    expect((await found({ day: dayOf(new Date(first.startsAt.getTime() + 86_400_000)) })).total).toBe(0)
  })

  it('counts recipients by language and previews the message in each language', async () => {
    const { languages, samples } = await found({})
    expect(languages).toEqual([
      { locale: 'ko', count: 2 },
      { locale: 'en', count: 1 },
      { locale: 'cn', count: 1 },
    ])
    expect(samples.map(({ locale }) => locale)).toEqual(['ko', 'en'])
    expect(samples[1]?.html).toContain('Dear ')
  })

  it('selects recipients when sending begins, not when the message is written', async () => {
    const { sending } = await client().createSending({ body: draft({ times: 'none' }) })
    await buildTimes(api.context, { fairId, buyerId: silent.profileId, slots: slots.slice(0, 1).map(({ id }) => id) })
    await api.services.database.delete(freeTimes).where(eq(freeTimes.buyerId, drawn.profileId))
    await client().send({ params: { id: sending._id }, body: { updatedAt: sending.updatedAt } })
    await jobHandlers(api.services).runSending?.({ id: sending._id })
    const rows = await api.services.database
      .select({ userId: sendingRecipients.userId })
      .from(sendingRecipients)
      .where(eq(sendingRecipients.sendingId, sending._id))
    expect(rows.map(({ userId }) => userId)).toEqual([drawn.userId])
  })

  it('records each recipient once when many processes begin sending concurrently', async () => {
    const { sending } = await client().createSending({ body: draft({}) })
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const stamp = { params: { id: sending._id }, body: { updatedAt: sending.updatedAt } }
    const answers = await Promise.allSettled(Array.from({ length: 16 }, () => client().send(stamp, key)))
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    await Promise.all(Array.from({ length: 16 }, () => jobHandlers(api.services).runSending?.({ id: sending._id })))
    const { rows } = await api.services.database.execute<{ all: number; one: number }>(sql`
      SELECT count(*)::int AS all, count(DISTINCT user_id)::int AS one FROM sending_recipients
      WHERE sending_id = ${sending._id}`)
    expect(rows).toEqual([{ all: 4, one: 4 }])
  })

  it('records recipients more than once when reading before writing (control)', async () => {
    await api.services.database.execute(sql`CREATE TABLE naive_recipients (sending_id uuid, user_id uuid)`)
    const { sending } = await client().createSending({ body: draft({}) })
    const haveLooked = createBarrier(16)
    const run = async () => {
      const { rows: recipients } = await api.services.database.execute(sql`
        SELECT FROM naive_recipients WHERE sending_id = ${sending._id}`)
      await haveLooked()
      if (recipients.length > 0) return
      await api.services.database.execute(sql`
        INSERT INTO naive_recipients (sending_id, user_id)
        SELECT ${sending._id}, profile.user_id FROM participations AS part JOIN match_profiles AS profile ON profile.id = part.profile_id
        WHERE part.fair_id = ${fairId}`)
    }
    await Promise.all(Array.from({ length: 16 }, run))
    const { rows } = await api.services.database.execute<{ all: number; one: number }>(sql`
      SELECT count(*)::int AS all, count(DISTINCT user_id)::int AS one FROM naive_recipients`)
    expect(rows[0]?.one).toBe(4)
    expect(rows[0]?.all).toBeGreaterThan(4)
  })
})

describe('the audience of a fair', () => {
  it.each([
    ['an unknown group', { kind: 'nobody', title: '–', filter: {} }],
    ['an invalid filter', { kind: 'fair', title: '–', filter: { fair: 'x' } }],
    ['a negative number', { kind: 'fair', title: '–', filter: { leastMeetings: -1 } }],
    ['a missing group', null],
  ])('rejects %s', async (_name, group) => {
    const body = { ...draft({}), audience: { by: 'group' as const, group } }
    expect(await refused(client().createSending({ body }))).toBe('400 audience.group')
    expect(await refused(client().gate({ body }))).toBe('400 audience.group')
  })

  it('denies the count and the sending to staff without read access to fairs', async () => {
    const other = await api.actor(['console', 'console:messages'])
    expect(await refused(client(other).gate({ body: draft({}) }))).toBe('403')
    expect(await refused(client(other).createSending({ body: draft({}) }))).toBe('403')
    const { sending } = await client().createSending({ body: draft({}) })
    const stamp = { params: { id: sending._id }, body: { updatedAt: sending.updatedAt } }
    expect(await refused(client(other).send(stamp))).toBe('403')
  })

  it('rejects sending to an empty audience', async () => {
    const { sending } = await client().createSending({ body: draft({ state: 'refused' }) })
    const stamp = { params: { id: sending._id }, body: { updatedAt: sending.updatedAt } }
    expect(await refused(client().send(stamp))).toBe('400 audience')
  })

  it('rejects the audience while Match is switched off', async () => {
    const settings = api.client(settingContract, staff)
    const leave = async (match: boolean) => {
      const { setting } = await settings.get()
      await settings.update({ body: { modules: { ...setting.modules, match }, updatedAt: setting.updatedAt } })
    }
    await leave(false)
    try {
      expect(await refused(client().gate({ body: draft({}) }))).toBe('400 audience.group')
    } finally {
      await leave(true)
    }
  })

  it('no longer counts a participant who has left the fair', async () => {
    await api.services.database
      .update(participations)
      .set({ state: 'withdrawn' })
      .where(eq(participations.profileId, silent.profileId))
    await api.services.database
      .update(matchings)
      .set({ state: 'cancelled', slotId: null, startsAt: null, endsAt: null, place: null, way: null })
      .where(eq(matchings.fairId, fairId))
    expect((await found({ state: 'approved', mostMeetings: 0 })).total).toBe(3)
  })
})
