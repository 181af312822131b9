import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashToken, newRefreshToken, signAccessToken } from '#kit/auth/tokens.ts'
import type { Context } from '#kit/server/context.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { sessions } from '#people/auth/table.ts'
import { consents } from '#people/consents/table.ts'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { listenToEvents } from '#test/server/record-notifications.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { deleteReleasedVersion, storeReleasedVersion } from '../../plan-release/server/release-plan.ts'
import { matchingUnreleased, meetingReminders } from '../../table.ts'
import { remindMeetings, sendReminder } from './send-reminders.ts'

const minute = 60_000
const hour = 60 * minute

const api = prepareTestApi()
const crowd = prepareCrowd(api)
const sentSms: { to: string; text: string }[] = []
beforeAll(async () => {
  api.services.sms = {
    send: async (sms) => {
      sentSms.push(sms)
      return sms.id
    },
  }
})

/** Runs the queue job that delivers a message. */
const deliverMail = (context: Context, id: string) =>
  api.services.modules.find(({ name }) => name === 'messages')?.jobs?.deliverMail?.(context, { id })

let phones = 0
const phone = () => {
  phones += 1
  return `+8210${String(55_000_000 + phones)}`
}

const createParty = async (role: 'seller' | 'buyer', fairId: string) => {
  const actor = await api.actor([], { kind: 'COMPANY' })
  const own = { email: `${role}-${actor.userId}@example.com`, phone: phone() }
  await api.services.database.update(users).set(own).where(eq(users.id, actor.userId))
  const profile = await buildProfile(api.context, { role, userId: actor.userId })
  await buildParticipation(api.context, { fairId, profileId: profile.id })
  return { ...own, actor, profile, client: api.client(contract, actor) }
}
type Party = Awaited<ReturnType<typeof createParty>>

const agreeToTexts = (one: Party) =>
  api.services.database.insert(consents).values({
    id: api.context.newId(),
    userId: one.actor.userId,
    subject: 'channel:SMS',
    given: true,
    how: 'me',
    at: api.context.now(),
  })

const messagesTo = async (...to: string[]) =>
  api.services.database.select().from(outbox).where(inArray(outbox.recipient, to)).orderBy(outbox.createdAt)
/** Returns the reminder mails to a party; text messages have no subject. */
const remindersTo = async (one: Party) =>
  (await messagesTo(one.email)).filter(({ subject }) => /하루 전|곧 시작/.test(subject))

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let slots: Awaited<ReturnType<typeof listOpenSlots>>
beforeEach(async () => {
  fair = await buildFair(api.context, { inHours: 60, tables: 2, rooms: 2 })
  seller = await createParty('seller', fair.id)
  buyer = await createParty('buyer', fair.id)
  slots = await listOpenSlots(api.context, fair.id)
})

/** Logs the account in again, because its earlier session has expired. */
const logInAgain = async ({ actor }: Party) => {
  const now = api.clock.now()
  const session = { userId: actor.userId, sessionId: api.clock.newId(), refreshToken: newRefreshToken() }
  await api.services.database.insert(sessions).values({
    id: session.sessionId,
    userId: session.userId,
    tokenHash: hashToken(session.refreshToken),
    createdAt: now,
    usedAt: now,
  })
  const accessToken = await signAccessToken(api.services.secret, { ...session, scope: [] }, now.getTime())
  Object.assign(actor, { ...session, accessToken })
}
/** Advances the clock to `before` milliseconds before a slot starts. */
const goTo = async (index: number, before: number) => {
  api.clock.forward((slots[index]?.startsAt.getTime() ?? 0) - before - api.clock.now().getTime())
  for (const one of [seller, buyer]) await logInAgain(one)
}
const slot = (index: number) => slots[index]?.id ?? ''
const reason = '일정이 바뀌었습니다.'

/** Arranges a meeting of the two companies in a slot through the API. */
const meet = async (index = 0, way: 'online' | 'offline' = 'online') => {
  const params = { fair: fair.id }
  await buyer.client.setTimes({ params, body: { times: slots.map(({ id }) => ({ slot: id, way })) } })
  const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profile.id } })
  await seller.client.offer({ params: { id: matching._id }, body: { slots: [slot(index)] } })
  await buyer.client.confirm({ params: { id: matching._id }, body: { slot: slot(index) } })
  return matching._id
}

