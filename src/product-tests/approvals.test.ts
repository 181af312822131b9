import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallPending } from '#kit/client.ts'
import { approvals as contract } from '#people/approvals/contract.ts'
import { deleteOldApprovals } from '#people/approvals/server/delete-approvals.ts'
import { personal } from '#people/approvals/server/export-personal-data.ts'
import { approvals } from '#people/approvals/table.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { members } from '#people/users/contract-members.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { payments } from '#shop/payments/contract.ts'
import { buildRefund } from '#shop/payments/factory.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
/**
 * A requester, two approvers (the owner alone, the colleague with a further approval), and a user of another section.
 */
let asker: Actor
let owner: Actor
let colleague: Actor
let stranger: Actor
const together = ['console:shop', 'console:approvals', 'console:refunds:together', 'console:private-files:together']

beforeAll(async () => {
  asker = await api.actor(['console', ...together], { name: '김요청' })
  colleague = await api.actor(['console', ...together], { name: '최승인' })
  owner = await api.actor(['console', 'console:approvals', 'console:refunds', 'console:private-files'])
  stranger = await api.actor(['console', 'console:approvals', 'console:shop'])
})

const client = (actor: Actor) => api.client(contract, actor)
const idOf = (id: string) => ({ params: { id } })
const refused = (status: number, code: string) => ({ status, refusal: { code } })

