import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shopGoods } from '#shop/goods/table.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { readLines } from '#shop/orders/server/find-order.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { reviews } from '../contract.ts'
import { buildPurchase, buildReview } from '../factory.ts'

const api = prepareTestApi()

it('accepts one review per purchased line, with points, which staff answer and hide', async () => {
  const member = await api.actor([], { name: '차하은' })
  const own = api.client(reviews, member)
  const line = await buildPurchase(api.context, member.userId)
  const body = { line: line.id, rating: 5, text: '빛깔이 곱습니다.' }
  const stranger = api.client(reviews, await api.actor([]))
  await expect(stranger.write({ body })).rejects.toMatchObject({ status: 404 })
  const written = await Promise.all(Array.from({ length: 6 }, () => statusOf(own.write({ body }), 201)))
  expect(written.toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const { rows } = await api.context.database.execute(
    `SELECT balance::int FROM shop_point_accounts WHERE user_id = '${member.userId}'`,
  )
  expect(rows).toEqual([{ balance: 500 }])
  const params = { id: line.goodId ?? '' }
  const [shown] = (await api.client(reviews).ofProduct({ params })).reviews
  expect(shown).toMatchObject({ name: '차*은', rating: 5 })
  const staff = api.client(reviews, await api.actor(['console', 'console:shop']))
  await staff.answer({ params: { id: shown?._id ?? '' }, body: { reply: '고맙습니다.' } })
  expect((await own.mine()).reviews[0]).toMatchObject({ reply: '고맙습니다.', hidden: false })
  await staff.answer({ params: { id: shown?._id ?? '' }, body: { hidden: true, reason: '개인 정보가 있습니다.' } })
  expect((await api.client(reviews).ofProduct({ params })).reviews).toEqual([])
})

it('accepts no review before the delivery', async () => {
  const member = await api.actor([])
  const order = await buildOrder(api.context, { userId: member.userId, state: 'shipped' })
  const [line] = await readLines(api.context, [order.id])
  const write = api.client(reviews, member).write({ body: { line: line?.id ?? '', rating: 1, text: '.' } })
  await expect(write).rejects.toMatchObject({ status: 409 })
})

it('is hidden for a reason by staff, and shown again', async () => {
  const row = await buildReview(api.context)
  const staff = api.client(reviews, await api.actor(['console', 'console:shop']))
  const params = { id: row.id }
  expect((await staff.get({ params })).review).toMatchObject({
    hidden: false,
    hiddenReason: '',
    pictures: [],
    order: { number: expect.stringMatching(/^S-/) },
  })
  expect(await statusOf(staff.answer({ params, body: { hidden: true } }), 200)).toBe(400)
  expect(await statusOf(staff.answer({ params, body: { hidden: true, reason: '왜' } }), 200)).toBe(400)
  const reason = '전화번호가 적혀 있습니다.'
  expect(await staff.answer({ params, body: { hidden: true, reason } })).toMatchObject({
    review: { hidden: true, hiddenReason: reason },
  })
  const open = api.client(reviews)
  expect((await open.ofProduct({ params: { id: row.goodId ?? '' } })).total).toBe(0)
  expect((await staff.list({ query: { hidden: 'true' } })).reviews.map(({ _id }) => _id)).toContain(row.id)
  await staff.answer({ params, body: { reply: '고쳐 주셔서 고맙습니다.', hidden: false } })
  expect((await staff.get({ params })).review).toMatchObject({ hidden: false, hiddenReason: '' })
  expect((await open.ofProduct({ params: { id: row.goodId ?? '' } })).reviews).toMatchObject([
    { reply: '고쳐 주셔서 고맙습니다.' },
  ])
  expect((await staff.answer({ params, body: { reply: '' } })).review).toMatchObject({ reply: '', repliedAt: null })
  expect(await statusOf(staff.answer({ params, body: { reply: '가'.repeat(2001) } }), 200)).toBe(400)
  expect(await statusOf(staff.answer({ params: { id: api.context.newId() }, body: { reply: '.' } }), 200)).toBe(404)
  const stranger = api.client(reviews, await api.actor([]))
  expect(await statusOf(stranger.answer({ params, body: { hidden: true, reason } }), 200)).toBe(403)
})

it('offers no review of a deleted product', async () => {
  const member = await api.actor([])
  const line = await buildPurchase(api.context, member.userId)
  const own = api.client(orders, member)
  expect((await own.purchases({ query: { reviewable: 'true' } })).purchases).toMatchObject([{ mayReview: true }])
  await api.context.database.delete(shopGoods).where(eq(shopGoods.id, line.goodId ?? ''))
  expect((await own.purchases({ query: { reviewable: 'true' } })).purchases).toEqual([])
  expect((await own.purchases({ query: {} })).purchases).toMatchObject([{ product: null, mayReview: false }])
  const write = api.client(reviews, member).write({ body: { line: line.id, rating: 5, text: '.' } })
  await expect(write).rejects.toMatchObject({ status: 404 })
})
