import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { auctionSales } from '#auction/sales/table.ts'
import { buildWork } from '#auction/works/factory.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { matchings } from '#match/matchings/contract.ts'
import { buildTimes } from '#match/matchings/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { users as contract } from '#people/users/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'

// First page of a member: pending work and news of each site, visible only to the member concerned.

const api = prepareTestApi()

const overviewOf = (actor: Actor, locale: 'ko' | 'en' | 'cn' = 'ko') => api.client(contract, actor, locale).overview()
const waitsOf = async (actor: Actor, module: string) =>
  (await overviewOf(actor)).waits.filter(({ _id }) => _id.startsWith(`${module}.`))
const inThreeLanguages = async (actor: Actor, module: string) => {
  const texts = await Promise.all(
    (['ko', 'en', 'cn'] as const).map(async (locale) => {
      const { waits } = await overviewOf(actor, locale)
      return waits.filter(({ _id }) => _id.startsWith(`${module}.`)).map(({ text, act }) => `${text} ${act}`)
    }),
  )
  return new Set(texts.flat()).size
}

it('a request waits for the seller, its offer for the buyer until it expires, and the meeting for neither', async () => {
  const fair = await buildFair(api.context)
  const party = async (role: 'seller' | 'buyer') => {
    const actor = await api.actor([], { kind: 'COMPANY' })
    const profile = await buildProfile(api.context, { role, userId: actor.userId })
    await buildParticipation(api.context, { fairId: fair.id, profileId: profile.id })
    return { actor, profile, client: api.client(matchings, actor) }
  }
  const [seller, buyer] = [await party('seller'), await party('buyer')]
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profile.id })
  const slot = (await listOpenSlots(api.context, fair.id))[0]?.id ?? ''
  const { matching } = await buyer.client.request({
    body: { fair: fair.id, seller: seller.profile.id },
  })
  const params = { id: matching._id }
  expect(await waitsOf(seller.actor, 'matchings')).toMatchObject([
    { _id: `matchings.${matching._id}`, act: '시간 선택', until: null, to: `/me/matchings/${matching._id}` },
  ])
  expect(await waitsOf(buyer.actor, 'matchings')).toEqual([])
  expect(await inThreeLanguages(seller.actor, 'matchings')).toBe(3)

  const offered = await seller.client.offer({ params, body: { slots: [slot] } })
  expect(await waitsOf(seller.actor, 'matchings')).toEqual([])
  expect(await waitsOf(buyer.actor, 'matchings')).toMatchObject([
    { act: '시간 확정', until: offered.matching.heldUntil },
  ])

  await buyer.client.confirm({ params, body: { slot } })
  for (const { actor } of [seller, buyer]) {
    const { waits, news } = await overviewOf(actor)
    expect(waits.filter(({ _id }) => _id.startsWith('matchings.'))).toEqual([])
    expect(news.find(({ _id }) => _id === 'matchings.meetings')).toMatchObject({
      total: 1,
      entries: [{ _id: matching._id, to: `/me/matchings/${matching._id}` }],
    })
  }
})

it('notifies an outbid bidder until the lot ends, and the winner until payment and pickup day are settled', async () => {
  const [actor, rival] = [await api.actor([]), await buildUser(api.context)]
  const work = await buildWork(api.context)
  await buildBid(api.context, { work, userId: actor.userId, amount: 100_000 })
  expect(await waitsOf(actor, 'bids')).toEqual([])
  expect((await overviewOf(actor)).news.find(({ _id }) => _id === 'bids.own')?.entries[0]?.state).toBe('앞서는 중')
  await buildBid(api.context, { work, userId: rival.id, amount: 110_000 })
  expect(await waitsOf(actor, 'bids')).toMatchObject([
    { text: expect.stringContaining('110,000원'), act: '다시 응찰', to: `/auction/works/${work.id}` },
  ])
  expect(await inThreeLanguages(actor, 'bids')).toBe(3)
  await endLot(api.context, work.id)
  const sale = await buildSale(api.context, { userId: actor.userId })
  expect(await waitsOf(actor, 'bids')).toEqual([])
  const states = [
    [{ state: 'awaiting' }, '결제 안내'],
    [{ state: 'offered', offerUntil: new Date(api.clock.now().getTime() + 3_600_000) }, '제안 보기'],
    [{ state: 'paid', paidAt: api.clock.now(), offerUntil: null }, '수령일 선택'],
    [{ pickupAt: new Date(api.clock.now().getTime() + 86_400_000) }, undefined],
  ] as const
  for (const [change, act] of states) {
    await api.services.database.update(auctionSales).set(change).where(eq(auctionSales.id, sale.id))
    expect((await waitsOf(actor, 'sales'))[0]?.act).toBe(act)
    if (act) expect(await inThreeLanguages(actor, 'sales')).toBe(3)
  }
})

it('an order waits for its payment, is among the newest, and is hidden from other accounts', async () => {
  const [actor, other] = [await api.actor([]), await api.actor([])]
  const order = await buildOrder(api.context, { userId: actor.userId })
  const sent = await buildOrder(api.context, { userId: actor.userId, state: 'shipped' })
  expect(await waitsOf(actor, 'orders')).toMatchObject([
    {
      _id: `orders.${order.id}`,
      text: expect.stringContaining('128,000원'),
      until: order.payUntil.toISOString(),
      to: `/orders/${order.id}`,
    },
  ])
  expect(await inThreeLanguages(actor, 'orders')).toBe(3)
  const own = (await overviewOf(actor)).news.find(({ _id }) => _id === 'orders.own')
  expect(own).toMatchObject({ total: 2, to: '/me/purchases' })
  expect(own?.entries.map(({ _id, state }) => [_id, state])).toEqual([
    [sent.id, '배송 중'],
    [order.id, '입금 대기'],
  ])
  expect(await overviewOf(other)).toEqual({ waits: [], news: [] })
})

it('an order for pickup is not shown as shipped, and waits for its customer', async () => {
  const actor = await api.actor([])
  const stateOf = async () =>
    (await overviewOf(actor)).news.find(({ _id }) => _id === 'orders.own')?.entries.map(({ state }) => state)
  await buildOrder(api.context, { userId: actor.userId, way: 'pickup', state: 'paid' })
  expect(await stateOf()).toEqual(['픽업 준비 대기'])
  const ready = await buildOrder(api.context, { userId: actor.userId, way: 'pickup', state: 'ready' })
  expect(await waitsOf(actor, 'orders')).toMatchObject([
    { _id: `orders.${ready.id}`, act: '수령 코드 보기', to: '/me/pickups' },
  ])
  expect(await inThreeLanguages(actor, 'orders')).toBe(3)
  await buildOrder(api.context, { userId: actor.userId, way: 'pickup', state: 'delivered' })
  expect((await stateOf())?.[0]).toBe('수령 완료')
})
