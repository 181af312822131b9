import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAuction } from '#auction/auctions/factory.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { buildWork } from '#auction/works/factory.ts'
import { manifests } from '#console/shell/manifests/manifests.ts'
import { maxMemberEntries } from '#kit/module/module.ts'
import type { Scope } from '#kit/scopes.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { buildMatching } from '#match/matchings/factory.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { members } from '#people/users/contract-members.ts'
import { buildUser } from '#people/users/factory.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { buildParty } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { allScopes } from '#test/server/test-api.ts'
import { modules } from '../modules.ts'

// Member page in the console: each module's part, who may see it, and that it is hidden while its site is off.

const api = prepareTestApi()
beforeAll(async () => {
  await buildSetting(api.context)
})

const partsFor = async (id: string, ...scopes: Scope[]) => {
  const staff = await api.actor(['console', 'console:users:read', ...scopes], { rank: 80 })
  const { user } = await api.client(members, staff).get({ params: { id } })
  return new Map(user.parts.map((part) => [part.key, part]))
}
const keysFor = async (id: string, ...scopes: Scope[]) => [...(await partsFor(id, ...scopes)).keys()].sort()

const names = Object.assign({}, ...manifests.map(({ memberParts }) => memberParts)) as Record<
  string,
  { position: number; title: () => string; states?: Record<string, () => string> }
>
const stateOf = (key: string, state: string | null | undefined) => names[key]?.states?.[state ?? '']?.()

/** Switches sites on or off through the API, as staff do. */
const leave = async (switches: { auction: boolean; shop: boolean }) => {
  const client = api.client(settings, await api.actor(allScopes(api.kernel)))
  const { setting } = await client.get()
  await client.update({
    body: { modules: { firm: true, match: true, ...switches }, updatedAt: setting.updatedAt },
  })
}

it('every part has a name and a unique position', () => {
  const declared = modules.flatMap(({ memberParts }) => memberParts ?? [])
  expect(Object.keys(names).sort()).toEqual(declared.map(({ key }) => key).sort())
  expect(new Set(Object.values(names).map(({ position }) => position)).size).toBe(declared.length)
})

