import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { matchings } from '#match/matchings/table.ts'
import { participants } from '#match/participants/contract.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { participations } from '#match/participants/table.ts'
import { products } from '#match/products/contract.ts'
import { buildProduct } from '#match/products/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { waitForLock } from '#test/server/wait-for-lock.ts'
import { fairs } from '../contract.ts'
import { buildFair, fairInput, fullHour, listOpenSlots } from '../factory.ts'
import { fairPlaces, fairs as fairRows } from '../table.ts'

const api = prepareTestApi()

const staff = async () => api.client(fairs, await api.actor(['console', 'console:fairs']))

describe('a fair', () => {
  it('is created with its slots and places', async () => {
    const client = await staff()
    const now = api.context.now()
    const { fair } = await client.create({
      body: fairInput(now, {
        breaks: [{ startAt: fullHour(now, 49), endAt: fullHour(now, 50), title: { ko: '점심' } }],
      }),
    })
    const slots = await listOpenSlots(api.context, fair._id)
    expect(slots.map(({ startsAt }) => startsAt.toISOString()).filter((at) => at.endsWith(':00:00.000Z'))).toEqual([
      fullHour(now, 48),
      fullHour(now, 50),
      fullHour(now, 51),
    ])
    expect(slots).toHaveLength(6)
    expect(await api.context.database.$count(fairPlaces, eq(fairPlaces.fairId, fair._id))).toBe(4)
  })

  it('is previewed with the same slots and seats that creating it produces', async () => {
    const client = await staff()
    const now = api.context.now()
    const [day, hour] = [24, 1]
    const spanOf = (from: number, hours: number) => ({
      startAt: fullHour(now, from),
      endAt: fullHour(now, from + hours),
    })
    const pauses = [spanOf(48 + 2 * hour, 1), spanOf(48 + day + hour, 1)]
    const setUp = {
      sessions: [spanOf(48, 5), spanOf(48 + day, 3)],
      breaks: pauses.map((span) => ({ ...span, title: {} })),
      slotMinutes: 45,
      tables: 24,
    }
    const grid = await client.grid({ body: { ...setUp, breaks: pauses } })
    const { fair } = await client.create({
      body: fairInput(now, { ...setUp, endsAt: fullHour(now, 48 + day + 4) }),
    })
    const slots = await listOpenSlots(api.context, fair._id)
    expect(grid.days.flatMap((one) => one.slots)).toEqual(
      slots.map(({ startsAt, endsAt }) => ({ startAt: startsAt.toISOString(), endAt: endsAt.toISOString() })),
    )
    expect(grid).toMatchObject({ slots: slots.length, seats: slots.length * 24 })
    expect(slots.length).toBeGreaterThan(3)
    for (const { slots: own, seats } of grid.days) expect(seats).toBe(own.length * 24)
    const endless = { startAt: '2027-01-01T00:00:00.000Z', endAt: '2090-01-01T00:00:00.000Z' }
    await expectRefusal(client.grid({ body: { ...setUp, breaks: [], sessions: [endless] } }), 400, 'sessions')
    const turned = { startAt: '2027-01-02T00:00:00Z', endAt: '2027-01-01T00:00:00.000Z' }
    for (const part of ['sessions', 'breaks'])
      await expectRefusal(client.grid({ body: { ...setUp, breaks: [], [part]: [turned] } }), 400, `${part}.0.endAt`)
    const reader = api.client(fairs, await api.actor(['console', 'console:fairs:read']))
    await expect(reader.grid({ body: { ...setUp, breaks: [] } })).rejects.toMatchObject({ status: 403 })
  })

  it('keeps unchanged slots and the free times in them', async () => {
    const client = await staff()
    const fair = await buildFair(api.context)
    const { id: buyerId } = await buildProfile(api.context, { role: 'buyer' })
    await buildParticipation(api.context, { fairId: fair.id, profileId: buyerId })
    await buildTimes(api.context, { fairId: fair.id, buyerId })
    const before = await listOpenSlots(api.context, fair.id)
    const { fair: current } = await client.get({ params: { id: fair.id } })
    const [session] = current.sessions
    await client.update({
      params: { id: fair.id },
      body: {
        sessions: [{ startAt: session?.startAt ?? '', endAt: before[3]?.endsAt.toISOString() ?? '' }],
        updatedAt: current.updatedAt,
      },
    })
    const after = await listOpenSlots(api.context, fair.id)
    expect(after.map(({ id }) => id)).toEqual(before.slice(0, 4).map(({ id }) => id))
  })

  it('rejects overlapping sessions and an end before the start', async () => {
    const client = await staff()
    const now = api.context.now()
    const span = { startAt: fullHour(now, 48), endAt: fullHour(now, 50) }
    const twice = client.create({ body: fairInput(now, { sessions: [span, span] }) })
    await expectRefusal(twice, 400, 'sessions')
    const backwards = client.create({ body: fairInput(now, { endsAt: fullHour(now, 1) }) })
    await expectRefusal(backwards, 400, 'endsAt')
  })

  it('rejects sessions outside its dates and more than 1,000 slots', async () => {
    const client = await staff()
    const now = api.context.now()
    const outside = { startAt: fullHour(now, 47), endAt: fullHour(now, 49) }
    const early = client.create({ body: fairInput(now, { sessions: [outside] }) })
    await expectRefusal(early, 400, 'sessions')
    const [startAt, endAt] = ['2027-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z']
    const endless = client.create({
      body: fairInput(now, { startsAt: startAt, endsAt: endAt, sessions: [{ startAt, endAt }], slotMinutes: 10 }),
    })
    await expect(endless).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { sessions: expect.stringContaining('1,000') } },
    })
  })

  it('cannot be deleted while companies have a meeting in it or participate', async () => {
    const client = await staff()
    const fair = await buildFair(api.context)
    const [seller, buyer] = [await buildProfile(api.context), await buildProfile(api.context, { role: 'buyer' })]
    for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    const { id } = await buildMatching(api.context, { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id })
    await expect(client.remove({ params: { id: fair.id } })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'in_use' },
    })
    await api.services.database.update(matchings).set({ state: 'cancelled' }).where(eq(matchings.id, id))
    // Nor while companies still participate.
    await expect(client.remove({ params: { id: fair.id } })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'in_use', fields: { phase: expect.any(String) } },
    })
  })

  it('can be deleted with its participations once it is over', async () => {
    const client = await staff()
    const fair = await buildFair(api.context, { phase: 'expired' })
    const { id } = await buildProfile(api.context)
    await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    await client.remove({ params: { id: fair.id } })
    await expect(client.get({ params: { id: fair.id } })).rejects.toMatchObject({ status: 404 })
  })

  describe('deleted while a company joins', () => {
    const removals: Record<string, (fairId: string) => Promise<unknown>> = {
      'by the product': async (fairId) => (await staff()).remove({ params: { id: fairId } }),
      // Counts first and deletes afterwards.
      'by a naive version': async (fairId) => {
        const { database } = api.services
        const count = await database.$count(participations, eq(participations.fairId, fairId))
        await database.transaction(async (within) => {
          await within.execute(sql`ALTER TABLE fairs DISABLE TRIGGER fairs_matchings`)
          if (count === 0) await within.delete(fairRows).where(eq(fairRows.id, fairId))
          await within.execute(sql`ALTER TABLE fairs ENABLE TRIGGER fairs_matchings`)
        })
      },
    }
    const joinedWhile = async (remove: (fairId: string) => Promise<unknown>) => {
      const fair = await buildFair(api.context)
      const { id } = await buildProfile(api.context)
      const gate = Promise.withResolvers<void>()
      const inserted = Promise.withResolvers<void>()
      const joined = api.context.transaction(async (within) => {
        await buildParticipation(within, { fairId: fair.id, profileId: id })
        inserted.resolve()
        await gate.promise
      })
      await inserted.promise
      const removed = remove(fair.id).catch(() => undefined)
      await waitForLock(api.services.database)
      gate.resolve()
      await Promise.all([joined, removed])
      return api.services.database.$count(participations, eq(participations.profileId, id))
    }

    it('is kept with the participation', async () => {
      expect(await joinedWhile(removals['by the product'] ?? expect.fail)).toBe(1)
    })

    it('loses the participation in a naive version that counts first (control)', async () => {
      expect(await joinedWhile(removals['by a naive version'] ?? expect.fail)).toBe(0)
    })
  })

  it('is public with its companies and products once it is not a draft', async () => {
    const draft = await buildFair(api.context, { phase: 'draft' })
    const fair = await buildFair(api.context)
    const seller = await buildProfile(api.context)
    const buyer = await buildProfile(api.context, { role: 'buyer' })
    const waiting = await buildProfile(api.context, { role: 'buyer' })
    await buildParticipation(api.context, { fairId: fair.id, profileId: seller.id })
    await buildParticipation(api.context, { fairId: fair.id, profileId: buyer.id })
    await buildParticipation(api.context, { fairId: fair.id, profileId: waiting.id, state: 'submitted' })
    const product = await buildProduct(api.context, { profileId: seller.id, fairs: [fair.id] })

    const visitor = api.client(fairs, null, 'en')
    expect((await visitor.published()).fairs.map(({ _id }) => _id)).not.toContain(draft.id)
    await expect(visitor.open({ params: { id: draft.id } })).rejects.toMatchObject({ status: 404 })
    const open = await visitor.open({ params: { id: fair.id } })
    expect(open.fair.counts).toEqual({ sellers: 1, buyers: 1, products: 1, meetings: 0 })
    expect((await visitor.figures()).running).not.toBeNull()

    const companies = api.client(participants)
    const params = { id: fair.id }
    expect((await companies.sellers({ params })).sellers).toMatchObject([{ _id: seller.id, products: 1 }])
    expect((await companies.buyers({ params })).buyers).toMatchObject([{ _id: buyer.id }])
    const { buyer: shown } = await companies.buyer({ params: { id: fair.id, buyer: buyer.id } })
    expect(JSON.stringify(shown)).not.toContain('hello@guungyeol.example')
    await expect(companies.buyer({ params: { id: fair.id, buyer: waiting.id } })).rejects.toMatchObject({ status: 404 })

    const goods = api.client(products)
    expect((await goods.inFair({ params })).products).toMatchObject([{ _id: product.id, seller: { _id: seller.id } }])
    const { product: whole } = await goods.oneInFair({ params: { id: fair.id, product: product.id } })
    expect(whole.fairs.map(({ _id }) => _id)).toEqual([fair.id])
    await expect(goods.oneInFair({ params: { id: draft.id, product: product.id } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
