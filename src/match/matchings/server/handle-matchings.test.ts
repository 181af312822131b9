import { text as textOf } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildParticipation } from '#match/participants/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { expireHolds } from '../booking/server/expire-offers.ts'
import { readFeed } from '../calendar/server/serve-feed.ts'
import { matchings as contract } from '../contract.ts'
import { buildMatching, buildTimes } from '../factory.ts'
import { matchingPicks, matchings } from '../table.ts'

const api = prepareTestApi()

const clientOf = (actor: Actor) => api.client(contract, actor)

const createParty = (role: 'seller' | 'buyer', fairId: string) => buildParty(api, { role, fairId })

const mailsTo = async ({ actor }: Party) =>
  api.services.database
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, (await userOf(actor)).email ?? ''))
    .orderBy(outbox.createdAt)
const userOf = async ({ userId }: Actor) => {
  const [user] = await api.services.database.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('The account does not exist')
  return user
}

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let slots: string[]
beforeEach(async () => {
  fair = await buildFair(api.context, { tables: 1, rooms: 1, requestLimit: 2 })
  seller = await createParty('seller', fair.id)
  buyer = await createParty('buyer', fair.id)
  slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
})

const slot = (index: number) => slots[index] ?? ''
const times = (...indexes: number[]) => indexes.map((index) => ({ slot: slot(index), way: 'online' as const }))
const setTimes = (by: Party, ...indexes: number[]) =>
  by.client.setTimes({ params: { fair: fair.id }, body: { times: times(...indexes) } })
const request = async (by: Party = buyer, to: Party = seller) =>
  (await by.client.request({ body: { fair: fair.id, seller: to.profile.id } })).matching._id
const offer = (id: string, ...indexes: number[]) =>
  seller.client.offer({ params: { id }, body: { slots: indexes.map(slot) } })
const confirm = (id: string, index: number, by: Party = buyer) =>
  by.client.confirm({ params: { id }, body: { slot: slot(index) } })
const refusalOf = (error: CallRefused) => ({ status: error.status, fields: Object.keys(error.refusal?.fields ?? {}) })
const fieldOf = (call: Promise<unknown>) => call.then(() => null, refusalOf)