describe('the member page', () => {
  it('has the latest ten orders with total, state, number and link', async () => {
    const [user, other] = [await buildUser(api.context), await buildUser(api.context)]
    const first = await buildOrder(api.context, { userId: user.id, state: 'delivered', way: 'pickup' })
    for (let made = 1; made <= maxMemberEntries; made += 1) await buildOrder(api.context, { userId: user.id })
    await buildOrder(api.context, { userId: other.id })
    const orders = (await partsFor(user.id, 'console:shop:read')).get('orders')
    expect(orders).toMatchObject({ total: maxMemberEntries + 1 })
    expect(orders?.entries).toHaveLength(maxMemberEntries)
    expect(orders?.entries.map(({ _id }) => _id)).not.toContain(first.id)
    const [latest] = orders?.entries ?? []
    expect(latest).toMatchObject({
      title: expect.stringMatching(/^S-\d{4}-\d{4,} \S/),
      to: `/console/shop/orders/${latest?._id}`,
    })
    expect(stateOf('orders', latest?.state)).toBe('입금 대기')
    const collected = await buildUser(api.context)
    await buildOrder(api.context, { userId: collected.id, state: 'delivered', way: 'pickup' })
    const [one] = (await partsFor(collected.id, 'console:shop:read')).get('orders')?.entries ?? []
    expect([one?.state, stateOf('orders', one?.state)]).toEqual(['pickup.delivered', expect.any(String)])
    expect(stateOf('orders', one?.state)).not.toBe(stateOf('orders', 'parcel.delivered'))
  })

  it('has the lots of their bids, also of hidden auctions, and their purchases', async () => {
    const [user, rival] = [await buildUser(api.context), await buildUser(api.context)]
    const sale = await buildSale(api.context, { userId: user.id })
    const program = await buildAuction(api.context)
    const work = await buildWork(api.context, { program: program.id })
    await buildBid(api.context, { work, userId: user.id, amount: 100_000 })
    await buildBid(api.context, { work, userId: rival.id, amount: 110_000 })
    await endLot(api.context, work.id)
    await closeLots(api.context)
    await api.context.database.update(auctionsTable).set({ visible: false }).where(eq(auctionsTable.id, program.id))
    const parts = await partsFor(user.id, 'console:auction:read')
    expect([...parts.keys()].sort()).toEqual(['bids', 'sales'])
    const bids = parts.get('bids')
    expect(bids?.total).toBe(2)
    expect(bids?.entries.map(({ _id, state, to }) => [_id, state, to])).toEqual([
      [work.id, 'lost', `/console/auction/works/${work.id}`],
      [sale.workId, 'won', `/console/auction/works/${sale.workId}`],
    ])
    expect(parts.get('sales')).toMatchObject({
      total: 1,
      entries: [{ _id: sale.id, state: 'awaiting', to: `/console/auction/works/${sale.workId}` }],
    })
    for (const part of [...parts.values()])
      for (const { state, title } of part.entries)
        expect([stateOf(part.key, state), title]).toEqual([expect.any(String), expect.stringMatching(/^LOT \d+ \S/)])
    // The rival won the other lot and sees nothing of this member.
    const others = (await partsFor(rival.id, 'console:auction:read')).get('sales')
    expect(others?.entries.map(({ to }) => to)).toEqual([`/console/auction/works/${work.id}`])
  })

  it('has their fair applications and matchings, named by the other company', async () => {
    const fair = await buildFair(api.context, { title: { ko: '가을 공예 상담회' } })
    const seller = await buildParty(api, { role: 'seller', fairId: fair.id })
    const buyer = await buildParty(api, { role: 'buyer', fairId: fair.id })
    const matching = await buildMatching(api.context, {
      fairId: fair.id,
      sellerId: seller.profileId,
      buyerId: buyer.profileId,
    })
    for (const [own, other] of [
      [seller, buyer],
      [buyer, seller],
    ] as const) {
      const parts = await partsFor(own.actor.userId, 'console:fairs:read')
      const company = (
        await api.client(members, await api.actor(['console', 'console:users'], { rank: 80 })).get({
          params: { id: other.actor.userId },
        })
      ).user.company?.name
      expect(parts.get('matchings')).toMatchObject({
        total: 1,
        entries: [{ _id: matching.id, title: company, state: 'requested', to: `/console/matchings/${matching.id}` }],
      })
      expect(parts.get('participants')).toMatchObject({
        total: 1,
        entries: [
          { title: '가을 공예 상담회', state: 'approved', to: expect.stringMatching(/^\/console\/participations\//) },
        ],
      })
      expect(stateOf('matchings', 'requested')).toEqual(expect.any(String))
      expect(stateOf('participants', 'approved')).toEqual(expect.any(String))
    }
  })

  it('shows a part only to readers of its section', async () => {
    const { id } = await buildUser(api.context)
    await buildQuestion(api.context, { userId: id, title: '배송 문의' })
    await buildOrder(api.context, { userId: id })
    expect(await keysFor(id)).toEqual([])
    expect(await keysFor(id, 'console:shop:read')).toEqual(['orders'])
    expect(await keysFor(id, 'console:questions:read')).toEqual(['questions'])
    expect(await keysFor(id, 'console:fairs:read', 'console:auction:read')).toEqual([
      'bids',
      'matchings',
      'participants',
      'sales',
    ])
  })

  it('has no part of a disabled site', async () => {
    const { id } = await buildUser(api.context)
    await leave({ auction: false, shop: true })
    const scopes = ['console:shop:read', 'console:auction:read', 'console:questions:read'] as const
    expect(await keysFor(id, ...scopes)).toEqual(['orders', 'questions'])
    await leave({ auction: true, shop: false })
    expect(await keysFor(id, ...scopes)).toEqual(['bids', 'questions', 'sales'])
    await leave({ auction: true, shop: true })
    expect(await keysFor(id, ...scopes)).toEqual(['bids', 'orders', 'questions', 'sales'])
  })
})
