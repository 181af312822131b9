import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { buildConditions } from '#shop/conditions/factory.ts'
import { shopOptions } from '#shop/goods/table.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import { orders } from '#shop/orders/contract.ts'
import { refundAccount } from '#shop/orders/factory.ts'
import type { OrderRow } from '#shop/orders/table.ts'
import { returns } from '#shop/returns/contract.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { exchanges } from '../contract.ts'
import { buildExchangeable, buildSecondOption } from '../factory.ts'
import { calculateDifference } from '../rules.ts'
import { shopExchanges } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const parcel = { carrier: '시연택배', tracking: '4410-0000-300' }
const staffClient = async () => api.client(exchanges, await api.actor(['console', 'console:shop', 'console:refunds']))
const stockOf = async (id: string | null) => {
  const { rows } = await api.context.database.execute<{ stock: number }>(
    sql`SELECT stock FROM shop_options WHERE id = ${id}::uuid`,
  )
  return rows[0]?.stock ?? -1
}

interface Wanted {
  line: string
  quantity: number
  option: string
  reason: 'fault' | 'wrong' | 'mind'
  piece?: number
}

/**
 * Client of the order's guest from a new address, so that rate limits do not apply; it gives an account for any refund.
 */
let hosts = 0
const guestOf = ({ ticket }: Pick<OrderRow, 'ticket'>) => {
  hosts += 1
  const client = api.client(exchanges, null, 'ko', `10.6.0.${hosts}`)
  const params = { ticket: ticket ?? '' }
  return {
    preview: async (body: Wanted) => (await client.guestPreview({ params, body })).slip,
    ask: async (body: Wanted) =>
      (await client.guestAsk({ params, body: { ...body, account: refundAccount } })).exchange,
    choices: async () => (await client.guestChoices({ params })).lines,
    all: async () => (await client.guestOfOrder({ params })).exchanges,
  }
}

/** Runs an exchange from request to completion; the returned piece goes back into stock. */
const exchange = async (order: OrderRow, wanted: Wanted) => {
  const asked = await guestOf(order).ask(wanted)
  const staff = await staffClient()
  const at = { params: { id: asked._id } }
  if (asked.slip.balance > 0) await staff.pay({ ...at, body: {} })
  await staff.collect({ ...at, body: { restock: true } })
  await staff.ship({ ...at, body: parcel })
  await staff.finish({ ...at, body: {} })
  return asked
}

it('charges nothing for the same option again, and refunds the difference when exchanged back', {
  timeout: 60_000,
}, async () => {
  for (const difference of [-5000, 5000]) {
    const { order, line, option, wanted } = await buildExchangeable(api.context, null, difference)
    expect((await exchange(order, { ...wanted, quantity: 3 })).slip.difference).toBe(3 * difference)
    const guest = guestOf(order)
    // The B piece is defective and is exchanged for another B.
    expect(await guest.preview(wanted)).toEqual({ difference: 0, fee: 0, balance: 0 })
    expect((await guest.choices())[0]).toMatchObject({ option, quantity: 3, values: ['큰 것'] })
    expect((await exchange(order, wanted)).slip.balance).toBe(0)
    const back = { ...wanted, quantity: 3, option: line.optionId ?? '' }
    expect((await guest.preview(back)).difference).toBe(-3 * difference)
    const again = await exchange(order, back)
    expect(again).toMatchObject({ from: ['큰 것'], slip: { difference: -3 * difference } })
    // All three pieces are again the ordered option, at the price that was paid.
    const { slip } = await api.client(returns).guestPreview({
      params: { ticket: order.ticket ?? '' },
      body: { lines: [{ line: line.id, quantity: 3 }], reason: 'fault' },
    })
    expect(slip.total).toBe(3 * 128_000)
  }
})

it('restocks the option that came back, not the one that was ordered', { timeout: 60_000 }, async () => {
  const { order, line, option, wanted } = await buildExchangeable(api.context)
  await exchange(order, wanted)
  const before = [await stockOf(line.optionId), await stockOf(option)]
  // The received B is exchanged for an A: stock gains one B and loses one A.
  await exchange(order, { ...wanted, option: line.optionId ?? '', piece: 0 })
  expect([await stockOf(line.optionId), await stockOf(option)]).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) + 1])
})

