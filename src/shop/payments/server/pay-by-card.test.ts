import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#kit/db/pool.ts'
import { Context } from '#kit/server/context.ts'
import { outbox } from '#people/messages/table.ts'
import { conditions } from '#shop/conditions/contract.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { shopOptions } from '#shop/goods/table.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput } from '#shop/orders/factory.ts'
import { cardMinutes } from '#shop/orders/rules.ts'
import { cancelUnpaidOrders } from '#shop/orders/server/run-order-jobs.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { returns } from '#shop/returns/contract.ts'
import type { CardStandIn } from '#test/providers/card-stand-in.ts'
import { type CardShop, cardPrice, openCardShop } from '#test/providers/open-card-shop.ts'
import { type Crowd, callers, openCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { testTimeouts } from '#test/server/test-database.ts'
import { payments } from '../contract.ts'
import { mapFailure } from '../rules.ts'
import { shopCardAttempts, shopPayments } from '../table.ts'
import { checkAttempts } from './check-attempts.ts'
import { sendCardRefund } from './refund-card.ts'
import { refundStray } from './refund-stray.ts'
import { settleAttempt } from './settle-attempt.ts'

it('maps error codes of providers to reasons for customers', () => {
  expect(mapFailure('PAY_PROCESS_CANCELED')).toBe('closed')
  expect(mapFailure('EXCEED_MAX_DAILY_PAYMENT_COUNT')).toBe('limit')
  expect(mapFailure('REJECT_CARD_PAYMENT')).toBe('refused')
  expect(mapFailure('INVALID_CARD_NUMBER')).toBe('data')
  expect(mapFailure('something new')).toBe('other')
})

describe('without a provider', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    await buildConditions(api.context)
  }, 120_000)
  afterAll(() => api.close())

  it('offers no card payment, accepts none, and ignores webhooks', async () => {
    expect((await api.client(conditions).published()).conditions.takesCards).toBe(false)
    expect((await api.client(payments).cardWindow()).window).toBeNull()
    const { option } = await buildOption(api.context, { price: cardPrice })
    const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: cardPrice, payment: 'card' })
    await expect(api.client(orders).place({ body })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { payment: expect.stringContaining('카드') } },
    })
    for (const url of ['/webhooks/toss', '/webhooks/portone'])
      expect((await api.request({ method: 'POST', url, payload: '{}' })).statusCode).toBe(404)
  })
})

