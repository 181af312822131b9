import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { payments } from './contract.ts'
import { buildRefund } from './factory.ts'
import { giveBack, notePayment } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

it('is noted once, and no more goes back than came in, by many at once', async () => {
  const order = await buildOrder(api.context, { state: 'paid' })
  const again = notePayment(api.context, { order: order.id, amount: order.total, method: 'bank', note: '' })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const parts = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      giveBack(api.context, { order: order.id, amount: 50_000, account: refundAccount }),
    ),
  )
  expect(parts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

it('shows where a refund goes until it is sent, and is sent once', async () => {
  const staff = api.client(payments, await api.actor(['console', 'console:shop', 'console:refunds']))
  const { id } = await buildRefund(api.context)
  const due = (await staff.list({ query: { due: 'true' } })).payments.find(({ _id }) => _id === id)
  expect(due).toMatchObject({ amount: 10_000, account: refundAccount, doneAt: null })
  const sent = await Promise.allSettled([1, 2, 3].map(() => staff.done({ params: { id }, body: {} })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { payments: after } = await staff.list({ query: { kind: 'refund' } })
  expect(after.find(({ _id }) => _id === id)).toMatchObject({ account: null })
})
