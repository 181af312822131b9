import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { orders } from '#shop/orders/contract.ts'
import { refundAccount } from '#shop/orders/factory.ts'
import { readBalance } from '#shop/points/server/read-balance.ts'
import { returns } from '#shop/returns/contract.ts'
import { buildDelivered } from '#shop/returns/factory.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { reviews } from '../contract.ts'
import { shopReviews } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const text = '단정하고 가벼워 매일 씁니다.'
const delivered = async () => {
  const member = await api.actor([])
  const { order, line } = await buildDelivered(api.context, member.userId)
  const write = () => api.client(reviews, member).write({ body: { line: line.id, rating: 5, text, pictures: [] } })
  const ask = async (quantity: number) => {
    const body = { lines: [{ line: line.id, quantity }], reason: 'fault' as const, account: refundAccount }
    const { return: request } = await api.client(returns, member).ask({ params: { id: order.id }, body })
    const desk = api.client(returns, await api.actor(['console', 'console:shop', 'console:refunds']))
    return () => desk.approve({ params: { id: request._id }, body: { total: request.slip.total, restock: false } })
  }
  return { member, line, write, ask }
}

it('refuses a review once all pieces are refunded, and accepts one while a piece is kept', async () => {
  const { member, line, write, ask } = await delivered()
  const bought = async (reviewable?: string) =>
    (await api.client(orders, member).purchases({ query: reviewable ? { reviewable } : {} })).purchases
  const approve = [await ask(1), await ask(2)]
  await approve[0]?.()
  expect((await bought('true')).map(({ _id, mayReview }) => [_id, mayReview])).toEqual([[line.id, true]])
  // A requested return does not count: it may be refused.
  await approve[1]?.()
  expect(await bought('true')).toEqual([])
  expect(await bought()).toMatchObject([{ _id: line.id, mayReview: false }])
  expect(await bought('false')).toHaveLength(1)
  await expect(write()).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { line: expect.stringContaining('환불된') } },
  })
  expect(await readBalance(api.context, member.userId)).toBe(0)
  const keptOrder = await delivered()
  await (await keptOrder.ask(2))()
  expect((await keptOrder.write()).points).toBe((await readConditions(api.context)).reviewPoints)
})

it('gives no points for goods that are refunded concurrently; a naive read-then-write does', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 8; round += 1) {
    const { member, line, write, ask } = await delivered()
    const approve = await ask(3)
    const calls = round % 2 === 0 ? [approve, write] : [write, approve]
    const statuses = await Promise.all(calls.map((call) => statusOf(call(), 200)))
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const written = await api.context.database.$count(shopReviews, eq(shopReviews.lineId, line.id))
    expect(statuses.filter((status) => status === 409)).toHaveLength(written === 1 ? 0 : 1)
    expect(await readBalance(api.context, member.userId)).toBe(0)
  }

  await crowd.pool.query('CREATE TABLE twin_line AS SELECT false AS back, 0 AS points, 0 AS taken')
  const look = () =>
    crowd.pool
      .query<{ back: boolean; points: number }>('SELECT back, points FROM twin_line')
      .then(({ rows }) => rows[0])
  await crowd.readThenAct(look, (seen, index) =>
    index % 2 === 0
      ? crowd.pool.query('UPDATE twin_line SET back = true, taken = $1', [seen?.points])
      : seen?.back
        ? Promise.resolve()
        : crowd.pool.query('UPDATE twin_line SET points = 500'),
  )
  const { rows } = await api.context.database.execute<{ left: number }>(
    sql`SELECT points - taken AS left FROM twin_line WHERE back`,
  )
  expect(rows[0]?.left).toBe(500)
})
