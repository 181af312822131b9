// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#kit/server/context.ts'
import { fairs as fairContract } from '#match/fairs/contract.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { participations } from '#match/participants/table.ts'
import { search } from '#platform/search/contract.ts'
import { demoSetting } from '#platform/settings/demo.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { openPlainPool } from '#test/server/test-database.ts'
import { products as contract } from '../contract.ts'
import { buildProduct } from '../factory.ts'
import { fairProducts } from '../table.ts'
import { addProductsToFairs } from './add-products-to-fairs.ts'

const api = prepareTestApi()
let pool: pg.Pool
beforeAll(async () => {
  await buildSetting(api.context, { modules: { ...demoSetting.modules, match: true } })
  pool = openPlainPool(api.database.directUrl)
})
afterAll(() => pool.end())

/** Builds a fair with one seller; `createProduct` adds a product of that seller to the fair. */
const buildScene = async (state: 'submitted' | 'approved' = 'approved', fair: Parameters<typeof buildFair>[1] = {}) => {
  const { id: fairId } = await buildFair(api.context, fair)
  const { id: profileId } = await buildProfile(api.context)
  const part = await buildParticipation(api.context, { fairId, profileId, state })
  const createProduct = async () => (await buildProduct(api.context, { profileId, fairs: [fairId] })).id
  return { fairId, profileId, part: part.id, createProduct: createProduct }
}
const entriesOf = async (id: string) => {
  const { rows } = await pool.query('SELECT FROM search_entries WHERE record_id = $1', [id])
  return rows.length
}
const decide = (id: string, state: 'approved' | 'withdrawn') =>
  api.context.database.update(participations).set({ state }).where(eq(participations.id, id))

describe('a product in search, site map and totals', () => {
  it('is included exactly while visitors can open it', async () => {
    const { part, fairId, createProduct } = await buildScene('submitted')
    const id = await createProduct()
    const visitor = api.client(search)
    const readPublic = async () => {
      const [{ groups }, { addresses }] = [await visitor.find({ query: { q: '결 찻잔' } }), await visitor.addresses()]
      const path = `/match/products/${id}`
      const opened = await api
        .client(contract)
        .product({ params: { id } })
        .then(
          () => true,
          () => false,
        )
      return [
        opened,
        groups.flatMap(({ results }) => results).some((one) => one.path === path),
        addresses.some((one) => one.path === path),
      ]
    }
    const counted = async () => (await api.client(fairContract).figures()).products
    expect([await readPublic(), await counted()]).toEqual([[false, false, false], 0])
    await decide(part, 'approved')
    expect([await readPublic(), await counted()]).toEqual([[true, true, true], 1])
    await api.context.database.update(fairs).set({ visible: false }).where(eq(fairs.id, fairId))
    expect([await readPublic(), await counted()]).toEqual([[false, false, false], 0])
    await api.context.database.update(fairs).set({ visible: true }).where(eq(fairs.id, fairId))
    expect(await readPublic()).toEqual([true, true, true])
    await decide(part, 'withdrawn')
    expect([await readPublic(), await counted()]).toEqual([[false, false, false], 0])
    await decide(part, 'approved')
    expect(await readPublic()).toEqual([true, true, true])
    await api.context.database.delete(participations).where(eq(participations.id, part))
    expect([await readPublic(), await counted()]).toEqual([[false, false, false], 0])
  })

  /**
   * Adds a product to a fair in one transaction while another approves the seller or publishes the fair; neither sees
   * the other's row.
   */
  const meanwhile = async (change: 'seller' | 'fair', first: 'product' | 'decision') => {
    const { fairId, profileId, part } = await buildScene(
      change === 'seller' ? 'submitted' : 'approved',
      change === 'fair' ? { visible: false } : {},
    )
    const { id } = await buildProduct(api.context, { profileId })
    const steps = {
      product: () =>
        [
          'INSERT INTO fair_products (fair_id, profile_id, product_id) VALUES ($1, $2, $3)',
          [fairId, profileId, id],
        ] as const,
      decision: () =>
        change === 'seller'
          ? (["UPDATE participations SET state = 'approved' WHERE id = $1", [part]] as const)
          : (['UPDATE fairs SET visible = true WHERE id = $1', [fairId]] as const),
    }
    const [one, other] = [await pool.connect(), await pool.connect()]
    try {
      await one.query('BEGIN')
      await other.query('BEGIN')
      const [text, values] = steps[first]()
      await one.query(text, [...values])
      const [later, laterValues] = steps[first === 'product' ? 'decision' : 'product']()
      const second = other.query(later, [...laterValues])
      // Enough time to finish, or to be blocked by the first transaction.
      await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))])
      await one.query('COMMIT')
      await second
      await other.query('COMMIT')
    } finally {
      one.release()
      other.release()
    }
    return entriesOf(id)
  }
  const both = ['seller', 'fair'] as const

  it.each(both)(
    'is indexed when added to a fair while its %s is approved or published concurrently',
    { tags: ['deep'] },
    async (change) => {
      expect(await meanwhile(change, 'product')).toBe(3)
      expect(await meanwhile(change, 'decision')).toBe(3)
    },
  )

  it.each(both)('is missed in a naive version without the lock (control): %s', async (change) => {
    await pool.query('ALTER TABLE fair_products DISABLE TRIGGER fair_products_lock')
    expect(await meanwhile(change, 'product')).toBe(0)
    expect(await meanwhile(change, 'decision')).toBe(0)
    await pool.query('ALTER TABLE fair_products ENABLE TRIGGER fair_products_lock')
  })
})

