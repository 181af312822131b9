import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { carts } from '#shop/carts/contract.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { goods } from '#shop/goods/contract.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput, refundAccount } from '#shop/orders/factory.ts'
import { payments } from '#shop/payments/contract.ts'
import { points } from '#shop/points/contract.ts'
import { returns } from '#shop/returns/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { OrderTotals } from './contract.ts'
import { calculateTotals } from './rules.ts'

const api = prepareTestApi()
beforeAll(async () => {
  await buildConditions(api.context)
})

it('carries sums above a trillion won through cart, order, payment, points and return', {
  timeout: 60_000,
}, async () => {
  const price = 20_000_000_000
  const total = 99 * price
  const { good, option } = await buildOption(api.context, { price, stock: 99 })
  const member = await api.actor([])
  const cart = api.client(carts, member)
  const put = await cart.put({ params: { option: option.id }, body: { quantity: 99 } })
  expect([put.cart.slip.total, (await cart.mine()).cart.slip.total]).toEqual([total, total])
  const { options } = await api.client(goods, member).choice({ params: { id: good.id } })
  expect(options[0]?.price).toBe(price)
  const own = api.client(orders, member)
  const { order } = await own.place({ body: orderInput({ lines: [{ option: option.id, quantity: 99 }], total }) })
  const staff = await api.actor(['console', 'console:shop', 'console:refunds'])
  const desk = api.client(orders, staff)
  const at = { params: { id: order._id } }
  await desk.pay({ ...at, body: {} })
  expect((await desk.all({ query: {} })).orders[0]?.total).toBe(total)
  expect((await api.client(points, member).mine()).coming).toBe(total / 100)
  await desk.ship({ ...at, body: { carrier: '시연택배', tracking: '44100000' } })
  await desk.deliver(at)
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 99 }]
  const body = { lines, reason: 'fault' as const, account: refundAccount }
  const { return: request } = await api.client(returns, member).ask({ ...at, body })
  const approval = { total: request.slip.total, restock: true }
  await api.client(returns, staff).approve({ params: { id: request._id }, body: approval })
  const { payments: ledger } = await api.client(payments, staff).list({ query: {} })
  expect(ledger.map(({ amount }) => amount)).toEqual([total, total])
  expect((await own.open(at)).order.refunded).toBe(total)
})

it('answers the largest possible order within the limits of the contract', () => {
  const item = fc.record({
    price: fc.integer({ min: 1, max: 1e12 + 1e9 }),
    discount: fc.integer({ min: 0, max: 9000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    delivery: fc.constantFrom('rule' as const, 'own' as const),
    deliveryFee: fc.integer({ min: 0, max: 1e12 }),
    pointRate: fc.integer({ min: 0, max: 10_000 }),
    product: fc.uuid(),
  })
  const terms = { levelRate: 0, coupon: null, points: 0, deliveryFee: 1e12, freeFrom: null }
  const maxInput = {
    price: 1e12,
    discount: 0,
    quantity: 99,
    delivery: 'own',
    deliveryFee: 1e12,
    pointRate: 10_000,
  } as const
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 60 }), (items) => {
      const { lines: _lines, ...slip } = calculateTotals(items, terms)
      expect(OrderTotals.safeParse(slip).success).toBe(true)
    }),
    { examples: [[Array.from({ length: 60 }, (_, index) => ({ ...maxInput, product: String(index) }))]] },
  )
})