/** Returns the id of the pending approval. */
const askedFor = async (call: Promise<unknown>): Promise<string> => {
  const outcome = await call.catch((error: unknown) => error)
  if (!(outcome instanceof CallPending)) throw new Error(`was not asked for: ${outcome}`)
  return outcome.approval
}
const refund = (actor: Actor, id: string) => api.client(payments, actor).done({ params: { id }, body: {} })
const isSent = async (id: string) => {
  const [row] = await api.services.database.select().from(shopPayments).where(eq(shopPayments.id, id))
  return row?.doneAt !== null
}
describe('an action that requires two people', () => {
  it('runs once, when a colleague approves it', async () => {
    const { id } = await buildRefund(api.context, 12_000)
    const kept = await askedFor(refund(asker, id))
    expect(await isSent(id)).toBe(false)
    const { approval } = await client(colleague).get(idOf(kept))
    expect(approval).toMatchObject({
      section: 'console:refunds',
      state: 'asked',
      asked: { name: '김요청' },
      decided: null,
      isMine: false,
      mayDecide: true,
    })
    expect(approval.subject?.title).toContain('12,000')
    const done = await client(colleague).approve(idOf(kept))
    expect(done.approval).toMatchObject({ state: 'done', decided: { name: '최승인' }, mayDecide: false })
    expect(await isSent(id)).toBe(true)
    await expect(client(owner).approve(idOf(kept))).rejects.toMatchObject(refused(409, 'conflict'))
  })

  it('runs immediately for a holder of the sole right', async () => {
    const { id } = await buildRefund(api.context)
    await refund(owner, id)
    expect(await isSent(id)).toBe(true)
  })

  it('cannot be approved by its requester, and is hidden from other sections', async () => {
    const { id } = await buildRefund(api.context)
    const kept = await askedFor(refund(asker, id))
    await expect(client(asker).approve(idOf(kept))).rejects.toMatchObject(refused(409, 'second_person'))
    await expect(client(asker).refuse({ ...idOf(kept), body: { note: '아니요' } })).rejects.toMatchObject({
      status: 409,
    })
    for (const act of ['get', 'approve'] as const)
      await expect(client(stranger)[act](idOf(kept))).rejects.toMatchObject({ status: 404 })
    await expect(refund(stranger, id)).rejects.toMatchObject({ status: 403 })
    await expect(refund(asker, id)).rejects.toMatchObject(refused(409, 'asked_already'))
    expect((await client(stranger).list({ query: { limit: 100 } })).approvals).toEqual([])
    expect(await isSent(id)).toBe(false)
  })

  it('can be refused with a reason or withdrawn, and then requested again', async () => {
    const { id } = await buildRefund(api.context)
    const first = await askedFor(refund(asker, id))
    await expect(client(colleague).refuse({ ...idOf(first), body: { note: ' ' } })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { note: '거절하는 사유를 입력해 주세요' } },
    })
    const { approval } = await client(colleague).refuse({ ...idOf(first), body: { note: '계좌가 다릅니다' } })
    expect(approval).toMatchObject({ state: 'refused', note: '계좌가 다릅니다' })
    const second = await askedFor(refund(asker, id))
    await expect(client(colleague).takeBack(idOf(second))).rejects.toMatchObject({ status: 403 })
    expect((await client(asker).takeBack(idOf(second))).approval.state).toBe('withdrawn')
    await expect(client(colleague).approve(idOf(second))).rejects.toMatchObject(refused(409, 'conflict'))
    expect(await isSent(id)).toBe(false)
    const mine = await client(asker).list({ query: { mine: 'true', limit: 100 } })
    expect(mine.approvals.filter(({ _id }) => [first, second].includes(_id))).toHaveLength(2)
  })

  it('stays pending if the action itself is refused at approval', async () => {
    const { id } = await buildRefund(api.context)
    const kept = await askedFor(refund(asker, id))
    await refund(owner, id)
    await expect(client(colleague).approve(idOf(kept))).rejects.toMatchObject({ status: 409 })
    expect((await client(colleague).get(idOf(kept))).approval).toMatchObject({ state: 'asked', decided: null })
  })

  it('does not run for a requester who lost the right or was locked', async () => {
    for (const change of [
      async (userId: string) =>
        api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, userId)),
      async (userId: string) => {
        const { id } = await buildLevel(api.context, { scopes: ['console', 'console:approvals'] })
        return api.services.database.update(users).set({ levelId: id }).where(eq(users.id, userId))
      },
    ]) {
      const leaving = await api.actor(['console', ...together])
      const { id } = await buildRefund(api.context)
      const kept = await askedFor(refund(leaving, id))
      await change(leaving.userId)
      await expect(client(colleague).approve(idOf(kept))).rejects.toMatchObject(refused(409, 'conflict'))
      expect(await isSent(id)).toBe(false)
      const { approval } = await client(colleague).refuse({ ...idOf(kept), body: { note: '요청자가 바뀜' } })
      expect(approval.state).toBe('refused')
    }
  })

  it('cannot be approved by an account that the requester creates or takes over', async () => {
    const clerk = await api.actor(['console', 'console:users', ...together], { rank: 50 })
    const head = await api.actor(
      ['console', 'console:users', 'console:approvals', 'console:shop', 'console:refunds', 'console:private-files'],
      { rank: 50 },
    )
    const { id: levelId } = await buildLevel(api.context, { scopes: ['console', ...together], rank: 40 })
    const make = (actor: Actor) =>
      api.client(members, actor).create({
        body: {
          username: `second-${api.context.newId().slice(-8)}`,
          name: '둘째',
          email: null,
          phone: null,
          kind: 'PERSON',
          locale: 'ko',
          levelId,
          company: null,
          invite: false,
        },
      })
    await expectRefusal(make(clerk), 400, 'levelId')
    const { user } = await make(head)
    expect(user.level._id).toBe(levelId)
    // The clerk cannot take over an existing account either.
    const seen = await api.client(members, clerk).get(idOf(user._id))
    expect(seen.user.mayChange).toBe(false)
    const body = { email: 'clerk@example.com', updatedAt: seen.user.updatedAt }
    await expect(api.client(members, clerk).update({ ...idOf(user._id), body })).rejects.toMatchObject({ status: 403 })
    await expect(api.client(members, clerk).reset(idOf(user._id))).rejects.toMatchObject({ status: 403 })
    expect((await api.client(members, head).get(idOf(user._id))).user.mayChange).toBe(true)
  })

  it('requires an existing record', async () => {
    await expect(refund(asker, api.context.newId())).rejects.toMatchObject({ status: 404 })
  })

  it('expires after a week', async () => {
    const { id } = await buildRefund(api.context)
    const kept = await askedFor(refund(asker, id))
    const late = new Date(api.clock.now().getTime() - 8 * 86_400_000)
    await api.services.database.update(approvals).set({ createdAt: late }).where(eq(approvals.id, kept))
    expect((await client(colleague).get(idOf(kept))).approval).toMatchObject({ state: 'expired', mayDecide: false })
    await expect(client(colleague).approve(idOf(kept))).rejects.toMatchObject(refused(409, 'conflict'))
    const over = await client(colleague).list({ query: { state: 'expired', limit: 100 } })
    expect(over.approvals.map(({ _id }) => _id)).toContain(kept)
    // A new request is possible before the job has run.
    const again = await askedFor(refund(asker, id))
    expect(again).not.toBe(kept)
    const old = new Date(api.clock.now().getTime() - 400 * 86_400_000)
    await api.services.database.update(approvals).set({ createdAt: old }).where(eq(approvals.id, kept))
    await deleteOldApprovals(api.context)
    await expect(client(colleague).get(idOf(kept))).rejects.toMatchObject({ status: 404 })
    expect((await client(colleague).get(idOf(again))).approval.state).toBe('asked')
  })
})

