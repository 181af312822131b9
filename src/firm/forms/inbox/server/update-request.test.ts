import { beforeAll, describe, expect, it } from 'vitest'
import { buildSender } from '#test/providers/build-sender.ts'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { replies } from '../../replies/contract.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  // Naive version: read, decide, write.
  await crowd.pool.query('CREATE TABLE naive_state (taken_by integer)')
  await crowd.pool.query('INSERT INTO naive_state VALUES (NULL)')
})

describe('request assigned concurrently', () => {
  it('is assigned to one; the others see the assignee', { tags: ['deep'] }, async () => {
    const staff: Actor[] = []
    for (let count = 0; count < 8; count += 1) staff.push(await api.actor(['console', 'console:forms']))
    const { id, updatedAt } = await buildRequest(api.context)
    const results = await crowd.callConcurrently(async (index) => {
      const actor = staff[index % staff.length]
      const body = { assignee: actor?.userId ?? '', updatedAt: updatedAt.toISOString() }
      const assign = () => statusOf(api.client(forms, actor).update({ params: { id }, body }), 200)
      let status = await assign()
      // Retry on 503: a loaded machine may be too busy.
      while (status === 503) status = await assign()
      return status
    })
    expect(results.filter((status) => status === 200)).toHaveLength(1)
    expect(results.filter((status) => status === 412)).toHaveLength(callers - 1)
  })

  it('is replied to by one only', { tags: ['deep'] }, async () => {
    const actor = await api.actor(['console', 'console:forms'])
    const { id, updatedAt } = await buildRequest(api.context)
    const body = { subject: '답변', text: '한 번만 갑니다.', updatedAt: updatedAt.toISOString() }
    const results = await crowd.callConcurrently(() =>
      statusOf(api.client(replies, actor).email({ params: { id }, body }), 200),
    )
    expect(results.filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await crowd.pool.query(`SELECT count(*) AS mails FROM outbox WHERE text = '한 번만 갑니다.'`)
    expect(rows[0].mails).toBe(1)
  })

  it('is assigned to several by the naive version', { tags: ['deep'] }, async () => {
    let winners = 0
    await crowd.readThenAct(
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
