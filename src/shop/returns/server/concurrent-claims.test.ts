// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildConditions } from '#shop/conditions/factory.ts'
import { shopConditions } from '#shop/conditions/table.ts'
import { buildSecondOption } from '#shop/exchanges/factory.ts'
import { requestExchange } from '#shop/exchanges/server/request-exchange.ts'
import { shopExchanges } from '#shop/exchanges/table.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput, refundAccount } from '#shop/orders/factory.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { returns } from '../contract.ts'
import type { ReturnReason } from '../rules.ts'
import { requestReturn } from './request-return.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const staffOf = async () => api.actor(['console', 'console:shop', 'console:refunds'])
const refundedOf = async (order: string) => {
  const { rows } = await api.context.database.execute<{ sum: number }>(
    sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM shop_payments WHERE order_id = ${order}::uuid AND kind = 'refund'`,
  )
  return rows[0]?.sum ?? 0
}

/** Creates a guest's delivered order: with a delivery fee at 10,000 won a piece, without at 60,000. */
const deliveredOf = async (price: 10_000 | 60_000, quantity: number) => {
  const { option } = await buildOption(api.context, { price })
  const delivery = price * quantity < 50_000 ? 3000 : 0
  const body = orderInput({ lines: [{ option: option.id, quantity }], total: price * quantity + delivery })
  const { order } = await api.client(orders, null, 'ko', somewhere()).place({ body })
  const post = api.client(orders, await staffOf())
  const at = { params: { id: order._id } }
  await post.pay({ ...at, body: {} })
  await post.ship({ ...at, body: { carrier: '시연택배', tracking: '4410-0000' } })
  await post.deliver(at)
  const line = order.lines[0]?._id ?? ''
  const where = eq(shopOrders.id, order._id)
  const ask = (reason: ReturnReason, count = 1) =>
    requestReturn(api.context, where, { lines: [{ line, quantity: count }], reason, text: '', account: refundAccount })
  const desk = api.client(returns, await staffOf())
  const slipOf = async (id: string) => (await desk.get({ params: { id } })).return.slip
  const approve = (id: string, total: number) => desk.approve({ params: { id }, body: { total, restock: false } })
  const withdraw = (id: string) =>
    api.client(returns, null, 'ko', somewhere()).guestWithdraw({ params: { ticket: order.ticket ?? '', id } })
  return { order, where, line, delivery, ask, desk, slipOf, approve, withdraw }
}
let hosts = 0
const somewhere = () => {
  hosts += 1
  return `10.8.${Math.floor(hosts / 250)}.${1 + (hosts % 250)}`
}

describe('a return next to another', () => {
  it('does not refund delivery while a piece is kept, though an earlier return was withdrawn', async () => {
    const { order, ask, approve, withdraw, slipOf } = await deliveredOf(10_000, 2)
    const first = await ask('fault')
    const second = await ask('fault')
    await withdraw(first.id)
    expect(await slipOf(second.id)).toMatchObject({ delivery: 0, total: 10_000 })
    expect(await statusOf(approve(second.id, 13_000), 200)).toBe(409)
    await approve(second.id, 10_000)
    expect(await refundedOf(order._id)).toBe(10_000)
    // Returning the last piece refunds the delivery fee.
    const last = await ask('fault')
    await approve(last.id, 13_000)
    expect(await refundedOf(order._id)).toBe(order.slip.total)
  })

  it('charges both parcels of a change of mind if the outbound one was free, though an earlier return was withdrawn', async () => {
    const { ask, approve, withdraw, slipOf } = await deliveredOf(60_000, 3)
    const first = await ask('mind')
    const second = await ask('mind')
    await withdraw(first.id)
    expect(await slipOf(second.id)).toMatchObject({ fee: 6000 })
    expect(await statusOf(approve(second.id, 57_000), 200)).toBe(409)
    const third = await ask('mind')
    await approve(second.id, 54_000)
    // The outbound parcel is paid once, so a return requested meanwhile becomes cheaper and shows that.
    expect(await slipOf(third.id)).toMatchObject({ fee: 3000, total: 57_000 })
    await expect(approve(third.id, 54_000)).rejects.toMatchObject({
      status: 409,
      refusal: { current: { slip: { total: 57_000 } } },
    })
    await approve(third.id, 57_000)
    expect((await slipOf(second.id)).fee).toBe(6000)
  })

  it('is not complete because of a piece that is only being exchanged', async () => {
    const { order, where, ask, slipOf, approve } = await deliveredOf(10_000, 2)
    const [row] = await api.context.database.select().from(shopOrders).where(where)
    if (!row) throw new Error('No order')
    const { wanted } = await buildSecondOption(api.context, row)
    const { id } = await requestExchange(api.context, where, { ...wanted, text: '', account: null })
    const asked = await ask('fault')
    expect(asked.slip).toMatchObject({ delivery: 0, total: 10_000 })
    await approve(asked.id, (await slipOf(asked.id)).total)
    await api.context.database.update(shopExchanges).set({ state: 'refused' }).where(eq(shopExchanges.id, id))
    expect(await refundedOf(order._id)).toBe(10_000)
  })

  it('refunds delivery once and charges the outbound parcel once under concurrent approvals', {
    tags: ['deep'],
    timeout: 120_000,
  }, async () => {
    for (const reason of ['fault', 'mind'] as const) {
      const { order, ask, approve } = await deliveredOf(reason === 'fault' ? 10_000 : 60_000, 2)
      const both = [await ask(reason), await ask(reason)]
      const sums = reason === 'fault' ? [10_000, 13_000] : [54_000, 57_000]
      // Each is tried with both amounts; the second is refused with the first one's amount.
      for (let round = 0; round < 2; round += 1)
        await Promise.all(both.flatMap(({ id }) => sums.map((sum) => statusOf(approve(id, sum), 200))))
      expect(await refundedOf(order._id)).toBe((sums[0] ?? 0) + (sums[1] ?? 0))
    }
    // The naive version checks whether the other was refunded, then refunds its own.
    await crowd.pool.query('CREATE TABLE twin_returns (fee integer NOT NULL)')
    await crowd.readThenAct(
      () => crowd.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM twin_returns'),
      ({ rows }) => crowd.pool.query('INSERT INTO twin_returns VALUES ($1)', [rows[0]?.count === 0 ? 6000 : 3000]),
    )
    const { rows } = await crowd.pool.query('SELECT FROM twin_returns WHERE fee = 6000')
    expect(rows.length).toBeGreaterThan(1)
  })
})

/** Deterministic pseudo-random numbers (mulberry32). */
const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let next = Math.imul(state ^ (state >>> 15), 1 | state)
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next
    return ((next ^ (next >>> 14)) >>> 0) % below
  }
}

it('equals a reference calculation for random sequences of requests, withdrawals and approvals', {
  tags: ['deep'],
  timeout: 300_000,
}, async () => {
  const fee = (await api.context.database.select().from(shopConditions))[0]?.returnFee ?? 0
  expect(fee).toBe(3000)
  for (let seed = 1; seed <= 10; seed += 1) {
    const draw = numbers(seed)
    const price = seed % 2 === 0 ? 10_000 : 60_000
    const quantity = 3
    const { order, delivery, ask, approve, withdraw, slipOf } = await deliveredOf(price, quantity)
    // Prefer the reasons that matter: faults where delivery was paid, changes of mind where it was free.
    const [often, seldom] = delivery > 0 ? (['wrong', 'mind'] as const) : (['mind', 'fault'] as const)
    const open: { id: string; reason: ReturnReason }[] = []
    // The reference knows what was returned and the three rules for fees.
    let [free, gone, back, isOutPaid, isGiven] = [quantity, 0, 0, false, false]
    for (let step = 0; step < 14; step += 1) {
      const at = draw(Math.max(open.length, 1))
      const one = open[at]
      const asks = free > 0 && draw(5) > 1
      const act = draw(3)
      if (one && !asks) {
        open.splice(at, 1)
        if (act === 0) {
          await withdraw(one.id)
          free += 1
        } else {
          const isSellers = one.reason !== 'mind'
          const parcels = isSellers ? 0 : fee * (delivery === 0 && !isOutPaid ? 2 : 1)
          gone += 1
          const way = isSellers && gone === quantity && !isGiven ? delivery : 0
          const sum = price + way - parcels
          expect([seed, step, (await slipOf(one.id)).total]).toEqual([seed, step, sum])
          await approve(one.id, sum)
          back += sum
          isOutPaid ||= !isSellers
          isGiven ||= way > 0
        }
      } else if (free > 0) {
        const reason = draw(4) === 0 ? seldom : often
        open.push({ id: (await ask(reason)).id, reason })
        free -= 1
      }
      expect([seed, step, await refundedOf(order._id)]).toEqual([seed, step, back])
    }
    expect(back).toBeLessThanOrEqual(order.slip.total)
  }
})
