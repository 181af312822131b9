import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import type { SlotRow } from '#match/fairs/table.ts'
import { answerOf, buildParty, mailsTo, type Party } from '#test/match/build-fair-company.ts'
import { createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { matchings } from '../../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const createParty = (role: 'seller' | 'buyer') => buildParty(api, { role, fairId: fair.id })

let fair: Awaited<ReturnType<typeof buildFair>>
let slots: SlotRow[]
let seller: Party
let buyer: Party
beforeEach(async () => {
  fair = await buildFair(api.context, { tables: 2, rooms: 2, inHours: 72, requestLimit: 2 })
  slots = await listOpenSlots(api.context, fair.id)
  seller = await createParty('seller')
  buyer = await createParty('buyer')
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId })
})
const meeting = async (index: number, to: Party = seller) => {
  const at = slots[index]
  if (!at) throw new Error('The fair has no such slot')
  const { id } = await buildMatching(api.context, {
    fairId: fair.id,
    sellerId: to.profileId,
    buyerId: buyer.profileId,
    state: 'confirmed',
    way: 'online',
    slotId: at.id,
    startsAt: at.startsAt,
    endsAt: at.endsAt,
    place: 1,
  })
  return { params: { id } }
}

describe('the contact of the other company', () => {
  const contactOf = async ({ client }: Party, id: string) => (await client.open({ params: { id } })).matching.contact

  it('is shown to the seller from the request on, and to the buyer once the seller has answered', async () => {
    const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    const id = matching._id
    expect(matching.contact).toBeNull()
    expect(await contactOf(seller, id)).toMatchObject({ email: 'hello@guungyeol.example' })
    await seller.client.offer({ params: { id }, body: { slots: [slots[0]?.id ?? ''] } })
    expect(await contactOf(buyer, id)).toMatchObject({ email: 'hello@guungyeol.example' })
    await buyer.client.confirm({ params: { id }, body: { slot: slots[0]?.id ?? '' } })
    // The seller has answered before, so reopening the meeting does not hide the contact.
    await seller.client.move({ params: { id }, body: { reason: '출장' } })
    expect((await buyer.client.open({ params: { id } })).matching.state).toBe('requested')
    expect(await contactOf(buyer, id)).not.toBeNull()
    await buyer.client.cancel({ params: { id }, body: {} })
    for (const side of [seller, buyer]) expect(await contactOf(side, id)).toBeNull()
  })
})

describe('a request', () => {
  it('mails the seller once for each change of its message', async () => {
    const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    const params = { id: matching._id }
    const mailCount = (await mailsTo(api, seller)).length
    const edit = async (message: string) => {
      const { updatedAt } = (await buyer.client.open({ params })).matching
      return buyer.client.edit({ params, body: { message, updatedAt } })
    }
    await edit('견본 3개를 보고 싶습니다.')
    await edit('견본 3개를 보고 싶습니다.')
    const mails = (await mailsTo(api, seller)).slice(mailCount)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('상담 요청 수정')])
    expect(mails[0]?.html).toContain('견본 3개')
  })

  it('counts when a buyer reopens a meeting: one of two concurrent ones beyond the limit is refused', {
    tags: ['deep'],
  }, async () => {
    const sellers = [seller, await createParty('seller')]
    const [first, second] = [await meeting(0), await meeting(1, sellers[1])]
    const third = await createParty('seller')
    await buyer.client.request({ body: { fair: fair.id, seller: third.profileId } })
    const body = { reason: '출장' }
    const answers = await Promise.all([first, second].map((params) => answerOf(buyer.client.move({ ...params, body }))))
    expect(answers.toSorted()).toEqual(['409 state', 'allowed'])
    const isOpen = and(eq(matchings.buyerId, buyer.profileId), eq(matchings.state, 'requested'))
    expect(await api.services.database.$count(matchings, isOpen)).toBe(2)
    // The buyer's limit does not stop the seller, who cannot know the buyer's other requests.
    const allowedIndex = answers.indexOf('409 state')
    const left = allowedIndex === 0 ? first : second
    expect(await answerOf((sellers[allowedIndex] ?? seller).client.move({ ...left, body }))).toBe('allowed')
    expect(await answerOf(buyer.client.request({ body: { fair: fair.id, seller: third.profileId } }))).toBe(
      '409 seller',
    )
  })

  it('exceeds the limit when counting before writing (control)', { tags: ['deep'] }, async () => {
    await crowd.pool.query('CREATE TABLE naive_asked (caller int)')
    const haveCounted = createBarrier()
    await crowd.callConcurrently(async (index) => {
      const { rows } = await crowd.pool.query('SELECT FROM naive_asked')
      await haveCounted()
      if (rows.length < 2) await crowd.pool.query('INSERT INTO naive_asked VALUES ($1)', [index])
    })
    expect((await crowd.pool.query('SELECT FROM naive_asked')).rows.length).toBeGreaterThan(2)
  })
})
