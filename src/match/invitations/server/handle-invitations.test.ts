import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchings } from '#match/matchings/contract.ts'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { participants } from '#match/participants/contract.ts'
import { participations } from '#match/participants/table.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/contract.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { invitations } from '../contract.ts'
import { matchInvitations } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

// A new IP address per client, because rate limits are tested elsewhere.
let addresses = 0
const clientOf = ({ actor }: Pick<Party, 'actor'>) => {
  addresses += 1
  return api.client(invitations, actor, 'ko', `10.8.${addresses >> 8}.${addresses & 255}`)
}
const createParty = (role: 'seller' | 'buyer', over: Partial<Parameters<typeof buildParty>[1]> = {}) =>
  buildParty(api, { role, fairId: fair.id, ...over })
const invite = (from: Party, to: Party, message = '') =>
  clientOf(from).invite({ body: { fair: fair.id, buyer: to.profileId, message } })
const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error) => {
      if (!(error instanceof CallRefused)) throw error
      return [error.status, ...Object.keys(error.refusal.fields ?? {})].join(' ')
    },
  )
const seenBy = async (one: Party) => (await clientOf(one).invitations()).invitations
const mailsTo = async ({ email }: Party) =>
  api.services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)
const stateOf = async (id: string) =>
  (await api.services.database.select().from(matchInvitations).where(eq(matchInvitations.id, id)))[0]?.state

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
beforeEach(async () => {
  fair = await buildFair(api.context, { inHours: 72, requestLimit: 2 })
  seller = await createParty('seller')
  buyer = await createParty('buyer', { account: { locale: 'en' } })
})