describe('a product that becomes visible', () => {
  const buildHidden = async () => {
    const actor = await api.actor([], { kind: 'COMPANY' })
    const { id: profileId } = await buildProfile(api.context, { userId: actor.userId })
    const { id: fairId } = await buildFair(api.context)
    const client = api.client(contract, actor)
    const name = { ko: '숨긴 접시' }
    const body = { name, category: 'tableware' as const, year: 2025, certificate: 'award' as const, visible: false }
    const { product } = await client.create({ body })
    const show = () =>
      client.update({ params: { id: product._id }, body: { visible: true, updatedAt: product.updatedAt } })
    const countFairProducts = () => api.context.database.$count(fairProducts, eq(fairProducts.productId, product._id))
    return { profileId, fairId, show, countFairProducts: countFairProducts }
  }

  it('is added to the fairs of its seller', async () => {
    const { profileId, fairId, show, countFairProducts } = await buildHidden()
    await buildParticipation(api.context, { fairId, profileId })
    expect(await countFairProducts()).toBe(0)
    const { product } = await show()
    expect(await countFairProducts()).toBe(1)
    const inFair = await api.client(contract).inFair({ params: { id: fairId } })
    expect(inFair.products.map(({ _id }) => _id)).toEqual([product._id])
  })

  /** Joins a fair in one transaction while another makes a product visible. */
  const atOnce = async (bring: (within: Context, profileId: string) => Promise<unknown>) => {
    const { profileId, fairId, show, countFairProducts } = await buildHidden()
    const [booked, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const joins = api.context.transaction(async (within) => {
      await buildParticipation(within, { fairId, profileId })
      await bring(within, profileId)
      booked.resolve()
      await shown.promise
    })
    await booked.promise
    const showing = show()
    await Promise.race([showing, new Promise((resolve) => setTimeout(resolve, 300))])
    shown.resolve()
    await Promise.all([joins, showing])
    return countFairProducts()
  }

  it('is added to a fair that its seller joins concurrently', async () => {
    expect(await atOnce(addProductsToFairs)).toBe(1)
  })

  it('is missed in a naive version without the lock (control)', async () => {
    const naive = (within: Context, profileId: string) =>
      within.database.execute(sql`
        INSERT INTO fair_products (fair_id, profile_id, product_id)
        SELECT part.fair_id, part.profile_id, product.id
        FROM participations AS part JOIN match_products AS product ON product.profile_id = part.profile_id
        WHERE part.profile_id = ${profileId} AND product.visible`)
    expect(await atOnce(naive)).toBe(0)
  })
})
