import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildConditions } from '#shop/conditions/factory.ts'
import { exchanges } from '#shop/exchanges/contract.ts'
import { buildSecondOption } from '#shop/exchanges/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput, refundAccount } from '#shop/orders/factory.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { returns } from '#shop/returns/contract.ts'
import { type CardStandIn, startCardStandIn } from '#test/providers/card-stand-in.ts'
import { type Crowd, openCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { payments } from '../contract.ts'
import { shopPayments } from '../table.ts'
import { sendCardRefund } from './refund-card.ts'

const price = 128_000
let api: TestApi
let bank: CardStandIn
let crowd: Crowd
beforeAll(async () => {
  bank = await startCardStandIn()
  api = await createTestApi({ environment: { CARD_URL: bank.cardUrl('toss') } })
  crowd = openCrowd(api)
  await buildConditions(api.context)
}, 120_000)
afterAll(async () => {
  await crowd.close()
  await api.close()
  await bank.close()
})

let hosts = 0
const newAddress = () => {
  hosts += 1
  return `10.7.0.${hosts}`
}
const staffActor = () => api.actor(['console', 'console:shop', 'console:refunds'])
const ledgerOf = (order: string) =>
  api.context.database
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.orderId, order))
    .orderBy(shopPayments.createdAt, shopPayments.id)

/** Creates a delivered order paid by card, one piece of which was exchanged for 5,000 won more by transfer. */
const delivered = async (quantity: number) => {
  const { option } = await buildOption(api.context, { price })
  const body = orderInput({ lines: [{ option: option.id, quantity }], total: price * quantity, payment: 'card' })
  const guests = api.client(orders, null, 'ko', newAddress())
  const { order } = await guests.place({ body: { ...body, depositor: '' } })
  const ticket = order.ticket ?? ''
  const cards = api.client(payments, null, 'ko', newAddress())
  const { attempt } = await cards.guestOpenCard({ params: { ticket } })
  const key = bank.agree(attempt._id, attempt.amount)
  await cards.guestEndCard({ params: { ticket, attempt: attempt._id }, body: { key, code: null } })
  const actor = await staffActor()
  const post = api.client(orders, actor)
  const of = { params: { id: order._id } }
  await post.ship({ ...of, body: { carrier: '시연택배', tracking: '44100000' } })
  await post.deliver(of)
  const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, order._id))
  if (!row) throw new Error('No order')
  const { line, wanted } = await buildSecondOption(api.context, row, 5000)
  const request = await api.client(exchanges, null, 'ko', newAddress()).guestAsk({ params: { ticket }, body: wanted })
  const desk = api.client(exchanges, actor)
  const at = { params: { id: request.exchange._id } }
  await desk.pay({ ...at, body: {} })
  await desk.collect({ ...at, body: { restock: true } })
  await desk.ship({ ...at, body: { carrier: '시연택배', tracking: '44100001' } })
  await desk.finish({ ...at, body: {} })
  return { order, ticket, attempt: attempt._id, line: line.id, actor }
}

it('refunds to the card what it paid, and the extra cost of an exchange by transfer to a requested account', {
  timeout: 60_000,
}, async () => {
  const { order, ticket, attempt, line, actor } = await delivered(2)
  const guest = api.client(returns, null, 'ko', newAddress())
  const returnInput = (quantity: number) => ({ lines: [{ line, quantity }], reason: 'fault' as const })
  const params = { ticket }
  // The card covers one piece but not two.
  expect(await guest.guestPreview({ params, body: returnInput(1) })).toMatchObject({
    slip: { total: price + 5000 },
    account: false,
  })
  expect(await guest.guestPreview({ params, body: returnInput(2) })).toMatchObject({
    slip: { total: 2 * price + 5000 },
    account: true,
  })
  expect(await statusOf(guest.guestAsk({ params, body: returnInput(2) }), 201)).toBe(400)
  const { return: request } = await guest.guestAsk({ params, body: { ...returnInput(2), account: refundAccount } })
  const desk = api.client(returns, actor)
  const at = { params: { id: request._id } }
  const body = { total: request.slip.total, restock: false }
  const approved = await Promise.all(Array.from({ length: 4 }, () => statusOf(desk.approve({ ...at, body }), 200)))
  expect(approved.toSorted()).toEqual([200, 409, 409, 409])
  const refunds = (await ledgerOf(order._id)).filter(({ kind }) => kind === 'refund')
  expect(refunds.map(({ method, amount }) => [method, amount]).toSorted()).toEqual([
    ['bank', 5000],
    ['card', 2 * price],
  ])
  const ledger = api.client(payments, actor)
  const [toCard, byTransfer] = ['card', 'bank'].map((method) => refunds.find((one) => one.method === method)?.id ?? '')
  await sendCardRefund(api.context, toCard ?? '')
  expect(bank.payment(attempt)?.cancels).toMatchObject([{ amount: 2 * price }])
  // The refund is done once both parts are.
  expect((await desk.get(at)).return.refundDone).toBe(false)
  await ledger.done({ params: { id: byTransfer ?? '' }, body: {} })
  expect((await desk.get(at)).return.refundDone).toBe(true)
})