describe('a reminder of a confirmed meeting', () => {
  it('reaches both sides a day and ten minutes before, by mail, and by text message after consent', async () => {
    await agreeToTexts(buyer)
    const id = await meet(0, 'offline')
    await goTo(0, 24 * hour + minute)
    await remindMeetings(api.context)
    expect(await remindersTo(buyer)).toEqual([])

    await goTo(0, 24 * hour)
    for (let times = 0; times < 3; times += 1) await remindMeetings(api.context)
    await goTo(0, 10 * minute)
    for (let times = 0; times < 3; times += 1) await remindMeetings(api.context)
    for (const one of [seller, buyer]) {
      const [day, soon, ...more] = await remindersTo(one)
      expect(more).toEqual([])
      expect(day?.subject).toContain('상담 하루 전 안내')
      expect(soon?.subject).toContain('곧 시작하는 상담')
      expect(soon?.text).toContain('1번 테이블')
      expect(soon?.text).toContain(`/me/matchings/${id}`)
    }
    expect((await messagesTo(seller.phone)).length).toBe(0)
    const texts = await messagesTo(buyer.phone)
    expect(texts.map(({ channel, text }) => [channel, text.split(':')[0]])).toEqual([
      ['sms', '상담 하루 전 안내'],
      ['sms', '곧 시작하는 상담'],
    ])
    for (const { id: text } of texts) await deliverMail(api.context, text)
    expect(sentSms.map(({ to }) => to)).toEqual([buyer.phone, buyer.phone])
  })

  it("links to the room of an online meeting, in the reader's language", async () => {
    await api.services.database.update(users).set({ locale: 'en' }).where(eq(users.id, buyer.actor.userId))
    const id = await meet()
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    const mail = (await messagesTo(buyer.email)).at(-1)
    expect(mail?.subject).toContain('Starting soon')
    expect(mail?.text).toContain(`/en/match/meet/${id}`)
  })

  it('updates open screens', async () => {
    const id = await meet()
    await goTo(0, 9 * minute)
    const listener = await listenToEvents(api.database)
    await remindMeetings(api.context)
    const [line = '{}'] = await listener.lines()
    await listener.close()
    expect(JSON.parse(line)).toMatchObject({
      topic: 'matchings',
      id,
      users: [seller.actor.userId, buyer.actor.userId],
    })
  })

  it('is not sent a day before for a meeting arranged later, only ten minutes before', async () => {
    await goTo(0, 5 * hour)
    await meet()
    await remindMeetings(api.context)
    expect(await remindersTo(seller)).toEqual([])
    await goTo(0, 8 * minute)
    await remindMeetings(api.context)
    expect((await remindersTo(seller)).map(({ subject }) => subject)).toEqual([expect.stringContaining('곧 시작')])
  })

  it('is not sent while a change of the meeting is unreleased', async () => {
    const id = await meet()
    await api.services.database.update(fairs).set({ released: false }).where(eq(fairs.id, fair.id))
    await storeReleasedVersion(api.context, id)
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    expect(await remindersTo(buyer)).toEqual([])
    await deleteReleasedVersion(api.context, id)
    await remindMeetings(api.context)
    expect(await remindersTo(buyer)).toHaveLength(1)
  })

  it('is sent once the change is released, even if its announcement is delayed', async () => {
    const id = await meet()
    await storeReleasedVersion(api.context, id)
    await api.services.database.update(matchingUnreleased).set({ releasedAt: api.context.now() })
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    expect(await remindersTo(buyer)).toHaveLength(1)
  })

  it('is not sent to a locked account', async () => {
    await meet()
    await api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, buyer.actor.userId))
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    expect([(await remindersTo(buyer)).length, (await remindersTo(seller)).length]).toEqual([0, 1])
  })
})

describe('a reminder of a changed meeting', () => {
  it('is not sent after a cancellation, and is withdrawn if it was not delivered', async () => {
    await api.services.database.update(fairs).set({ changeHours: 0 }).where(eq(fairs.id, fair.id))
    const id = await meet()
    await goTo(0, 24 * hour)
    await remindMeetings(api.context)
    // A temporary failure: the delivery would be retried.
    const [waiting] = await remindersTo(buyer)
    await api.services.database
      .update(outbox)
      .set({ attempts: 2 })
      .where(eq(outbox.id, waiting?.id ?? ''))
    await buyer.client.cancel({ params: { id }, body: { reason } })
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    for (const one of [seller, buyer]) expect((await remindersTo(one)).map(({ state }) => state)).toEqual(['withdrawn'])
  })

  it('is sent for the new time, never for the old one', async () => {
    const id = await meet()
    await goTo(0, 24 * hour)
    await remindMeetings(api.context)
    const desk = api.client(contract, await api.actor(['console', 'console:fairs']))
    await desk.moveFor({ params: { id }, body: { slot: slot(6), reason } })
    // The new slot is three hours later, so its day-before reminder is still due.
    await goTo(6, 24 * hour)
    await remindMeetings(api.context)
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    await goTo(6, 9 * minute)
    await remindMeetings(api.context)
    expect(
      (await remindersTo(seller)).map(({ subject, state }) => [subject.split(': ')[0]?.split('] ')[1], state]),
    ).toEqual([
      ['상담 하루 전 안내', 'withdrawn'],
      ['상담 하루 전 안내', 'waiting'],
      ['곧 시작하는 상담', 'waiting'],
    ])
  })

  it('is not delivered after the meeting has begun, however long the mail server was down', async () => {
    const server = new MailServer()
    await buildSender(api, await server.listen())
    await meet()
    await goTo(0, 9 * minute)
    await remindMeetings(api.context)
    const [late] = await remindersTo(buyer)
    api.clock.forward(10 * minute)
    await deliverMail(api.context, late?.id ?? '')
    // A message without `forgetAt` is still sent.
    const other = await queueMail(api.context, { to: buyer.email, about: null, subject: '안내', html: '<p>안내</p>' })
    await deliverMail(api.context, other.id)
    await server.close()
    api.services.mail = undefined
    const states = new Map((await messagesTo(buyer.email)).map(({ id, state }) => [id, state]))
    expect([states.get(late?.id ?? ''), states.get(other.id)]).toEqual(['failed', 'sent'])
    expect(server.received).toHaveLength(1)
  })
})