describe('a matching', () => {
  it('goes from free times, request and offer to a confirmed meeting', async () => {
    expect(await fieldOf(request())).toEqual({ status: 409, fields: ['times'] })
    const schedule = await setTimes(buyer, 0, 1, 2, 3, 4)
    expect(schedule.slots.filter(({ way }) => way === 'online')).toHaveLength(5)

    const id = await request()
    expect(await fieldOf(request())).toEqual({ status: 409, fields: ['seller'] })
    const grid = await seller.client.schedules({ params: { id } })
    expect(grid.slots.slice(4, 6).map(({ refusal }) => refusal)).toEqual([null, 'not_given'])

    expect(await fieldOf(offer(id, 0, 1, 2, 3))).toEqual({ status: 400, fields: ['slots'] })
    expect(await fieldOf(offer(id, 0, 0))).toEqual({ status: 400, fields: ['slots'] })
    expect(await fieldOf(offer(id, 0, 6))).toEqual({ status: 400, fields: ['slots'] })
    const byBuyer = fieldOf(buyer.client.offer({ params: { id }, body: { slots: [slot(0)] } }))
    expect(await byBuyer).toEqual({ status: 403, fields: [] })
    const offered = await offer(id, 0, 1, 2)
    expect(offered.matching).toMatchObject({ state: 'offered', turn: 'buyer', side: 'seller' })
    expect(offered.matching.picks).toHaveLength(3)
    expect(await fieldOf(setTimes(buyer, 3))).toEqual({ status: 409, fields: ['times'] })

    expect(await fieldOf(confirm(id, 4))).toEqual({ status: 409, fields: ['slot'] })
    expect(await fieldOf(confirm(id, 0, seller))).toMatchObject({ status: 403 })
    const { matching } = await confirm(id, 1)
    expect(matching).toMatchObject({ state: 'confirmed', meeting: { slot: slot(1), way: 'online', place: 1 } })
    expect(matching.picks).toEqual([])
    expect(matching.events.map(({ action }) => action)).toEqual(['request', 'offer', 'confirm'])
    expect(matching.contact?.email).toBe(seller.profile.contactEmail)
    expect(await fieldOf(confirm(id, 2))).toMatchObject({ status: 409 })
    expect(await fieldOf(setTimes(buyer, 0))).toEqual({ status: 409, fields: ['times'] })
    expect((await mailsTo(buyer)).map(({ attachments }) => attachments.length)).toEqual([0, 1])
  })

  it('stores the times of one of two windows that save concurrently', { tags: ['deep'] }, async () => {
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([setTimes(buyer, 0, 1), setTimes(buyer, 2, 3)])
      const { slots: grid } = await buyer.client.schedule({ params: { fair: fair.id } })
      const filledIndexes = grid.flatMap(({ way }, index) => (way ? [index] : []))
      expect([
        [0, 1],
        [2, 3],
      ]).toContainEqual(filledIndexes)
    }
  })

  it('can be declined by the seller and withdrawn by the buyer', async () => {
    await setTimes(buyer, 0)
    const declined = await request()
    const answer = await seller.client.decline({ params: { id: declined }, body: { reason: '수출 준비 중입니다.' } })
    expect(answer.matching).toMatchObject({ state: 'declined', contact: null })
    expect(await fieldOf(offer(declined, 0))).toMatchObject({ status: 409 })

    const withdrawn = await request()
    const { matching } = await buyer.client.cancel({ params: { id: withdrawn }, body: {} })
    expect(matching.state).toBe('cancelled')
  })

  it('ends when the buyer declines the offer, tells the seller why and frees the times', async () => {
    await setTimes(buyer, 0, 1)
    const id = await request()
    const decline = (by: Party, reason?: string) =>
      by.client.decline({ params: { id }, body: reason === undefined ? {} : { reason } })
    expect(await fieldOf(decline(buyer))).toMatchObject({ status: 403 })
    expect(await fieldOf(decline(buyer, 'x'.repeat(501)))).toEqual({ status: 400, fields: ['reason'] })
    await offer(id, 0, 1)
    const { matching } = await decline(buyer, '거래 조건이 맞지 않습니다')
    expect(matching).toMatchObject({ state: 'declined', picks: [], contact: null, heldUntil: null })
    expect(matching.events.at(-1)).toMatchObject({
      action: 'decline',
      side: 'buyer',
      reason: '거래 조건이 맞지 않습니다',
    })
    expect(matching.events.at(-1)?.times).toHaveLength(2)
    const mails = await mailsTo(seller)
    expect(mails.at(-1)?.text).toContain('거래 조건이 맞지 않습니다')
    expect(mails.at(-1)?.text).toContain('제안한 시간을 거절했습니다')
    expect(await fieldOf(confirm(id, 0))).toMatchObject({ status: 409 })
    expect(await fieldOf(decline(buyer))).toMatchObject({ status: 409 })
    // The times are free again, and the request no longer counts toward the limit.
    await setTimes(buyer, 2)
    await request()
  })

  it('is either declined or confirmed when two windows of the buyer do both concurrently', {
    tags: ['deep'],
  }, async () => {
    await setTimes(buyer, 0)
    for (let round = 0; round < 6; round += 1) {
      const id = await request()
      await offer(id, 0)
      const answers = await Promise.all([
        fieldOf(buyer.client.decline({ params: { id }, body: {} })),
        fieldOf(confirm(id, 0)),
      ])
      const { matching } = await buyer.client.open({ params: { id } })
      expect(answers.filter((answer) => answer === null)).toHaveLength(1)
      expect(matching.state).toBe(answers[0] === null ? 'declined' : 'confirmed')
      if (matching.state === 'confirmed') await buyer.client.cancel({ params: { id }, body: { reason: '사정' } })
    }
  })

  it('is hidden from other companies', async () => {
    await setTimes(buyer, 0)
    const id = await request()
    const stranger = await createParty('buyer', fair.id)
    await expect(stranger.client.open({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(confirm(id, 0, stranger)).rejects.toMatchObject({ status: 404 })
    expect((await stranger.client.mine()).matchings).toEqual([])
    expect((await buyer.client.mine()).matchings).toMatchObject([{ _id: id, side: 'buyer', turn: 'seller' }])
  })

  it('counts toward the limit of open requests until it is declined', async () => {
    await setTimes(buyer, 0)
    const others = [await createParty('seller', fair.id), await createParty('seller', fair.id)]
    const first = await request()
    await request(buyer, others[0])
    expect(await fieldOf(request(buyer, others[1]))).toEqual({ status: 409, fields: ['seller'] })
    await seller.client.decline({ params: { id: first }, body: {} })
    await request(buyer, others[1])
  })

  it('lets the buyer edit the message until the seller answers', async () => {
    await setTimes(buyer, 0)
    const id = await request()
    const { matching } = await buyer.client.open({ params: { id } })
    const edited = await buyer.client.edit({
      params: { id },
      body: { message: '찻잔 200개', updatedAt: matching.updatedAt },
    })
    expect(edited.matching.message).toBe('찻잔 200개')
    expect(edited.matching.events.at(-1)).toMatchObject({ action: 'edit', side: 'buyer', reason: '찻잔 200개' })
    const stale = buyer.client.edit({ params: { id }, body: { message: '300개', updatedAt: matching.updatedAt } })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    await offer(id, 0)
    const late = buyer.client.edit({ params: { id }, body: { message: '', updatedAt: edited.matching.updatedAt } })
    await expect(late).rejects.toMatchObject({ status: 409 })
  })
})

describe('a hold', () => {
  it('ends when another buyer confirms the time first, and notifies both sides', async () => {
    const second = await createParty('buyer', fair.id)
    await setTimes(buyer, 0, 1)
    await setTimes(second, 0)
    const [ownRequest, rivalRequest] = [await request(), await request(second)]
    await offer(ownRequest, 0)
    await offer(rivalRequest, 0)
    await confirm(ownRequest, 0)
    const { matching } = await second.client.open({ params: { id: rivalRequest } })
    expect(matching).toMatchObject({ state: 'requested', picks: [], turn: 'seller' })
    expect(matching.events.at(-1)).toMatchObject({ action: 'lose', side: 'system' })
    expect(await fieldOf(offer(rivalRequest, 0))).toEqual({ status: 409, fields: ['slots'] })
    for (const one of [second, seller])
      expect((await mailsTo(one)).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('시간 마감'))
  })

  it('loses some times to another matching and tells both sides which remain', async () => {
    const second = await createParty('buyer', fair.id)
    await setTimes(buyer, 0, 1)
    await setTimes(second, 0, 1, 2)
    const [ownRequest, rivalRequest] = [await request(), await request(second)]
    await offer(rivalRequest, 0, 1, 2)
    await offer(ownRequest, 0)
    // Set a long hold, so that the last remaining time limits it.
    await api.services.database
      .update(matchings)
      .set({ heldUntil: new Date(api.clock.now().getTime() + 100 * 3_600_000) })
      .where(eq(matchings.id, rivalRequest))
    await confirm(ownRequest, 0)
    const { matching } = await second.client.open({ params: { id: rivalRequest } })
    expect(matching).toMatchObject({ state: 'offered', turn: 'buyer' })
    expect(matching.picks.map((pick) => pick.slot)).toEqual([slot(1), slot(2)])
    const last = matching.picks.at(-1)
    expect(Date.parse(matching.heldUntil ?? '')).toBe(Date.parse(last?.startAt ?? '') - 3_600_000)
    expect(matching.events.at(-1)).toMatchObject({ action: 'lose', side: 'system', times: [{ way: 'online' }] })
    for (const one of [second, seller]) {
      const mail = (await mailsTo(one)).find(({ subject }) => subject.includes('일부 시간 마감'))
      // The lost time, the two remaining times and the deadline.
      expect(mail?.text.match(/\d\d:\d\d \(서울\)/g)).toHaveLength(4)
    }
    expect((await confirm(rivalRequest, 1, second)).matching.state).toBe('confirmed')
  })

  it('loses a time to a meeting of the same company in another fair and role', async () => {
    const other = await buildFair(api.context, { tables: 2, rooms: 2 })
    const outsider = await createParty('seller', other.id)
    await buildParticipation(api.context, { fairId: other.id, profileId: buyer.profile.id })
    const [otherSlot] = await listOpenSlots(api.context, other.id)
    const params = { fair: other.id }
    await buyer.client.setTimes({ params, body: { times: [{ slot: otherSlot?.id ?? '', way: 'online' }] } })
    await setTimes(buyer, 0)
    const id = await request()
    await offer(id, 0)
    const otherRequest = await buyer.client.request({ body: { fair: other.id, seller: outsider.profile.id } })
    const to = { params: { id: otherRequest.matching._id } }
    await outsider.client.offer({ ...to, body: { slots: [otherSlot?.id ?? ''] } })
    await buyer.client.confirm({ ...to, body: { slot: otherSlot?.id ?? '' } })
    // Both slots are at the same hour, so the offer loses its time and both sides are notified.
    expect((await buyer.client.open({ params: { id } })).matching).toMatchObject({ state: 'requested', picks: [] })
    for (const one of [seller, buyer])
      expect((await mailsTo(one)).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('시간 마감'))
  })

  it('expires, after which the seller can offer again', async () => {
    await setTimes(buyer, 0, 1)
    const id = await request()
    const params = { id }
    await offer(id, 0)
    await api.services.database
      .update(matchings)
      .set({ heldUntil: new Date(api.clock.now().getTime() - 1) })
      .where(eq(matchings.id, id))
    await expect(confirm(id, 0)).rejects.toMatchObject({ status: 409, refusal: { code: 'too_late' } })
    await expireHolds(api.context)
    expect((await buyer.client.open({ params })).matching).toMatchObject({ state: 'expired', picks: [] })
    await expireHolds(api.context)
    for (const one of [seller, buyer])
      expect((await mailsTo(one)).filter(({ subject }) => subject.includes('제안 기한 종료'))).toHaveLength(1)
    expect(await api.context.database.$count(matchingPicks, eq(matchingPicks.matchingId, id))).toBe(0)
    expect((await offer(id, 1)).matching.state).toBe('offered')
  })
})

describe('a refusal', () => {
  const whyOf = (call: Promise<unknown>): Promise<Record<string, string>> =>
    call.then(
      () => ({}),
      (error) => error.refusal?.fields ?? {},
    )

  it('names the closed fair to a seller who offers and a buyer who confirms', async () => {
    await setTimes(buyer, 0, 1)
    const [offered, second] = [await request(), await request(buyer, await createParty('seller', fair.id))]
    await offer(offered, 0)
    await api.services.database.update(fairs).set({ phase: 'expired' }).where(eq(fairs.id, fair.id))
    const closed = { fair: '지금은 이 행사에서 상담을 진행할 수 없습니다' }
    expect(await whyOf(confirm(offered, 0))).toEqual(closed)
    expect(await whyOf(offer(offered, 1))).toEqual(closed)
    const late = await createParty('seller', fair.id)
    expect(await whyOf(request(buyer, late))).toEqual(closed)
    const { matching } = await buyer.client.cancel({ params: { id: second }, body: { reason: '행사 종료' } })
    expect(matching.state).toBe('cancelled')
  })

  it('names an expired offer, a passed deadline and a meeting that has not begun', async () => {
    await setTimes(buyer, 0)
    const id = await request()
    const params = { id }
    await offer(id, 0)
    const held = { heldUntil: new Date(api.clock.now().getTime() - 1) }
    await api.services.database.update(matchings).set(held).where(eq(matchings.id, id))
    expect((await whyOf(confirm(id, 0))).slot).toContain('기한이 지났습니다')
    await offer(id, 0)
    await confirm(id, 0)
    const rating = { fit: 5, preparation: 4, outcome: 3 }
    const early = { state: '상담이 시작된 뒤에 할 수 있습니다' }
    expect(await whyOf(buyer.client.rate({ params, body: rating }))).toEqual(early)
    expect(await whyOf(seller.client.noShow({ params, body: { reason: '불참' } }))).toEqual(early)
    await api.services.database.update(fairs).set({ changeHours: 336 }).where(eq(fairs.id, fair.id))
    expect(await whyOf(buyer.client.move({ params, body: { reason: '일정 변경' } }))).toEqual({
      state: '변경 기한이 지났습니다. 운영사무국에 문의해 주세요',
    })
  })
})

describe('a meeting', () => {
  const meeting = async (index = 0) => {
    await setTimes(buyer, 0, 1, 2)
    const id = await request()
    await offer(id, index)
    await confirm(id, index)
    return id
  }

  it('gets a table or a room of its own', async () => {
    await meeting()
    const others = { seller: await createParty('seller', fair.id), buyer: await createParty('buyer', fair.id) }
    await setTimes(others.buyer, 0)
    const id = await request(others.buyer, others.seller)
    await others.seller.client.offer({ params: { id }, body: { slots: [slot(0)] } })
    expect(await fieldOf(confirm(id, 0, others.buyer))).toEqual({ status: 409, fields: ['slot'] })
  })

  it('is reopened with a reason and cancels its invitation', async () => {
    const id = await meeting()
    const { matching } = await buyer.client.move({ params: { id }, body: { reason: '비행기가 늦습니다.' } })
    expect(matching).toMatchObject({ state: 'requested', meeting: null })
    expect(matching.events.at(-1)).toMatchObject({ action: 'reopen', reason: '비행기가 늦습니다.' })
    const [invited, cancelled] = (await mailsTo(seller)).flatMap(({ attachments }) => attachments)
    expect(cancelled?.mime).toMatch(/method=CANCEL/)
    const text = async (key = '') => {
      const stream = await api.services.files.read(key)
      // Unfold long lines.
      return stream ? (await textOf(stream)).replaceAll('\r\n ', '') : ''
    }
    const line = (of: string, name: string) => of.split('\r\n').find((one) => one.startsWith(name))
    const [first, last] = [await text(invited?.key), await text(cancelled?.key)]
    // The cancellation updates the same event: same id and hour, higher sequence, same attendee.
    for (const name of ['UID', 'DTSTART', 'ORGANIZER']) expect(line(last, name)).toBe(line(first, name))
    expect([line(first, 'SEQUENCE'), line(last, 'SEQUENCE')]).toEqual(['SEQUENCE:1', 'SEQUENCE:2'])
    expect(line(first, 'ATTENDEE')).toContain(seller.email)
    expect(last).not.toContain(buyer.email)
  })

  it('cannot be cancelled or reopened without a reason', async () => {
    const params = { id: await meeting() }
    for (const reason of ['', ' '])
      for (const act of [buyer.client.cancel, seller.client.cancel, seller.client.move])
        expect(await fieldOf(act({ params, body: { reason } }))).toEqual({ status: 400, fields: ['reason'] })
  })

  it("cannot be reopened or cancelled after the fair's deadline", async () => {
    const id = await meeting()
    await api.services.database.update(fairs).set({ changeHours: 72 }).where(eq(fairs.id, fair.id))
    const late = { status: 409, refusal: { code: 'too_late' } }
    const params = { id }
    await expect(buyer.client.cancel({ params, body: { reason: '일정 변경' } })).rejects.toMatchObject(late)
    await expect(seller.client.move({ params, body: { reason: '일정 변경' } })).rejects.toMatchObject(late)
  })

  it('can be rated or reported as a no-show once it has begun', async () => {
    const id = await meeting()
    const params = { id }
    const rating = { fit: 5, preparation: 4, outcome: 3, line: '다시 만나고 싶습니다.', agreed: '견본 20개' }
    await expect(buyer.client.rate({ params, body: rating })).rejects.toMatchObject({ status: 409 })
    await expect(buyer.client.noShow({ params, body: { reason: '불참' } })).rejects.toMatchObject({ status: 409 })

    const past = await buildFair(api.context, { inHours: -3 })
    for (const { profile } of [seller, buyer])
      await buildParticipation(api.context, { fairId: past.id, profileId: profile.id })
    await buildTimes(api.context, { fairId: past.id, buyerId: buyer.profile.id })
    const [slotThen] = await listOpenSlots(api.context, past.id)
    const heldMeeting = await buildMatching(api.context, {
      fairId: past.id,
      sellerId: seller.profile.id,
      buyerId: buyer.profile.id,
      state: 'confirmed',
      way: 'online',
      slotId: slotThen?.id ?? null,
      startsAt: slotThen?.startsAt ?? null,
      endsAt: slotThen?.endsAt ?? null,
      place: 1,
    })
    const unrated = async ({ client }: typeof buyer, of = heldMeeting.id) =>
      (await client.mine({ query: { limit: 100 } })).matchings.find(({ _id }) => _id === of)?.unrated
    expect([await unrated(buyer), await unrated(seller), await unrated(buyer, id)]).toEqual([true, true, false])
    const { matching } = await buyer.client.rate({ params: { id: heldMeeting.id }, body: rating })
    expect(matching).toMatchObject({ state: 'held', agreed: '견본 20개', rating: { fit: 5 } })
    expect([await unrated(buyer), await unrated(seller)]).toEqual([false, true])
    const report = await seller.client.noShow({ params: { id: heldMeeting.id }, body: { reason: '오지 않았습니다.' } })
    expect(report.matching.state).toBe('no_show')
    expect(await unrated(seller)).toBe(false)
  })
})

describe('the calendar of a member', () => {
  const tokenOf = (address: string | null) =>
    new URL(address ?? '', 'https://match.example').searchParams.get('token') ?? ''

  it('lists confirmed meetings at an address that a new one revokes', async () => {
    expect((await buyer.client.calendar()).calendar.address).toBeNull()
    const { calendar } = await buyer.client.renewCalendar()
    expect((await buyer.client.calendar()).calendar).toEqual(calendar)
    await setTimes(buyer, 0)
    const id = await request()
    await offer(id, 0)
    expect(await readFeed(api.context, tokenOf(calendar.address))).not.toContain('BEGIN:VEVENT')
    await confirm(id, 0)
    const feed = await readFeed(api.context, tokenOf(calendar.address))
    expect(feed).toContain(`UID:${id}@match`)
    expect(feed).not.toContain(seller.profile.contactEmail)

    // Two concurrent renewals create two versions, and only the last address works.
    await Promise.all([buyer.client.renewCalendar(), buyer.client.renewCalendar()])
    expect(await readFeed(api.context, tokenOf(calendar.address))).toBeNull()
    const { calendar: last } = await buyer.client.calendar()
    expect(await readFeed(api.context, tokenOf(last.address))).toContain(`UID:${id}@match`)
    await expect(readFeed(api.context, `${tokenOf(last.address)}x`)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('answers at none of its addresses once the member closes it, and reopens at a new one', async () => {
    await buyer.client.closeCalendar()
    const first = (await buyer.client.renewCalendar()).calendar.address
    const second = (await buyer.client.renewCalendar()).calendar.address
    const other = (await seller.client.renewCalendar()).calendar.address
    const statusOf = async (address: string | null) =>
      (await api.request({ method: 'GET', url: `/files/calendar.ics?token=${tokenOf(address)}` })).statusCode
    expect(await statusOf(second)).toBe(200)
    await buyer.client.closeCalendar()
    expect((await buyer.client.calendar()).calendar.address).toBeNull()
    expect(await Promise.all([first, second, other].map(statusOf))).toEqual([404, 404, 200])
    const third = (await buyer.client.renewCalendar()).calendar.address
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([410, 410, 200])
    // Closing is idempotent, also when concurrent or repeated after a lost answer.
    await Promise.all([1, 2].map(() => buyer.client.closeCalendar()))
    await buyer.client.closeCalendar()
    expect(await statusOf(third)).toBe(404)
  })
})

describe('the operator', () => {
  const operator = async () => clientOf(await api.actor(['console', 'console:fairs']))

  it('requests on behalf of a buyer and notifies the buyer', async () => {
    await setTimes(buyer, 0, 1)
    const desk = await operator()
    const { matching } = await desk.requestFor({
      params: { id: fair.id },
      body: { seller: seller.profile.id, buyer: buyer.profile.id, reason: '바이어가 전화로 부탁함' },
    })
    expect(matching.events).toMatchObject([{ action: 'request', side: 'operator', actedFor: 'buyer' }])
    expect((await mailsTo(buyer)).length).toBe(1)
  })

  it('moves a meeting within the buyer’s times and cancels it', async () => {
    await setTimes(buyer, 0, 1)
    const id = await request()
    await offer(id, 0)
    await confirm(id, 0)
    const desk = await operator()
    const { matching } = await desk.moveFor({ params: { id }, body: { slot: slot(1), reason: '자리 조정' } })
    expect(matching.meeting).toMatchObject({ slot: slot(1), place: 1 })
    const outside = desk.moveFor({ params: { id }, body: { slot: slot(3), reason: '자리 조정' } })
    expect(await fieldOf(outside)).toEqual({ status: 409, fields: ['slot'] })
    const nowhere = desk.moveFor({ params: { id }, body: { slot: slot(0), place: 9, reason: '자리 조정' } })
    expect(await fieldOf(nowhere)).toEqual({ status: 409, fields: ['slot'] })
    const cancelled = await desk.cancelFor({ params: { id }, body: { reason: '행사 축소' } })
    expect(cancelled.matching).toMatchObject({ state: 'cancelled', meeting: null })
    expect((await desk.list({ query: { fair: fair.id } })).total).toBe(1)
    expect((await desk.ofFair({ params: { id: fair.id }, query: { state: 'cancelled' } })).total).toBe(1)
  })

  it('has no matchings as a member, and members cannot list all matchings', async () => {
    await expect(seller.client.list()).rejects.toMatchObject({ status: 403 })
    await buildMatching(api.context, { fairId: fair.id, sellerId: seller.profile.id, buyerId: buyer.profile.id })
    await expect((await operator()).mine()).resolves.toMatchObject({ matchings: [] })
  })
})
