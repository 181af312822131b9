import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMeeting } from '../../factory.ts'

// An agreement line becomes the joint record once both companies have checked the same text.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

let seller: ReturnType<typeof clientOf>
let buyer: ReturnType<typeof clientOf>
let id: string
const clientOf = (actor: Parameters<TestApi['client']>[1]) => api.client(contract, actor)

/** Creates a meeting of two companies that starts in `inHours` hours; a negative number means it has begun. */
const meet = async (inHours: number) => {
  const [selling, buying] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, { seller: selling.userId, buyer: buying.userId, inHours })
  return { seller: clientOf(selling), buyer: clientOf(buying), id }
}
beforeEach(async () => {
  ;({ seller, buyer, id } = await meet(-2))
})

const fieldOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => ({ status: error.status, fields: Object.values(error.refusal?.fields ?? {}).length }),
  )
const write = async (text = '첫 주문 80점') => {
  const { matching } = await seller.agree({ params: { id }, body: { text } })
  return { params: { id, agreement: matching.agreements.at(-1)?._id ?? '' } }
}
const readAgreements = async () => (await buyer.open({ params: { id } })).matching.agreements

it('makes a line the joint record once both companies have checked it, and then freezes it', async () => {
  const one = await write()
  expect(await readAgreements()).toMatchObject([
    { version: 1, writtenBy: 'seller', checked: { seller: true, buyer: false } },
  ])
  expect(await fieldOf(seller.check({ ...one, body: { version: 1 } }))).toMatchObject({ status: 409 })
  const { matching } = await buyer.check({ ...one, body: { version: 1 } })
  expect(matching.agreements).toMatchObject([{ checked: { seller: true, buyer: true } }])
  expect(matching.events.at(-1)).toMatchObject({ action: 'agree', side: 'buyer', reason: '첫 주문 80점' })
  // The operator reads only lines that both companies have checked.
  await write('아직 한쪽만')
  const desk = clientOf(await api.actor(['console', 'console:fairs']))
  expect((await desk.get({ params: { id } })).matching.agreed).toBe('첫 주문 80점')
  expect(await fieldOf(buyer.revise({ ...one, body: { text: '90점', version: 1 } }))).toMatchObject({ status: 409 })
  expect(await fieldOf(seller.unagree(one))).toMatchObject({ status: 409 })
  const change = crowd.pool.query(
    `UPDATE matching_agreements SET text = '90점', version = 2 WHERE id = '${one.params.agreement}'`,
  )
  await expect(change).rejects.toMatchObject({ code: '23514' })
})

it("removes the other side's check when a line is revised, and shows the text before", async () => {
  const one = await write()
  await buyer.revise({ ...one, body: { text: '첫 주문 100점', version: 1 } })
  expect(await readAgreements()).toMatchObject([
    {
      version: 2,
      text: '첫 주문 100점',
      before: '첫 주문 80점',
      writtenBy: 'buyer',
      checked: { seller: false, buyer: true },
    },
  ])
  // The seller still shows version 1.
  expect(await fieldOf(seller.check({ ...one, body: { version: 1 } }))).toEqual({ status: 409, fields: 1 })
  await seller.check({ ...one, body: { version: 2 } })
  expect(await readAgreements()).toMatchObject([{ before: null, checked: { seller: true, buyer: true } }])
})

it('lets only the writer remove a line that the other side has not checked', async () => {
  const one = await write()
  expect(await fieldOf(buyer.unagree(one))).toMatchObject({ status: 409 })
  await seller.unagree(one)
  expect(await readAgreements()).toEqual([])
  expect(await fieldOf(buyer.check({ ...one, body: { version: 1 } }))).toMatchObject({ status: 404 })
})

it('rejects an empty or too long text, a meeting that has not begun, and other companies', async () => {
  expect(await fieldOf(write(' '))).toMatchObject({ status: 400 })
  expect(await fieldOf(write('x'.repeat(301)))).toMatchObject({ status: 400 })
  const later = await meet(30)
  expect(await fieldOf(later.seller.agree({ params: { id: later.id }, body: { text: '견본' } }))).toEqual({
    status: 409,
    fields: 1,
  })
  expect(await fieldOf(later.buyer.agree({ params: { id }, body: { text: '견본' } }))).toMatchObject({ status: 404 })
  const one = await write()
  const foreign = { params: { id: later.id, agreement: one.params.agreement }, body: { version: 1 } }
  expect(await fieldOf(later.buyer.check(foreign))).toMatchObject({ status: 404 })
})

it('never records a check of an unread text when one side revises while the other checks', {
  tags: ['deep'],
}, async () => {
  for (let round = 0; round < 12; round += 1) {
    const one = await write(`${round + 1}번째`)
    const [revised, checked] = await Promise.all([
      fieldOf(seller.revise({ ...one, body: { text: `${round + 1}번째, 고침`, version: 1 } })),
      fieldOf(buyer.check({ ...one, body: { version: 1 } })),
    ])
    expect([revised, checked].filter((answer) => answer === null)).toHaveLength(1)
    const line = (await readAgreements()).find(({ _id }) => _id === one.params.agreement)
    const expected =
      checked === null ? { text: `${round + 1}번째`, buyer: true } : { text: `${round + 1}번째, 고침`, buyer: false }
    expect({ text: line?.text, buyer: line?.checked.buyer }).toEqual(expected)
  }
})

it('records a check of an unread text if the version is read first (control), which the table refuses', {
  tags: ['deep'],
}, async () => {
  const { params } = await write()
  const name = `agreements_${id.replaceAll('-', '')}`
  await crowd.pool.query(`CREATE TABLE ${name} AS SELECT * FROM matching_agreements WHERE id = '${params.agreement}'`)
  const { rows } = await crowd.pool.query<{ version: number }>(`SELECT version FROM ${name}`)
  await crowd.pool.query(`UPDATE ${name} SET text = '90점', version = version + 1`)
  if (rows[0]?.version === 1) await crowd.pool.query(`UPDATE ${name} SET buyer_at = now()`)
  const { rows: after } = await crowd.pool.query(
    `SELECT text, seller_at IS NOT NULL AND buyer_at IS NOT NULL AS both FROM ${name}`,
  )
  expect(after).toEqual([{ text: '90점', both: true }])
  await crowd.pool.query(`DROP TABLE ${name}`)
  const both = api.services.database.execute(sql`
    UPDATE matching_agreements SET text = '90점', version = 2, buyer_at = now() WHERE id = ${params.agreement}`)
  await expect(both).rejects.toMatchObject({ cause: { code: '23514' } })
})