const look = (actor: Actor, id: string, reason = '서류를 확인합니다') =>
  api.client(members, actor).lookAtFiles({ params: { id }, body: { reason } })

describe('private files', () => {
  it('are opened by the requester, once, after approval', async () => {
    const { id } = await buildUser(api.context)
    const kept = await askedFor(look(asker, id))
    expect((await client(colleague).approve(idOf(kept))).approval).toMatchObject({ state: 'approved' })
    // The approval is valid for one person and one member.
    await askedFor(look(colleague, id))
    await askedFor(look(asker, (await buildUser(api.context)).id))
    expect(await look(asker, id, '다른 까닭')).toEqual({ files: [] })
    // Logs the reason the approver read, not a later one.
    const { rows } = await api.services.database.execute<{ reason: string }>(
      sql`SELECT after ->> 'reason' AS reason FROM audit WHERE entity = 'users' AND entity_id = ${id} AND after ? 'reason'`,
    )
    expect(rows).toEqual([{ reason: '서류를 확인합니다' }])
    expect((await client(asker).get(idOf(kept))).approval).toMatchObject({ state: 'done' })
    await askedFor(look(asker, id))
  })

  it('stay closed if the approval is a day old', async () => {
    const { id } = await buildUser(api.context)
    const kept = await askedFor(look(asker, id))
    await client(owner).approve(idOf(kept))
    const late = new Date(api.clock.now().getTime() - 25 * 3_600_000)
    await api.services.database.update(approvals).set({ decidedAt: late }).where(eq(approvals.id, kept))
    await askedFor(look(asker, id))
  })

  it('leave no trace of a deleted member', async () => {
    const { id } = await buildUser(api.context, { name: '표누리' })
    const kept = await askedFor(look(asker, id))
    await client(colleague).approve(idOf(kept))
    await personal.forget?.(api.context, { userId: id, username: 'x', email: null, phone: null })
    await expect(client(colleague).get(idOf(kept))).rejects.toMatchObject({ status: 404 })
    // A log line can never be removed: it holds the member's number, not the name.
    const { rows } = await api.services.database.execute<{ summary: string }>(
      sql`SELECT summary FROM audit WHERE entity = 'approvals' AND entity_id = ${kept}`,
    )
    expect(rows.map(({ summary }) => [summary.includes('M-'), summary.includes('표누리')])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it('are not opened for deleted staff', async () => {
    const leaving = await api.actor(['console', ...together])
    const { id } = await buildUser(api.context)
    const kept = await askedFor(look(leaving, id))
    await personal.forget?.(api.context, { userId: leaving.userId, username: 'x', email: null, phone: null })
    expect((await client(colleague).get(idOf(kept))).approval).toMatchObject({ state: 'withdrawn', reason: '' })
  })
})

describe('64 concurrent calls', () => {
  it('use an approval once', async () => {
    const { id } = await buildUser(api.context)
    await client(owner).approve(idOf(await askedFor(look(asker, id))))
    let opened = 0
    await crowd.callConcurrently(async () => {
      const answer = await look(asker, id).catch((error: unknown) => error)
      if (answer instanceof Error) return
      opened += 1
    })
    expect(opened).toBe(1)
  })

  it('approve or refuse a request once', async () => {
    const { id } = await buildRefund(api.context)
    const kept = await askedFor(refund(asker, id))
    const answers = await crowd.callConcurrently((index) =>
      statusOf(
        index % 2 === 0
          ? client(index % 4 === 0 ? colleague : owner).approve(idOf(kept))
          : client(colleague).refuse({ ...idOf(kept), body: { note: '다시 확인' } }),
        200,
      ),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    const [row] = await api.services.database.select().from(approvals).where(eq(approvals.id, kept))
    expect(await isSent(id)).toBe(row?.state === 'done')
  })

  it('store one request for the same action', async () => {
    const { id } = await buildRefund(api.context)
    const kept = await crowd.callConcurrently(() =>
      askedFor(refund(asker, id)).then(
        () => 1,
        () => 0,
      ),
    )
    expect(kept.filter((one) => one === 1)).toHaveLength(1)
  })
})
