import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '#kit/scopes.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { users as own } from '../contract.ts'
import { members } from '../contract-members.ts'
import { users } from '../table.ts'

const api = prepareTestApi()
const reason = '본인이 전화로 요청했습니다.'
let staff: Actor
let memberLevel: string
beforeAll(async () => {
  staff = await api.actor(['console', 'console:users'] as Scope[], { rank: 80, name: '민서경' })
  memberLevel = (await buildLevel(api.context, { rank: 10, forPersons: true, forCompanies: true })).id
})

const client = () => api.client(members, staff)

describe('deletion of an account by staff', () => {
  it('ends in the rules of the withdrawal, with a reason', async () => {
    const otherMember = await api.actor([], { levelId: memberLevel })
    const params = { id: otherMember.userId }
    await expectRefusal(client().remove({ params, body: { reason: '음' } }), 400, 'reason')
    await expect(api.client(own, otherMember).me()).resolves.toMatchObject({ me: {} })
    const reader = await api.actor(['console', 'console:users:read'] as Scope[], { rank: 80 })
    await expect(api.client(members, reader).remove({ params, body: { reason } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(client().remove({ params: { id: staff.userId }, body: { reason } })).rejects.toMatchObject({
      status: 403,
    })
    await client().remove({ params, body: { reason } })
    const [row] = await api.services.database.select().from(users).where(eq(users.id, otherMember.userId))
    expect(row).toMatchObject({ name: '', state: 'withdrawn' })
    await expect(client().remove({ params, body: { reason } })).rejects.toMatchObject({ status: 404 })
    await expect(api.client(own, otherMember).me()).rejects.toMatchObject({ status: 401 })
  })
})