it('exchanges the chosen pieces of a line at their own price, and never different ones together', {
  timeout: 60_000,
}, async () => {
  const { order, line, option, wanted } = await buildExchangeable(api.context, null, 5000)
  const third = await buildSecondOption(api.context, order, 8000)
  await exchange(order, wanted)
  const guest = guestOf(order)
  const kinds = await guest.choices()
  expect(kinds.map(({ option: now, quantity }) => [now, quantity])).toEqual([
    [option, 1],
    [line.optionId, 2],
  ])
  const [changed, plain] = kinds
  const to = (kind: typeof changed) => kind?.options.find(({ _id }) => _id === third.option)?.difference
  expect([to(changed), to(plain)]).toEqual([3000, 8000])
  const next = { ...wanted, option: third.option }
  expect((await guest.preview({ ...next, piece: changed?.piece ?? -1 })).difference).toBe(3000)
  expect((await guest.preview({ ...next, piece: plain?.piece ?? -1, quantity: 2 })).difference).toBe(16_000)
  await expect(guest.preview({ ...next, piece: changed?.piece ?? -1, quantity: 2 })).rejects.toMatchObject({
    status: 409,
  })
  await expect(guest.preview({ ...next, quantity: 3 })).rejects.toMatchObject({ status: 409 })
  expect(await statusOf(guest.preview({ ...next, piece: -1 }), 200)).toBe(400)
})

it('charges a chain of exchanges as much as its last exchange alone', () => {
  const step = fc.integer({ min: -40_000, max: 40_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 100_000 }),
      fc.integer({ min: 0, max: 9000 }),
      step,
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.nat(100_000),
      (price, discount, from, chain, spent) => {
        const paid = Math.max(reducedPrice(price, discount) - spent, 0)
        const terms = { price, discount, from, goodPrice: price, paid }
        let more = 0
        for (const to of chain) {
          more += calculateDifference({ ...terms, to, more })
          // Never refunds more than was paid, whatever the earlier exchanges.
          expect(paid + more).toBeGreaterThanOrEqual(0)
        }
        // The reference knows only the last option.
        const last = Math.max(price - from + (chain.at(-1) ?? 0), 0)
        const alone = reducedPrice(last, discount) - reducedPrice(price, discount)
        expect(more).toBe(Math.max(alone, 0 - paid))
      },
    ),
    { numRuns: 5000 },
  )
})

it('takes a restocked piece out of stock again when the exchange is refused, once under concurrent refusals', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const { order, line, option, wanted } = await buildExchangeable(api.context)
  const before = [await stockOf(line.optionId), await stockOf(option)]
  const staff = await staffClient()
  const refuse = (id: string) => staff.refuse({ params: { id }, body: { reason: '사용한 흔적이 있습니다.' } })
  const collected = async (restock: boolean, to = option) => {
    const { _id } = await guestOf(order).ask({ ...wanted, option: to })
    await staff.collect({ params: { id: _id }, body: { restock } })
    return _id
  }
  const first = await collected(true)
  expect(await stockOf(line.optionId)).toBe((before[0] ?? 0) + 1)
  const refused = await Promise.all(Array.from({ length: 6 }, () => statusOf(refuse(first), 200)))
  expect(refused.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect([await stockOf(line.optionId), await stockOf(option)]).toEqual(before)
  // Pieces that were not restocked are not taken out again; nor is one too many taken if both are the same option.
  await refuse(await collected(false))
  await refuse(await collected(true, line.optionId ?? ''))
  expect([await stockOf(line.optionId), await stockOf(option)]).toEqual(before)

  // The returned piece was sold meanwhile: it cannot be sent back, so the refusal fails.
  const sold = await collected(true)
  await api.context.database
    .update(shopOptions)
    .set({ stock: 0 })
    .where(eq(shopOptions.id, line.optionId ?? ''))
  expect(await statusOf(refuse(sold), 200)).toBe(409)
  expect([await stockOf(line.optionId), await stockOf(option)]).toEqual([0, (before[1] ?? 0) - 1])
  expect((await staff.get({ params: { id: sold } })).exchange.state).toBe('collected')

  // The naive version reads the state, moves the stock, then writes the state.
  await crowd.pool.query("CREATE TABLE twin_exchange AS SELECT 'collected' AS state, 10 AS stock")
  await crowd.readThenAct(
    () => crowd.pool.query<{ state: string }>('SELECT state FROM twin_exchange').then(({ rows }) => rows[0]?.state),
    (state) =>
      state === 'collected'
        ? crowd.pool.query("UPDATE twin_exchange SET stock = stock - 1, state = 'refused'")
        : Promise.resolve(),
  )
  const { rows } = await crowd.pool.query<{ stock: number }>('SELECT stock FROM twin_exchange')
  expect(rows[0]?.stock).toBeLessThan(9)
})

