import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createContact } from '#people/certify/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { recoveryTokens } from '#people/recovery/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { twoSteps } from '#people/two-step/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'
import { members } from '../contract-members.ts'
import { buildUser } from '../factory.ts'
import { users } from '../table.ts'

const reason = '본인 요청으로 확인'
const staffScopes = ['console', 'console:users', 'console:setting']

const api = prepareTestApi()
/** `higherRankStaff` has a higher rank than the account but lacks one of its permissions. */
let higherRankStaff: Actor
let ownerHolder: Actor
let owner: Actor
let level: string
let ownerLevel: string
beforeAll(async () => {
  higherRankStaff = await api.actor(['console', 'console:users'], { rank: 60 })
  ownerHolder = await api.actor(staffScopes, { rank: 60 })
  ownerLevel = (await buildLevel(api.context, { key: 'owner', rank: 100, scopes: ['console', 'console:users'] })).id
  owner = await api.actor([], { levelId: ownerLevel })
  level = (await buildLevel(api.context, { rank: 50, scopes: ['console', 'console:setting'] })).id
})

const client = (actor: Actor) => api.client(members, actor)
const buildStaff = (overrides: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.context, { levelId: level, email: createContact(), phone: null, ...overrides })
const listMailsTo = (recipient: string | null) =>
  api.services.database
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient ?? ''))
const changeMember = (actor: Actor, { id, updatedAt }: { id: string; updatedAt: Date }, body: object) =>
  client(actor).update({ params: { id }, body: { ...body, updatedAt: updatedAt.toISOString() } })
const createRefusal = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })

describe('the credentials of an account with a permission that the caller lacks', () => {
  it('cannot be changed by a higher rank: neither contact, password nor second step', async () => {
    const user = await buildStaff()
    await buildTwoStep(api.context, user.id)
    const params = { id: user.id }
    await expect(changeMember(higherRankStaff, user, { email: createContact() })).rejects.toMatchObject(
      createRefusal('email'),
    )
    await expect(changeMember(higherRankStaff, user, { email: null })).rejects.toMatchObject(createRefusal('email'))
    await expect(changeMember(higherRankStaff, user, { phone: '010-5551-0903' })).rejects.toMatchObject(
      createRefusal('phone'),
    )
    await expect(client(higherRankStaff).reset({ params })).rejects.toMatchObject({ status: 403 })
    await expect(client(higherRankStaff).resetSecondStep({ params, body: { reason } })).rejects.toMatchObject({
      status: 403,
    })
    const { user: shownUser } = await client(higherRankStaff).get({ params })
    expect(shownUser).toMatchObject({ mayChange: true, mayRecover: false, secondStep: { mayReset: false } })
    const [row] = await api.services.database.select().from(users).where(eq(users.id, user.id))
    expect(row).toEqual(user)
    expect(await listMailsTo(user.email)).toEqual([])
    expect(await api.services.database.$count(recoveryTokens, eq(recoveryTokens.userId, user.id))).toBe(0)
    expect(await api.services.database.$count(twoSteps, eq(twoSteps.userId, user.id))).toBe(1)
    // Fields that give no access can be changed; an unchanged contact in the form counts as no change.
    const { user: named } = await changeMember(higherRankStaff, user, { name: '도이수', email: user.email })
    expect(named).toMatchObject({ name: '도이수', email: user.email })
  })

  it("are changed by a caller with all permissions, and the previous address is notified in the account's language", async () => {
    const user = await buildStaff({ locale: 'cn' })
    await buildTwoStep(api.context, user.id)
    const params = { id: user.id }
    expect((await client(ownerHolder).get({ params })).user).toMatchObject({
      mayRecover: true,
      secondStep: { mayReset: true },
    })
    await client(ownerHolder).resetSecondStep({ params, body: { reason } })
    await client(ownerHolder).reset({ params })
    const [before] = await api.services.database.select().from(users).where(eq(users.id, user.id))
    const email = createContact()
    await changeMember(ownerHolder, before ?? user, { email })
    const notices = (await listMailsTo(user.email)).filter(({ subject }) => subject.includes('联系方式已更改'))
    expect(notices).toHaveLength(1)
    // The link was sent to the earlier address, so it must not work.
    expect(await api.services.database.$count(recoveryTokens, eq(recoveryTokens.userId, user.id))).toBe(0)
    await client(ownerHolder).reset({ params })
    expect(await listMailsTo(email)).toHaveLength(1)
  })

  it('are changed by owners of any level, and an owner’s only by owners', async () => {
    const user = await buildStaff()
    await client(owner).reset({ params: { id: user.id } })
    await changeMember(owner, user, { email: createContact() })
    const sameRankStaff = await api.actor([], {
      levelId: (await buildLevel(api.context, { rank: 100, scopes: allScopes(api.kernel) })).id,
    })
    const other = await buildStaff({ levelId: ownerLevel })
    await expect(client(sameRankStaff).reset({ params: { id: other.id } })).rejects.toMatchObject({ status: 403 })
    await expect(changeMember(sameRankStaff, other, { email: createContact() })).rejects.toMatchObject(
      createRefusal('email'),
    )
    await client(owner).reset({ params: { id: other.id } })
  })

  it('cannot be changed here by their own account, which proves a contact with the password', async () => {
    const [own] = await api.services.database.select().from(users).where(eq(users.id, owner.userId))
    if (!own) throw new Error('The account does not exist')
    await expect(changeMember(owner, own, { email: createContact() })).rejects.toMatchObject(createRefusal('email'))
    await expect(changeMember(owner, own, { phone: '010-5551-0904' })).rejects.toMatchObject(createRefusal('phone'))
  })
})
