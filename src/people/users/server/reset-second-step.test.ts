import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSession } from '#people/auth/factory.ts'
import { createContact } from '#people/certify/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { twoSteps } from '#people/two-step/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { members } from '../contract-members.ts'
import { buildUser } from '../factory.ts'

const api = prepareTestApi()
let staff: Actor
let memberLevel: string
const reason = '본인 요청으로 확인'
beforeAll(async () => {
  staff = await api.actor(['console', 'console:users'], { rank: 80, name: '민서경' })
  memberLevel = (await buildLevel(api.context, { rank: 10, forPersons: true, forCompanies: true })).id
})

const client = (actor: Actor = staff) => api.client(members, actor)

describe('a member who lost the second step', () => {
  const buildLockedOut = async (overrides: Parameters<typeof buildUser>[1] = {}) => {
    const user = await buildUser(api.context, { levelId: memberLevel, email: createContact(), ...overrides })
    await buildTwoStep(api.context, user.id)
    return user
  }
  const resetSecondStep = (id: string, actor = staff) =>
    client(actor).resetSecondStep({ params: { id }, body: { reason } })

  it('is reset with a reason, logged out, notified by mail and logged', async () => {
    const { id, email } = await buildLockedOut()
    await buildSession(api.context, id)
    expect((await client().get({ params: { id } })).user.secondStep).toMatchObject({
      since: expect.any(String),
      passkeys: 0,
      mayReset: true,
    })
    const { user } = await resetSecondStep(id)
    expect(user.secondStep).toEqual({ since: null, passkeys: 0, mayReset: true })
    expect(user.sessions).toEqual([])
    const mails = await api.services.database
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, email ?? ''))
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('초기화')])
    const { rows: audit } = await api.services.database.execute(
      sql`SELECT action, actor, after FROM audit WHERE entity_id = ${id} ORDER BY id`,
    )
    expect(audit.at(-1)).toMatchObject({
      action: 'reset_second_step',
      actor: '민서경',
      after: { reason, steps: 1, keys: 0 },
    })
    await expect(resetSecondStep(id)).rejects.toMatchObject({ status: 409 })
  })

  it('cannot be reset by an equal rank, without a reason, or by themselves, and nothing changes', async () => {
    const equal = await buildLockedOut({ levelId: (await buildLevel(api.context, { rank: 80 })).id })
    await expect(resetSecondStep(equal.id)).rejects.toMatchObject({ status: 403 })
    await buildTwoStep(api.context, staff.userId)
    await expect(resetSecondStep(staff.userId)).rejects.toMatchObject({ status: 403 })
    const { id } = await buildLockedOut()
    await expect(client().resetSecondStep({ params: { id }, body: { reason: ' ' } })).rejects.toMatchObject({
      refusal: { fields: { reason: expect.any(String) } },
    })
    const remaining = await api.services.database.select({ userId: twoSteps.userId }).from(twoSteps)
    expect(remaining.map(({ userId }) => userId)).toEqual(expect.arrayContaining([equal.id, staff.userId, id]))
    await api.services.database.delete(twoSteps)
  })
})
