// @module-tag deep
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSender } from '#test/providers/build-sender.ts'
import { callers, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildFormKind, buildRequest, requestInput } from '../../factory.ts'
import { formRequests } from '../../table.ts'
import { storeRequest } from './store-request.ts'
import { validateRequest } from './validate-request.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  // Naive version: read, decide, write.
  await crowd.pool.query('CREATE TABLE naive_requests (key text, number integer)')
})

describe('one request sent concurrently under one key', () => {
  it('is stored once, and all responses have the same number', async () => {
    const key = 'sixty-four-at-once'
    const accepted = await crowd.callConcurrently(() => validateRequest(api.context, 'consult', requestInput(), key))
    const receipts = await Promise.all(accepted.map((request) => storeRequest(api.context, request)))
    expect(new Set(receipts.map(({ number }) => number)).size).toBe(1)
    expect(await api.services.database.$count(formRequests)).toBe(1)
    const { rows } = await crowd.pool.query(
      `SELECT count(*) AS mails FROM outbox WHERE subject LIKE '%' || $1 || '%'`,
      [receipts[0]?.number],
    )
    expect(rows[0].mails).toBe(1)
  })

  it('is stored several times by the naive version', async () => {
    await crowd.readThenAct(
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
    const created = await crowd.callConcurrently((index) => buildRequest(api.context, {}, `number-${index}`))
    expect(new Set(created.map(({ number }) => number)).size).toBe(callers)
  })

  it('are duplicated by the naive version', async () => {
    await crowd.pool.query('DELETE FROM naive_requests')
    await crowd.readThenAct(
      () => crowd.pool.query('SELECT coalesce(max(number), 0) + 1 AS next FROM naive_requests'),
      ({ rows }, index) => crowd.pool.query('INSERT INTO naive_requests VALUES ($1, $2)', [`n${index}`, rows[0].next]),
    )
    const { rows } = await crowd.pool.query('SELECT count(DISTINCT number) AS numbers FROM naive_requests')
    expect(rows[0].numbers).toBeLessThan(callers)
  })
})