it('refunds no more to the card than it paid when two returns are approved concurrently', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const { order, ticket, line, actor } = await delivered(2)
  const guest = api.client(returns, null, 'ko', newAddress())
  const ask = async (account: boolean) => {
    const body = { lines: [{ line, quantity: 1 }], reason: 'fault' as const }
    const sent = account ? { ...body, account: refundAccount } : body
    return (await guest.guestAsk({ params: { ticket }, body: sent })).return
  }
  const first = await ask(false)
  // The amount that the first request takes from the card is not available to the second.
  await expect(ask(false)).rejects.toMatchObject({ status: 400 })
  const second = await ask(true)
  const desk = api.client(returns, actor)
  const done = await Promise.all(
    [first, second].map(({ _id, slip }) =>
      statusOf(desk.approve({ params: { id: _id }, body: { total: slip.total, restock: false } }), 200),
    ),
  )
  expect(done).toEqual([200, 200])
  const rows = await ledgerOf(order._id)
  const sum = (method: string) =>
    rows.filter((one) => one.kind === 'refund' && one.method === method).reduce((all, { amount }) => all + amount, 0)
  expect([sum('card'), sum('bank')]).toEqual([2 * price, 5000])
})

it('rejects by a constraint refunds above the card payment from 64 connections; a naive check lets them through', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const { order, attempt } = await delivered(2)
  const results = await crowd.callConcurrently(() =>
    crowd.pool
      .query(
        `INSERT INTO shop_payments (id, order_id, kind, method, amount, attempt_id) VALUES (gen_random_uuid(), $1, 'refund', 'card', $2, $3)`,
        [order._id, 130_000, attempt],
      )
      .then(
        () => 'made',
        (error: { constraint?: string }) => error.constraint,
      ),
  )
  // Two of them would be less than was paid in total, but more than the card paid.
  expect(results.filter((one) => one === 'made')).toHaveLength(1)
  expect(new Set(results)).toEqual(new Set(['made', 'shop_payments_card_refunds']))
  // A transfer refunds at most what was paid by transfer.
  const left = 2 * price + 5000 - 130_000
  const byTransfer = (amount: number) =>
    crowd.pool.query(
      `INSERT INTO shop_payments (id, order_id, kind, method, amount) VALUES (gen_random_uuid(), $1, 'refund', 'bank', $2)`,
      [order._id, amount],
    )
  await expect(byTransfer(left + 1)).rejects.toMatchObject({ constraint: 'shop_payments_refunds' })
  await byTransfer(left)

  await crowd.pool.query('CREATE TABLE twin_refunds (amount integer NOT NULL)')
  await crowd.readThenAct(
    () => crowd.pool.query<{ sum: number }>('SELECT coalesce(sum(amount), 0)::int AS sum FROM twin_refunds'),
    ({ rows }) =>
      (rows[0]?.sum ?? 0) + 130_000 <= 2 * price
        ? crowd.pool.query('INSERT INTO twin_refunds VALUES (130000)')
        : Promise.resolve(),
  )
  const { rows } = await crowd.pool.query<{ sum: number }>('SELECT sum(amount)::int AS sum FROM twin_refunds')
  expect(rows[0]?.sum).toBeGreaterThan(2 * price)
})
