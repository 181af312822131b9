import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { callers, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { approvals as contract } from '../contract.ts'
import { buildApproval } from '../factory.ts'
import { approvals } from '../table.ts'

// src/product-tests/approvals.test.ts covers requesting and executing every action.

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let owner: Actor

beforeAll(async () => {
  owner = await api.actor(['console', 'console:approvals', 'console:private-files'])
})

describe('the list of approval requests', () => {
  it('lists by state the requests that the caller may decide or made', async () => {
    const ownApproval = await buildApproval(api.context, { askedBy: owner.userId })
    const other = await buildApproval(api.context)
    const voided = await buildApproval(api.context, { scope: 'console:voids:write' })
    const listIds = async (query: object) =>
      (await api.client(contract, owner).list({ query: { limit: 100, ...query } })).approvals.map(({ _id }) => _id)
    expect((await listIds({})).sort()).toEqual([ownApproval.id, other.id].sort())
    expect(await listIds({ mine: 'true' })).toEqual([ownApproval.id])
    expect(await listIds({ state: 'asked', mine: 'false' })).toEqual([other.id])
    expect(await listIds({ state: 'done' })).toEqual([])
    expect(await listIds({})).not.toContain(voided.id)
  })

  it('is refused without the permission to read it', async () => {
    const staffWithoutScope = await api.actor(['console'])
    await expect(api.client(contract, staffWithoutScope).list({ query: {} })).rejects.toMatchObject({ status: 403 })
    await expect(api.client(contract, owner).list({ query: { state: 'gone' as never } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('64 concurrent decisions', () => {
  it('both approve and refuse when a naive caller reads, decides and then writes', { tags: ['deep'] }, async () => {
    const { id } = await buildApproval(api.context)
    let done = 0
    await crowd.readThenAct(
      async () => (await crowd.pool.query('SELECT state FROM approvals WHERE id = $1', [id])).rows[0].state,
      async (state, index) => {
        if (state !== 'asked') return
        done += 1
        const by = [index % 2 === 0 ? 'approved' : 'refused', owner.userId, id]
        await crowd.pool.query('UPDATE approvals SET state = $1, decided_by = $2, decided_at = now() WHERE id = $3', by)
      },
    )
    expect(done).toBe(callers)
  })
})

it('the table rejects a decision by the requester', async () => {
  const { id, askedBy } = await buildApproval(api.context)
  const itself = { state: 'approved' as const, decidedBy: askedBy, decidedAt: api.clock.now() }
  await expect(api.services.database.update(approvals).set(itself).where(eq(approvals.id, id))).rejects.toThrow()
  await expect(
    api.services.database.update(approvals).set({ state: 'done' }).where(eq(approvals.id, id)),
  ).rejects.toThrow()
})
