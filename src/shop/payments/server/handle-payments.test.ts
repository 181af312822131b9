import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { findOrder } from '#shop/orders/server/find-order.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { payments } from '../contract.ts'
import { buildRefund } from '../factory.ts'
import { recordPayment } from './record-payment.ts'
import { refundPayment } from './refund-payment.ts'

const api = prepareTestApi()

it('records a payment once, and never refunds more than was paid under concurrent refunds', async () => {
  const order = await buildOrder(api.context, { state: 'paid' })
  const again = recordPayment(api.context, { order: order.id, amount: order.total, method: 'bank', note: '' })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const parts = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      refundPayment(api.context, { order: order.id, amount: 50_000, account: refundAccount }),
    ),
  )
  expect(parts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

it('masks the account of a refund, and shows it in full one by one with a reason in the log', async () => {
  const staff = api.client(payments, await api.actor(['console', 'console:shop']))
  const { id, orderId } = await buildRefund(api.context)
  const params = { id }
  const { payments: listed } = await staff.list({ query: { due: 'true' } })
  expect(listed.find(({ _id }) => _id === id)?.account).toEqual({ ...refundAccount, number: '***-****-2222' })
  expect(JSON.stringify(listed)).not.toContain(refundAccount.number)
  for (const reason of ['', 'a', undefined])
    await expect(staff.account({ params, body: { reason } as never })).rejects.toMatchObject({ status: 400 })
  const lines = async () => {
    const { rows } = await api.context.database.execute<{ action: string; summary: string; after: object }>(
      sql`SELECT action, summary, after FROM audit WHERE entity = 'payments' AND entity_id = ${id} ORDER BY id`,
    )
    return rows
  }
  expect(await lines()).toEqual([])
  const { account } = await staff.account({ params, body: { reason: '환불 송금' } })
  expect(account).toEqual(refundAccount)
  const order = await findOrder(api.context, eq(shopOrders.id, orderId))
  expect(await lines()).toEqual([
    {
      action: 'read',
      summary: formatOrderNumber(order),
      after: { of: null, fields: ['account'], reason: '환불 송금' },
    },
  ])
  // Each access needs its own reason.
  await staff.account({ params, body: { reason: '반송된 송금 확인' } })
  expect(await lines()).toHaveLength(2)
  const reader = api.client(payments, await api.actor(['console', 'console:shop:read']))
  await expect(reader.account({ params, body: { reason: '환불 송금' } })).rejects.toMatchObject({ status: 403 })
  const refunds = api.client(payments, await api.actor(['console', 'console:shop', 'console:refunds']))
  await refunds.done({ params, body: {} })
  await expect(staff.account({ params, body: { reason: '환불 송금' } })).rejects.toMatchObject({ status: 404 })
})

it('shows the account until the refund is sent, once, and notifies the customer once', async () => {
  const staff = api.client(payments, await api.actor(['console', 'console:shop', 'console:refunds']))
  const { id, orderId } = await buildRefund(api.context)
  const due = (await staff.list({ query: { due: 'true' } })).payments.find(({ _id }) => _id === id)
  expect(due).toMatchObject({ amount: 10_000, account: { bank: refundAccount.bank }, doneAt: null })
  const sent = await Promise.allSettled([1, 2, 3].map(() => staff.done({ params: { id }, body: {} })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { payments: after } = await staff.list({ query: { kind: 'refund' } })
  expect(after.find(({ _id }) => _id === id)).toMatchObject({ account: null })
  const number = formatOrderNumber(await findOrder(api.context, eq(shopOrders.id, orderId)))
  const mails = (await api.context.database.select().from(outbox)).filter(({ subject }) =>
    subject.includes(`${number} 환불을 완료`),
  )
  expect(mails.map(({ html }) => /10,000원/.test(html))).toEqual([true])
})