describe.each(['toss', 'portone'] as const)('a card payment by %s', (provider) => {
  let shop: CardShop
  let api: TestApi
  let bank: CardStandIn
  let crowd: Crowd
  beforeAll(async () => {
    shop = await openCardShop(provider)
    ;({ api, bank } = shop)
    crowd = openCrowd(api)
  }, 120_000)
  afterAll(async () => {
    await crowd.close()
    await shop.close()
  })

  const isToss = provider === 'toss'
  const stockOf = async (id: string) =>
    (await api.context.database.select().from(shopOptions).where(eq(shopOptions.id, id)))[0]?.stock
  const postWebhook = (sent: { headers: Record<string, string>; body: string }) =>
    api.request({ method: 'POST', url: `/webhooks/${provider}`, headers: sent.headers, payload: sent.body })
  const createWebhook = (attempt: string) => (isToss ? bank.tossWebhook(attempt, 'DONE') : bank.portoneWebhook(attempt))
  const findAttempt = async (id: string) =>
    (await api.context.database.select().from(shopCardAttempts).where(eq(shopCardAttempts.id, id)))[0]
  const ledgerOf = (order: string) =>
    api.context.database
      .select()
      .from(shopPayments)
      .where(eq(shopPayments.orderId, order))
      .orderBy(shopPayments.createdAt)
  const mailsOf = async (number: string) =>
    (await api.context.database.select().from(outbox))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(number))

  it('is confirmed by the provider, notified once, and recorded in the ledger', async () => {
    expect((await api.client(conditions).published()).conditions.takesCards).toBe(true)
    expect((await shop.guest().cardWindow()).window).toMatchObject({ provider, script: [bank.origin] })
    const { order, option } = await shop.pay()
    expect(await stockOf(option)).toBe(9)
    expect(await ledgerOf(order._id)).toMatchObject([{ kind: 'payment', method: 'card', amount: cardPrice }])
    // No mail asks for a transfer.
    expect(await mailsOf(order.number)).toEqual([`주문 ${order.number} 접수, 카드 결제가 완료되었습니다`])
    const staff = api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))
    expect(await statusOf(staff.pay({ params: { id: order._id }, body: {} }), 200)).toBe(409)
  })

  it('is notified once for concurrent reports of browser, webhooks and 64 connections; a naive read-then-write is not', {
    tags: ['deep'],
    timeout: 60_000,
  }, async () => {
    const { order, ticket, attempt, amount } = await shop.begin()
    const key = shop.agree(attempt, amount)
    const confirmed = bank.calls.confirm
    const statuses = await Promise.all([
      ...Array.from({ length: 6 }, () => statusOf(shop.end(ticket, attempt, key), 200)),
      ...Array.from({ length: 6 }, async () => (await postWebhook(createWebhook(attempt))).statusCode),
    ])
    expect(new Set(statuses)).toEqual(new Set([200]))
    if (isToss) expect(bank.calls.confirm - confirmed).toBe(1)
    // The same webhook on several connections, for an order that no other event has reported.
    const other = await shop.begin()
    bank.agree(other.attempt, other.amount, { isPaid: true })
    const payment = {
      status: 'paid',
      key: bank.payment(other.attempt)?.key ?? '',
      amount: other.amount,
      returned: [],
    } as const
    const wide = openPool(api.database.directUrl, callers, () => undefined, testTimeouts)
    const { services, scope } = api.context
    const separate = new Context({ ...services, database: wide.database }, scope)
    await crowd.callConcurrently(() => settleAttempt(separate, other.attempt, payment))
    await wide.close()
    expect(await ledgerOf(other.order._id)).toHaveLength(1)
    expect(await mailsOf(other.order.number)).toHaveLength(1)
    expect(await ledgerOf(order._id)).toHaveLength(1)
    expect(await mailsOf(order.number)).toHaveLength(1)

    await crowd.pool.query('CREATE TABLE IF NOT EXISTS twin_orders (id int PRIMARY KEY, state text)')
    await crowd.pool.query('CREATE TABLE IF NOT EXISTS twin_payments (id int)')
    await crowd.pool.query(
      `INSERT INTO twin_orders VALUES (1, 'ordered') ON CONFLICT (id) DO UPDATE SET state = 'ordered'`,
    )
    const read = await crowd.callConcurrently(() =>
      crowd.pool
        .query<{ state: string }>('SELECT state FROM twin_orders WHERE id = 1')
        .then(({ rows }) => rows[0]?.state),
    )
    await crowd.callConcurrently(async (index) => {
      if (read[index] !== 'ordered') return
      await crowd.pool.query(`UPDATE twin_orders SET state = 'paid' WHERE id = 1`)
      await crowd.pool.query('INSERT INTO twin_payments VALUES (1)')
    })
    const { rows } = await crowd.pool.query('SELECT count(*)::int AS count FROM twin_payments')
    expect(rows[0].count).toBeGreaterThan(1)
  })

  it('is accepted for one of two attempts, and refunded for the other', async () => {
    const first = await shop.begin()
    const { attempt: second } = await shop.guest().guestOpenCard({ params: { ticket: first.ticket } })
    // Two payment windows were open at the same time, and both were paid.
    bank.agree(first.attempt, cardPrice, { isPaid: true })
    bank.agree(second._id, cardPrice, { isPaid: true })
    await Promise.all([shop.end(first.ticket, first.attempt, null), shop.end(first.ticket, second._id, null)])
    const states = [await findAttempt(first.attempt), await findAttempt(second._id)].map((one) => one?.state)
    expect(states.toSorted()).toEqual(['paid', 'stray'])
    const strayId = states[0] === 'stray' ? first.attempt : second._id
    await Promise.all([refundStray(api.context, strayId), refundStray(api.context, strayId)])
    expect(await findAttempt(strayId)).toMatchObject({ state: 'returned', refusal: 'late' })
    expect(bank.payment(strayId)?.cancels).toMatchObject([{ amount: cardPrice }])
    expect(await ledgerOf(first.order._id)).toHaveLength(1)
  })

  it('ignores webhooks that are forged, unsigned, outdated, of no payment, or of another amount', async () => {
    const { order, ticket, attempt } = await shop.begin()
    // The webhook reports a payment, but the provider has none.
    expect((await postWebhook(createWebhook(attempt))).statusCode).toBe(200)
    expect((await shop.guests().guestOpen({ params: { ticket } })).order.state).toBe('ordered')
    if (isToss) {
      // A smaller payment of another order, presented under this order's id.
      bank.agree('0191aaaa-0000-7000-8000-000000000000', 100, { isPaid: true })
      const foreign = bank.payment('0191aaaa-0000-7000-8000-000000000000')?.key ?? ''
      const forged = JSON.stringify({
        eventType: 'PAYMENT_STATUS_CHANGED',
        data: { paymentKey: foreign, orderId: attempt, status: 'DONE' },
      })
      expect((await postWebhook({ headers: { 'content-type': 'application/json' }, body: forged })).statusCode).toBe(
        200,
      )
      expect((await shop.end(ticket, attempt, foreign)).order).toMatchObject({ state: 'ordered' })
    } else {
      bank.agree(attempt, cardPrice, { isPaid: true })
      const good = bank.portoneWebhook(attempt)
      const changed = [
        { ...good, headers: { ...good.headers, 'webhook-signature': 'v1,AAAA' } },
        { ...good, body: good.body.replace('Paid', 'Paid ') },
        bank.portoneWebhook(attempt, new Date(Date.now() - 600_000)),
        bank.portoneWebhook(
          attempt,
          new Date(),
          `whsec_${Buffer.from('another secret of 32 bytes or so').toString('base64')}`,
        ),
        { headers: { 'content-type': 'application/json' }, body: good.body },
      ]
      for (const sent of changed) expect((await postWebhook(sent)).statusCode).toBe(401)
    }
    for (const body of ['', 'x', '[]', '{"eventType":{}}', '{"data":null}'])
      expect((await postWebhook({ headers: { 'content-type': 'application/json' }, body })).statusCode).toBeLessThan(
        500,
      )
    expect((await shop.guests().guestOpen({ params: { ticket } })).order.state).toBe('ordered')
    expect(await ledgerOf(order._id)).toEqual([])
  })

  it.each([
    [100, 'KRW'],
    [cardPrice, 'USD'],
  ])('accepts only its own amount, and refunds %i %s', async (amount, currency) => {
    const { order, ticket, attempt } = await shop.begin()
    bank.agree(attempt, amount, { isPaid: true, currency })
    await shop.end(ticket, attempt, null)
    expect((await shop.guests().guestOpen({ params: { ticket } })).order).toMatchObject({
      state: 'ordered',
      cardFault: 'amount',
    })
    expect(await findAttempt(attempt)).toMatchObject({ state: 'stray' })
    expect(await ledgerOf(order._id)).toEqual([])
  })

  it('accepts a webhook before and after the report of the browser, also much later', async () => {
    const { order, ticket, attempt, amount } = await shop.begin()
    const key = shop.agree(attempt, amount)
    // Toss payments need a confirmation: a webhook before it changes nothing.
    await postWebhook(createWebhook(attempt))
    if (!isToss) expect((await findAttempt(attempt))?.state).toBe('paid')
    expect((await shop.end(ticket, attempt, key)).order.state).toBe('paid')
    api.clock.forward(3 * 60_000)
    if (isToss) expect((await postWebhook(createWebhook(attempt))).statusCode).toBe(200)
    expect(await ledgerOf(order._id)).toHaveLength(1)
  })

  it('is found at the provider after a lost answer', async () => {
    const { ticket, attempt, amount } = await shop.begin()
    if (isToss) {
      const key = shop.agree(attempt, amount)
      bank.loseNext('confirm')
      expect(await statusOf(shop.end(ticket, attempt, key), 200)).toBe(503)
    } else bank.agree(attempt, amount, { isPaid: true })
    expect((await findAttempt(attempt))?.state).toBe('open')
    api.clock.forward(2 * 60_000)
    await Promise.all([checkAttempts(api.context), checkAttempts(api.context)])
    expect((await shop.guests().guestOpen({ params: { ticket } })).order.state).toBe('paid')
  })

  it('tells why it failed, holds the goods for 20 more minutes, and offers two alternatives', async () => {
    const { order, option, ticket, attempt } = await shop.begin()
    api.clock.forward(15 * 60_000)
    const key = bank.refuse(attempt, cardPrice)
    const failed = await shop.end(ticket, attempt, isToss ? key : null, isToss ? null : 'REJECT')
    expect(failed.order).toMatchObject({ state: 'ordered', cardFault: 'refused', may: { payOtherwise: true } })
    expect(await ledgerOf(order._id)).toEqual([])
    expect(Date.parse(failed.order.payUntil)).toBeGreaterThan(api.clock.now().getTime() + (cardMinutes - 1) * 60_000)
    await cancelUnpaidOrders(api.context)
    expect(await stockOf(option)).toBe(9)

    // Retry by card; a second failure does not extend the deadline.
    const { attempt: second } = await shop.guest().guestOpenCard({ params: { ticket } })
    const again = await shop.end(ticket, second._id, null, 'USER_CANCEL')
    expect(again.order).toMatchObject({ cardFault: 'closed', payUntil: failed.order.payUntil })
    // Switch to a transfer, with its deadline in days.
    const open = { params: { ticket } }
    expect(await statusOf(shop.guests().guestPayBy({ ...open, body: { payment: 'bank' } }), 200)).toBe(400)
    const changed = await shop.guests().guestPayBy({ ...open, body: { payment: 'bank', depositor: '차하은' } })
    expect(changed.order).toMatchObject({ payment: 'bank', account: { bank: '시연은행' } })
    expect(Date.parse(changed.order.payUntil)).toBeGreaterThan(api.clock.now().getTime() + 86_400_000)
    expect(await statusOf(shop.guest().guestOpenCard(open), 201)).toBe(409)
  })

  it('is refunded if it arrives after the order was cancelled as unpaid', async () => {
    const { order, option, ticket, attempt, amount } = await shop.begin()
    api.clock.forward((cardMinutes + 1) * 60_000)
    await cancelUnpaidOrders(api.context)
    expect(await stockOf(option)).toBe(10)
    expect(await statusOf(shop.guest().guestOpenCard({ params: { ticket } }), 201)).toBe(409)
    // The shop does not even confirm the payment at Toss.
    const key = shop.agree(attempt, amount)
    const confirmed = bank.calls.confirm
    await shop.end(ticket, attempt, key)
    expect(bank.calls.confirm).toBe(confirmed)
    bank.agree(attempt, amount, { isPaid: true })
    await postWebhook({
      ...(isToss ? bank.tossWebhook(attempt, 'DONE') : bank.portoneWebhook(attempt, api.clock.now())),
    })
    expect(await findAttempt(attempt)).toMatchObject({ state: 'stray', refusal: 'late' })
    bank.loseNext('cancel')
    await expect(refundStray(api.context, attempt)).rejects.toThrow()
    await refundStray(api.context, attempt)
    expect(bank.payment(attempt)?.cancels).toMatchObject([{ amount }])
    expect(await mailsOf(order.number)).toContain(`주문 ${order.number} 카드 결제 금액을 취소했습니다`)
  })

  it('is refunded to the card, in parts and in full, once each, and left to staff if refused', async () => {
    const { order, ticket, attempt } = await shop.pay(3)
    const packer = api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))
    const of = { params: { id: order._id } }
    await packer.prepare(of)
    await packer.ship({ ...of, body: { carrier: '시연택배', tracking: '44100000' } })
    await packer.deliver(of)
    const [line] = (await shop.guests().guestOpen({ params: { ticket } })).order.lines
    const body = { lines: [{ line: line?._id ?? '', quantity: 1 }], reason: 'fault' as const }
    const staffActor = await api.actor(['console', 'console:shop', 'console:refunds'])
    const desk = api.client(returns, staffActor)
    const sendBack = async () => {
      const request = await api.client(returns).guestAsk({ params: { ticket }, body })
      const params = { id: request.return._id }
      await desk.approve({ params, body: { total: request.return.slip.total, restock: true } })
      const [refund] = (await ledgerOf(order._id)).filter(({ returnId }) => returnId === params.id)
      return refund
    }
    const first = await sendBack()
    expect(first).toMatchObject({ method: 'card', amount: cardPrice, doneAt: null, sealed: null })
    // Staff cannot send an automatic refund by hand.
    const ledger = api.client(payments, staffActor)
    expect(await statusOf(ledger.done({ params: { id: first?.id ?? '' }, body: {} }), 200)).toBe(409)
    bank.loseNext('cancel')
    await expect(sendCardRefund(api.context, first?.id ?? '')).rejects.toThrow()
    await Promise.all([1, 2, 3].map(() => sendCardRefund(api.context, first?.id ?? '')))
    expect(bank.payment(attempt)?.cancels).toMatchObject([{ amount: cardPrice }])

    const second = await sendBack()
    bank.refuseCancels(1)
    await sendCardRefund(api.context, second?.id ?? '')
    const { payments: due } = await ledger.list({ query: { due: 'true' } })
    expect(due.find(({ _id }) => _id === second?.id)).toMatchObject({
      doneAt: null,
      refusal: expect.stringContaining('NOT_CANCEL'),
    })
    expect(
      (await ledger.done({ params: { id: second?.id ?? '' }, body: { note: '송금' } })).payment.doneAt,
    ).not.toBeNull()
    expect(bank.payment(attempt)?.cancels).toHaveLength(1)
  })

  it('is refunded in full to the card when the customer cancels, without an account', async () => {
    const { order, ticket, attempt, option } = await shop.pay()
    const { order: after } = await shop.guests().guestCancel({ params: { ticket }, body: {} })
    expect(after.state).toBe('cancelled')
    expect(await stockOf(option)).toBe(10)
    const [, refund] = await ledgerOf(order._id)
    await sendCardRefund(api.context, refund?.id ?? '')
    expect(bank.payment(attempt)?.cancels).toMatchObject([{ amount: cardPrice }])
    expect((await ledgerOf(order._id)).map(({ doneAt }) => doneAt !== null)).toEqual([true, true])
    // Each refund queues a job.
    const { rows } = await api.context.database.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE key = ${`refund ${refund?.id}`}`,
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('is accessible only to its customer', async () => {
    const { ticket, attempt } = await shop.begin()
    const other = await shop.place()
    expect(await statusOf(shop.end(other.ticket, attempt, null, 'USER_CANCEL'), 200)).toBe(404)
    expect((await findAttempt(attempt))?.state).toBe('open')
    const member = api.client(payments, await api.actor([]))
    const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.ticket, ticket))
    expect(await statusOf(member.openCard({ params: { id: row?.id ?? '' } }), 201)).toBe(404)
    for (const body of [{ key: '../x' }, { code: 'x y' }, { key: 1 }])
      expect(
        await statusOf(shop.guest().guestEndCard({ params: { ticket, attempt }, body: body as { key: string } }), 200),
      ).toBe(400)
  })
})