/** Creates meetings of distinct companies, all in one slot. */
const manyMeetings = async (count: number): Promise<{ ids: string[]; emails: string[] }> => {
  const many = await buildFair(api.context, { inHours: 60, rooms: count })
  const [first] = await listOpenSlots(api.context, many.id)
  if (!first) throw new Error('The fair has no slot')
  const [ids, emails]: [string[], string[]] = [[], []]
  for (let index = 0; index < count; index += 1) {
    const [sells, buys] = [await createParty('seller', many.id), await createParty('buyer', many.id)]
    await buildTimes(api.context, { fairId: many.id, buyerId: buys.profile.id, slots: [first.id] })
    const { id } = await buildMatching(api.context, {
      fairId: many.id,
      sellerId: sells.profile.id,
      buyerId: buys.profile.id,
      state: 'confirmed',
      way: 'online',
      slotId: first.id,
      startsAt: first.startsAt,
      endsAt: first.endsAt,
      place: index + 1,
    })
    ids.push(id)
    emails.push(sells.email, buys.email)
  }
  api.clock.forward(first.startsAt.getTime() - 9 * minute - api.clock.now().getTime())
  return { ids, emails }
}

describe('concurrent reminder processes', { tags: ['deep'] }, () => {
  it('remind of each meeting once', async () => {
    const { emails } = await manyMeetings(3)
    await Promise.all(Array.from({ length: 16 }, () => remindMeetings(api.context)))
    const sent = await messagesTo(...emails)
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(emails.toSorted())
  })

  it('remind more than once when reading before writing (control)', { tags: ['deep'] }, async () => {
    const { ids } = await manyMeetings(1)
    await crowd.pool.query('CREATE TABLE naive_reminders (matching_id uuid)')
    await crowd.readThenAct(
      () => crowd.pool.query('SELECT FROM naive_reminders WHERE matching_id = $1', [ids[0]]),
      async ({ rows }) => {
        if (rows.length === 0) await crowd.pool.query('INSERT INTO naive_reminders VALUES ($1)', [ids[0]])
      },
    )
    const { rows } = await crowd.pool.query<{ count: number }>('SELECT count(*)::int FROM naive_reminders')
    expect(rows[0]?.count).toBeGreaterThan(1)
  })

  it('leave no reminder of a meeting that is cancelled concurrently', { tags: ['deep'] }, async () => {
    // Without a change deadline the meeting can be cancelled at any time.
    await api.services.database.update(fairs).set({ changeHours: 0 }).where(eq(fairs.id, fair.id))
    for (let round = 0; round < 6; round += 1) {
      const id = await meet(round)
      await goTo(round, 9 * minute)
      const params = { id }
      await Promise.all([
        sendReminder(api.context, id, 'soon'),
        buyer.client.cancel({ params, body: { reason } }),
        sendReminder(api.context, id, 'soon'),
      ])
      expect((await buyer.client.open({ params })).matching.state).toBe('cancelled')
      expect(await api.context.database.$count(meetingReminders, eq(meetingReminders.matchingId, id))).toBe(0)
      const left = await messagesTo(seller.email, buyer.email)
      expect(left.filter(({ subject, state }) => subject.includes('곧 시작') && state !== 'withdrawn')).toEqual([])
      // Go back in time to arrange the next meeting in another slot.
      api.clock.forward(-40 * hour)
      for (const one of [seller, buyer]) await logInAgain(one)
    }
  })

  it('lose and repeat no reminder when two of them are killed', async () => {
    const { emails } = await manyMeetings(40)
    const worker = fileURLToPath(new URL('../../../../../test/processes/reminding-process.ts', import.meta.url))
    const begin = (): ChildProcess =>
      spawn(process.execPath, [worker, api.database.url, api.clock.now().toISOString()], {
        env: { ...process.env, DATA_DIR: api.services.settings.dataDirectory },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    const written = () => api.context.database.$count(outbox, inArray(outbox.recipient, emails))
    const end = async (child: ChildProcess, after: number) => {
      await vi.waitFor(async () => expect(await written()).toBeGreaterThanOrEqual(after), {
        timeout: 120_000,
        interval: 1,
      })
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    await end(begin(), 8)
    // Kill one of two concurrent workers.
    const [killed, survivor] = [begin(), begin()]
    const survived = once(survivor, 'exit')
    await end(killed, 30)
    expect(await survived).toEqual([0, null])
    const sent = await messagesTo(...emails)
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(emails.toSorted())
  }, 240_000)
})