it('offers a return for 7 days after a late exchange, as the API accepts it', { timeout: 60_000 }, async () => {
  const day = 86_400_000
  const { order, wanted, line } = await buildExchangeable(api.context)
  const params = { ticket: order.ticket ?? '' }
  const shown = async () => (await api.client(orders, null, 'ko', '10.6.1.1').guestOpen({ params })).order
  const before = await shown()
  api.clock.forward(90 * day)
  await exchange(order, wanted)
  api.clock.forward(6 * day)
  const body = { lines: [{ line: line.id, quantity: 1 }], reason: 'mind' as const }
  expect(await statusOf(api.client(returns).guestPreview({ params, body }), 200)).toBe(200)
  const { may, returnUntil, faultUntil } = await shown()
  expect(may).toMatchObject({ return: true, exchange: true })
  expect(Date.parse(returnUntil ?? '')).toBeGreaterThan(api.clock.now().getTime())
  expect(Date.parse(faultUntil ?? '')).toBeGreaterThan(Date.parse(before.faultUntil ?? '') + 80 * day)
})

it('returns the piece that was exchanged once the term of the others is over, and no second one', {
  timeout: 60_000,
}, async () => {
  const day = 86_400_000
  const { order, wanted, line } = await buildExchangeable(api.context)
  const guest = guestOf(order)
  const [first] = await guest.choices()
  api.clock.forward(80 * day)
  await exchange(order, wanted)
  // Exchange the last piece, so that the pieces before it are out of term.
  await api.context.database
    .update(shopExchanges)
    .set({ pieces: [line.quantity - 1] })
    .where(eq(shopExchanges.orderId, order.id))
  expect(first?.quantity).toBeGreaterThan(1)
  api.clock.forward(5 * day)
  const client = api.client(returns, null, 'ko', '10.6.2.1')
  const params = { ticket: order.ticket ?? '' }
  const ask = (quantity: number) =>
    client.guestAsk({
      params,
      body: { lines: [{ line: line.id, quantity }], reason: 'mind', text: '', account: refundAccount },
    })
  await expectRefusal(ask(2), 409, 'reason')
  const { return: asked } = await ask(1)
  const { rows } = await api.context.database.execute(
    sql`SELECT piece FROM shop_return_pieces WHERE return_id = ${asked._id}::uuid`,
  )
  expect(rows).toEqual([{ piece: line.quantity - 1 }])
})

it('exchanges the identical piece whose term is not over', { timeout: 60_000 }, async () => {
  const day = 86_400_000
  const { order, wanted, line } = await buildExchangeable(api.context)
  const same = { ...wanted, option: line.optionId ?? '' }
  api.clock.forward(80 * day)
  await exchange(order, same)
  await api.context.database
    .update(shopExchanges)
    .set({ pieces: [line.quantity - 1] })
    .where(eq(shopExchanges.orderId, order.id))
  api.clock.forward(5 * day)
  await expectRefusal(guestOf(order).ask({ ...same, reason: 'mind', quantity: 2 }), 409, 'reason')
  const { _id: id } = await guestOf(order).ask({ ...same, reason: 'mind', piece: line.quantity - 1 })
  const { rows } = await api.context.database.execute(sql`SELECT pieces FROM shop_exchanges WHERE id = ${id}::uuid`)
  expect(rows).toEqual([{ pieces: [line.quantity - 1] }])
})