describe('an invitation', () => {
  it('is mailed to the buyer in its language, listed on its overview, and answered by requesting a meeting', async () => {
    const { invitation } = await invite(seller, buyer, '봄 신제품을 보여 드리고 싶습니다.')
    expect(invitation).toMatchObject({ side: 'seller', state: 'open', buyer: { _id: buyer.profileId } })
    const mails = await mailsTo(buyer)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Meeting invitation')])
    const to = `/me/matchings?fair=${fair.id}&seller=${seller.profileId}`
    expect(mails[0]?.html).toContain('봄 신제품을 보여 드리고 싶습니다.')
    expect(mails[0]?.html).toContain(`/en${to.replaceAll('&', '&amp;')}`)
    expect(await mailsTo(seller)).toEqual([])
    const waits = async () =>
      (await api.client(users, buyer.actor).overview()).waits.filter(({ _id }) => _id.startsWith('invitations.'))
    expect(await waits()).toMatchObject([{ _id: `invitations.${invitation._id}`, act: '상담 요청', to }])
    expect(await seenBy(buyer)).toMatchObject([
      { _id: invitation._id, side: 'buyer', seller: { _id: seller.profileId } },
    ])

    await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId })
    await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    expect(await waits()).toEqual([])
    expect(await seenBy(buyer)).toEqual([])
    expect(await seenBy(seller)).toMatchObject([{ state: 'asked' }])
  })

  it('is sent once even when submitted concurrently, unlike in a naive version (control)', {
    tags: ['deep'],
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerOf(invite(seller, buyer))))
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['allowed', '409 buyer']))
    expect(await mailsTo(buyer)).toHaveLength(1)

    await crowd.pool.query('CREATE TABLE naive_invited (who int)')
    const haveLooked = createBarrier()
    await crowd.callConcurrently(async () => {
      const { rows } = await crowd.pool.query('SELECT FROM naive_invited WHERE who = 1')
      await haveLooked()
      if (rows.length === 0) await crowd.pool.query('INSERT INTO naive_invited VALUES (1)')
    })
    expect((await crowd.pool.query('SELECT FROM naive_invited')).rows.length).toBeGreaterThan(1)
  })

  it('counts towards a limit per fair under concurrency, and only a request of the buyer frees it', {
    tags: ['deep'],
  }, async () => {
    const buyers = await Promise.all([1, 2, 3, 4].map(() => createParty('buyer')))
    const answers = await Promise.all(buyers.map((one) => answerOf(invite(seller, one))))
    expect(answers.toSorted()).toEqual(['409 buyer', '409 buyer', 'allowed', 'allowed'])
    const ownInvitations = await seenBy(seller)
    // A withdrawn invitation still counts towards the limit.
    await clientOf(seller).dropInvitation({ params: { id: ownInvitations[0]?._id ?? '' } })
    expect(await answerOf(invite(seller, buyer))).toBe('409 buyer')
    const asking = buyers.find(({ profileId }) => profileId === ownInvitations[1]?.buyer._id)
    if (!asking) throw new Error('Nobody was invited')
    await buildTimes(api.context, { fairId: fair.id, buyerId: asking.profileId })
    await asking.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    expect(await answerOf(invite(seller, buyer))).toBe('allowed')
    // The limit is per seller.
    expect(await answerOf(invite(await createParty('seller'), buyer))).toBe('allowed')

    await crowd.pool.query('CREATE TABLE naive_sent (caller int)')
    const haveCounted = createBarrier()
    await crowd.callConcurrently(async (index) => {
      const { rows } = await crowd.pool.query('SELECT FROM naive_sent')
      await haveCounted()
      if (rows.length < 2) await crowd.pool.query('INSERT INTO naive_sent VALUES ($1)', [index])
    })
    expect((await crowd.pool.query('SELECT FROM naive_sent')).rows.length).toBeGreaterThan(2)
  })

  it('requires two approved companies of a fair in a matching phase', async () => {
    const [waiting, outside] = [await createParty('buyer', { state: 'submitted' }), await buildFair(api.context)]
    const outsider = await buildParty(api, { role: 'buyer', fairId: outside.id })
    const unapproved = await createParty('seller', { state: 'submitted' })
    expect(await answerOf(invite(seller, waiting))).toBe('404')
    expect(await answerOf(invite(seller, outsider))).toBe('404')
    expect(await answerOf(invite(unapproved, buyer))).toBe('404')
    expect(await answerOf(invite(buyer, buyer))).toBe('409')
    expect(await answerOf(invite(seller, await createParty('seller')))).toBe('404')
    expect(await answerOf(invite(seller, buyer, '가'.repeat(301)))).toBe('400 message')
    const staff = await api.actor(['console', 'console:fairs'])
    expect(await answerOf(invite({ ...seller, actor: staff }, buyer))).toBe('409')
    await api.services.database.update(fairs).set({ phase: 'recruiting' }).where(eq(fairs.id, fair.id))
    expect(await answerOf(invite(seller, buyer))).toBe('409 fair')
    expect(await api.services.database.$count(matchInvitations, eq(matchInvitations.fairId, fair.id))).toBe(0)
  })

  it('is rejected for a buyer with an open matching and allowed after a declined one', async () => {
    const pair = { fairId: fair.id, sellerId: seller.profileId, buyerId: buyer.profileId }
    await buildMatching(api.context, pair)
    expect(await answerOf(invite(seller, buyer))).toBe('409 buyer')
    const other = await createParty('buyer')
    await buildMatching(api.context, { ...pair, buyerId: other.profileId, state: 'declined' })
    expect(await answerOf(invite(seller, other))).toBe('allowed')
  })

  it('can be withdrawn or silently declined by its two companies only', async () => {
    const { invitation } = await invite(seller, buyer)
    const params = { id: invitation._id }
    const stranger = await createParty('buyer')
    expect(await answerOf(clientOf(stranger).dropInvitation({ params }))).toBe('404')
    expect(await answerOf(clientOf(buyer).dropInvitation({ params: { id: api.context.newId() } }))).toBe('404')
    const mailCount = (await mailsTo(seller)).length
    expect(await answerOf(clientOf(buyer).dropInvitation({ params }))).toBe('allowed')
    expect(await answerOf(clientOf(buyer).dropInvitation({ params }))).toBe('409')
    expect(await stateOf(invitation._id)).toBe('declined')
    // The seller cannot tell that it was declined.
    const [received] = await seenBy(seller)
    expect(received).toEqual(invitation)
    expect(await mailsTo(seller)).toHaveLength(mailCount)
    expect(await seenBy(buyer)).toEqual([])
    expect(await answerOf(clientOf(seller).dropInvitation({ params }))).toBe('allowed')
    expect(await answerOf(clientOf(seller).dropInvitation({ params }))).toBe('409')
    expect(await seenBy(seller)).toMatchObject([{ state: 'withdrawn' }])
    expect(await answerOf(invite(seller, buyer))).toBe('409 buyer')
    expect(await mailsTo(buyer)).toHaveLength(1)
  })

  it('is hidden from the buyer after its seller leaves the fair', async () => {
    await invite(seller, buyer)
    const [part] = await api.services.database
      .select()
      .from(participations)
      .where(and(eq(participations.fairId, fair.id), eq(participations.profileId, seller.profileId)))
    await api.client(participants, seller.actor).leave({ params: { id: part?.id ?? '' } })
    expect(await seenBy(buyer)).toEqual([])
  })
})

it('leaves no open invitation when the buyer requests a meeting concurrently', { tags: ['deep'] }, async () => {
  for (let round = 0; round < 6; round += 1) {
    const [from, to] = [await createParty('seller'), await createParty('buyer')]
    await buildTimes(api.context, { fairId: fair.id, buyerId: to.profileId })
    const client = api.client(matchings, to.actor)
    const [invited] = await Promise.all([
      answerOf(invite(from, to)),
      client.request({ body: { fair: fair.id, seller: from.profileId } }),
    ])
    // Either the invitation came first and is answered, or it was rejected as late.
    expect((await seenBy(from)).map(({ state }) => state)).toEqual(invited === 'allowed' ? ['asked'] : [])
  }
})
