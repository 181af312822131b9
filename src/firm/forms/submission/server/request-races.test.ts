import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, createTestApi, type TestApi } from '#test/api.ts'
import { type Crowd, callers, gatherCrowd, statusOf } from '#test/crowd.ts'
import { buildSender } from '#test/sender.ts'
import { forms as contract } from '../../contract.ts'
import { buildFormKind, buildRequest, requestInput } from '../../factory.ts'
import { formRequests } from '../../table.ts'
import { validateRequest } from './accept-request.ts'
import { storeRequest } from './store-request.ts'

let api: TestApi
let crowd: Crowd
beforeAll(async () => {
  api = await createTestApi()
  await buildFormKind(api.context)
  await buildSender(api)
  crowd = await gatherCrowd(api)
  // Naive twin: read, decide, write.
  await crowd.pool.query('CREATE TABLE naive_requests (key text, number integer)')
  await crowd.pool.query('CREATE TABLE naive_state (taken_by integer)')
  await crowd.pool.query('INSERT INTO naive_state VALUES (NULL)')
})
afterAll(async () => {
  await crowd.leave()
  await api.close()
})

describe('one request sent concurrently under one key', () => {
  it('is stored once, and all responses have the same number', async () => {
    const key = 'sixty-four-at-once'
    const accepted = await crowd.together(() => validateRequest(api.context, 'consult', requestInput(), key))
    const receipts = await Promise.all(accepted.map((request) => storeRequest(api.context, request)))
    expect(new Set(receipts.map(({ number }) => number)).size).toBe(1)
    expect(await api.services.database.$count(formRequests)).toBe(1)
    const { rows } = await crowd.pool.query(
      `SELECT count(*) AS mails FROM outbox WHERE subject LIKE '%' || $1 || '%'`,
      [receipts[0]?.number],
    )
    expect(rows[0].mails).toBe(1)
  })

  it('is stored several times by the naive twin', async () => {
    await crowd.lookThenAct(
      () => crowd.pool.query(`SELECT 1 FROM naive_requests WHERE key = 'k'`),
      async ({ rowCount }) => {
        if (rowCount === 0) await crowd.pool.query(`INSERT INTO naive_requests VALUES ('k', 0)`)
      },
    )
    const { rows } = await crowd.pool.query('SELECT count(*) AS arrived FROM naive_requests')
    expect(rows[0].arrived).toBeGreaterThan(1)
  })
})

describe('request numbers', () => {
  it('are unique', async () => {
    const made = await crowd.together((index) => buildRequest(api.context, {}, `number-${index}`))
    expect(new Set(made.map(({ number }) => number)).size).toBe(callers)
  })

  it('are duplicated by the naive twin', async () => {
    await crowd.pool.query('DELETE FROM naive_requests')
    await crowd.lookThenAct(
      () => crowd.pool.query('SELECT coalesce(max(number), 0) + 1 AS next FROM naive_requests'),
      ({ rows }, index) => crowd.pool.query('INSERT INTO naive_requests VALUES ($1, $2)', [`n${index}`, rows[0].next]),
    )
    const { rows } = await crowd.pool.query('SELECT count(DISTINCT number) AS numbers FROM naive_requests')
    expect(rows[0].numbers).toBeLessThan(callers)
  })
})

describe('request assigned concurrently', () => {
  it('is assigned to one; the others see the assignee', async () => {
    const staff: Actor[] = []
    for (let count = 0; count < 8; count += 1) staff.push(await api.actor(['console', 'console:forms']))
    const { id, updatedAt } = await buildRequest(api.context)
    const results = await crowd.together(async (index) => {
      const actor = staff[index % staff.length]
      const body = { assignee: actor?.userId ?? '', updatedAt: updatedAt.toISOString() }
      const take = () => statusOf(api.client(contract, actor).update({ params: { id }, body }), 200)
      let status = await take()
      // Retry on 503: a loaded machine may be too busy.
      while (status === 503) status = await take()
      return status
    })
    expect(results.filter((status) => status === 200)).toHaveLength(1)
    expect(results.filter((status) => status === 412)).toHaveLength(callers - 1)
  })

  it('is replied to by one only', async () => {
    const actor = await api.actor(['console', 'console:forms'])
    const { id, updatedAt } = await buildRequest(api.context)
    const body = { subject: '답변', text: '한 번만 갑니다.', updatedAt: updatedAt.toISOString() }
    const results = await crowd.together(() =>
      statusOf(api.client(contract, actor).email({ params: { id }, body }), 200),
    )
    expect(results.filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await crowd.pool.query(`SELECT count(*) AS mails FROM outbox WHERE text = '한 번만 갑니다.'`)
    expect(rows[0].mails).toBe(1)
  })

  it('is assigned to several by the naive twin', async () => {
    let winners = 0
    await crowd.lookThenAct(
      () => crowd.pool.query('SELECT taken_by FROM naive_state'),
      async ({ rows }, index) => {
        if (rows[0].taken_by !== null) return
        await crowd.pool.query('UPDATE naive_state SET taken_by = $1', [index])
        winners += 1
      },
    )
    expect(winners).toBeGreaterThan(1)
  })
})
