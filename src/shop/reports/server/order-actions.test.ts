// @module-tag deep
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { shopConditions } from '#shop/conditions/table.ts'
import { exchanges } from '#shop/exchanges/contract.ts'
import { buildSecondOption } from '#shop/exchanges/factory.ts'
import { requestExchange } from '#shop/exchanges/server/request-exchange.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput, refundAccount } from '#shop/orders/factory.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { returns } from '#shop/returns/contract.ts'
import { requestReturn } from '#shop/returns/server/request-return.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { reports } from '../contract.ts'
import { foldDailySums } from './fold-daily-sums.ts'

/** Compares the four reports with a reference that knows only the actions and the rules and reads no table. */

const api = prepareTestApi()
beforeAll(async () => {
  await buildConditions(api.context)
})

/** Deterministic, so that a failure can be reproduced. */
const numbers = (seed: number) => {
  let state = seed * 7919
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * max)
  }
}

/** Piece held by the customer: its option and the sum of its exchanges' differences. */
interface Piece {
  option: string
  more: number
  isGone: boolean
}

it('equals a reference calculation of paid, cancelled, exchanged and partly returned orders', {
  timeout: 240_000,
}, async () => {
  const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
  const [post, back, changed] = [api.client(orders, actor), api.client(returns, actor), api.client(exchanges, actor)]
  const returnFee = (await api.context.database.select().from(shopConditions))[0]?.returnFee ?? 0
  expect(returnFee).toBe(3000)
  const money = { orders: 0, quantity: 0, discounts: 0, sales: 0, refunds: 0, net: 0 }
  const goods = new Map<string, { quantity: number; sales: number; returned: number; refunds: number }>()
  const acts = { returned: 0, refused: 0, dearer: 0, cheaper: 0, even: 0 }

  for (let seed = 1; seed <= 20; seed += 1) {
    const draw = numbers(seed)
    const price = seed % 2 === 0 ? 10_000 : 60_000
    const quantity = 1 + draw(3)
    const { good, option } = await buildOption(api.context, { price })
    const delivery = price * quantity < 50_000 ? 3000 : 0
    const paid = price * quantity + delivery
    const body = orderInput({ lines: [{ option: option.id, quantity }], total: paid })
    const { order } = await api.client(orders, null, 'ko', `10.9.0.${seed}`).place({ body })
    const at = { params: { id: order._id } }
    // Unpaid orders are in no report.
    if (seed % 7 === 0) continue
    await post.pay({ ...at, body: {} })
    money.orders += 1
    money.quantity += quantity
    money.sales += paid
    const own = { quantity, sales: price * quantity, returned: 0, refunds: 0 }
    goods.set(good.id, own)
    if (seed % 5 === 0) {
      await post.giveUp({ ...at, body: { reason: '재고가 맞지 않습니다.' } })
      money.refunds += paid
      Object.assign(own, { returned: quantity, refunds: price * quantity })
      continue
    }
    await post.ship({ ...at, body: { carrier: '시연택배', tracking: '4410-0000' } })
    await post.deliver(at)
    const difference = seed % 4 < 2 ? 5000 : -5000
    const where = eq(shopOrders.id, order._id)
    const [row] = await api.context.database.select().from(shopOrders).where(where)
    if (!row) throw new Error('The order was not made')
    const second = (await buildSecondOption(api.context, row, difference)).option
    const line = order.lines[0]?._id ?? ''
    const pieces = Array.from({ length: quantity }, (): Piece => ({ option: option.id, more: 0, isGone: false }))
    let [isOutPaid, isGranted] = [false, false]

    for (let step = 0; step < 8 && pieces.some(({ isGone }) => !isGone); step += 1) {
      const free = pieces.filter(({ isGone }) => !isGone)
      const reason = (['fault', 'mind', 'wrong'] as const)[draw(3)] ?? 'mind'
      if (draw(3) > 0) {
        const named = free[draw(free.length)]
        if (!named) break
        // The first of identical pieces is exchanged.
        const one = free.find(({ option: now, more }) => now === named.option && more === named.more) ?? named
        const next = draw(4) === 0 ? one.option : one.option === second ? option.id : second
        const costs = (next === second ? difference : 0) - one.more
        const balance = costs + (reason === 'mind' ? 2 * returnFee : 0)
        const input = { line, quantity: 1, option: next, reason, piece: pieces.indexOf(named) }
        const request = await requestExchange(api.context, where, { ...input, text: '', account: refundAccount })
        expect([seed, step, request.balance]).toEqual([seed, step, balance])
        const params = { id: request.id }
        if (balance > 0) await changed.pay({ params, body: {} })
        await changed.collect({ params, body: { restock: true } })
        await changed.ship({ params, body: { carrier: '시연택배', tracking: `4410-${seed}-${step}00` } })
        await changed.finish({ params, body: {} })
        money.sales += Math.max(balance, 0)
        money.refunds += Math.max(-balance, 0)
        acts[balance > 0 ? 'dearer' : balance < 0 ? 'cheaper' : 'even'] += 1
        Object.assign(one, { option: next, more: one.more + costs })
        continue
      }
      const asked = await requestReturn(api.context, where, {
        lines: [{ line, quantity: 1 }],
        reason,
        text: '',
        account: refundAccount,
      })
      const params = { id: asked.id }
      if (draw(4) === 0) {
        await back.refuse({ params, body: { reason: '사용한 흔적이 있습니다.' } })
        acts.refused += 1
        continue
      }
      const [gone] = free
      if (!gone) break
      gone.isGone = true
      const isSellers = reason !== 'mind'
      const parcels = isSellers ? 0 : returnFee * (delivery === 0 && !isOutPaid ? 2 : 1)
      const way = isSellers && !isGranted && pieces.every(({ isGone }) => isGone) ? delivery : 0
      const total = price + gone.more + way - parcels
      expect([seed, step, asked.slip.total]).toEqual([seed, step, total])
      await back.approve({ params, body: { total, restock: draw(2) === 0 } })
      isOutPaid ||= !isSellers
      isGranted ||= way > 0
      money.refunds += total
      own.returned += 1
      own.refunds += price
      acts.returned += 1
    }
  }
  // The run covered every kind of action.
  for (const count of Object.values(acts)) expect(count).toBeGreaterThan(2)
  money.net = money.sales - money.refunds

  const client = api.client(reports, actor)
  const day = (days: number) => seoulDayOf(api.context.now().getTime() + days * 86_400_000).day
  const query = { from: day(-3), to: day(1) }
  const equal = async () => {
    const { products, total } = await client.products({ query })
    for (const report of [
      await client.daily({ query }),
      await client.monthly({ query }),
      await client.dayOfWeek({ query }),
    ]) {
      const sums = { orders: 0, quantity: 0, discounts: 0, sales: 0, refunds: 0, net: 0 }
      for (const row of report.rows)
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += row[name]
      expect(sums).toEqual(money)
    }
    expect(products).toHaveLength(goods.size)
    for (const [id, figures] of goods)
      expect(products.find(({ product }) => product === id)).toMatchObject({
        ...figures,
        net: figures.sales - figures.refunds,
      })
    const all = [...goods.values()]
    expect(total).toMatchObject({
      quantity: all.reduce((sum, one) => sum + one.quantity, 0),
      net: all.reduce((sum, { sales, refunds }) => sum + sales - refunds, 0),
    })
  }
  await equal()
  await foldDailySums(api.context)
  await equal()
})
