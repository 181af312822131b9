import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createContact } from '#people/certify/factory.ts'
import { messages } from '#people/messages/contract.ts'
import { buildMail } from '#people/messages/factory.ts'
import { queueSms } from '#people/messages/server/queue-messages.ts'
import { outbox } from '#people/messages/table.ts'
import { questions } from '#people/questions/contract.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { recovery } from '#people/recovery/contract.ts'
import { members } from '#people/users/contract-members.ts'
import { users } from '#people/users/table.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'

/**
 * What remains with others after a member leaves: messages to the desk or to earlier contacts, and answers to staff.
 */

const api = prepareTestApi()
beforeAll(async () => {
  await buildSetting(api.context, { desk: { addresses: ['desk@example.com'] } })
})

const password = 'a quiet gate of pine'
const member = async (email = createContact()) => ({
  email,
  ...(await api.actor([], { password, email, name: '독고누리' })),
})
const withdraw = (actor: Actor) => api.client(withdrawals, actor).withdraw({ body: { password } })
const rowsTo = (recipient: string) => api.context.database.select().from(outbox).where(eq(outbox.recipient, recipient))

describe('messages of a withdrawing member', () => {
  it('to the desk are deleted, those of others stay', async () => {
    const [leaving, other] = [await member(), await member()]
    for (const one of [leaving, other])
      await api.client(messages, one).write({ body: { subject: '문의', message: `${one.email} 언제 열리나요?` } })
    expect(await rowsTo('desk@example.com')).toHaveLength(2)
    await withdraw(leaving)
    const left = await rowsTo('desk@example.com')
    expect(left).toHaveLength(1)
    expect(left[0]?.text).toContain(other.email)
  })

  it('to an earlier contact are deleted in every state', async () => {
    const leaving = await member()
    await api.client(recovery).ask({ body: { what: 'username', contact: leaving.email } })
    await api.context.database.update(outbox).set({ state: 'sent' }).where(eq(outbox.recipient, leaving.email))
    await queueSms(api.context, { to: '+821099998888', about: leaving.userId, text: '독고누리 님' })
    await api.context.database.update(users).set({ email: createContact() }).where(eq(users.id, leaving.userId))
    await withdraw(leaving)
    expect([await rowsTo(leaving.email), await rowsTo('+821099998888')]).toEqual([[], []])
  })

  it('to the current contact without an account are deleted, ignoring case; another address stays', async () => {
    const leaving = await member()
    const beside = `x${leaving.email}`
    await buildMail(api.context, { to: leaving.email.toUpperCase() })
    await buildMail(api.context, { to: beside })
    await withdraw(leaving)
    expect(await rowsTo(leaving.email.toUpperCase())).toEqual([])
    expect(await rowsTo(beside)).toHaveLength(1)
  })
})

describe('cached responses to staff', () => {
  const keptOf = async (staff: Actor) =>
    (
      await api.context.database.execute<{ key: string }>(
        sql`SELECT key FROM idempotency WHERE account = ${staff.userId} ORDER BY key`,
      )
    ).rows.map(({ key }) => key)

  it('are deleted if they name the withdrawing member, and kept otherwise', async () => {
    const [leaving, other] = [await member(), await member()]
    const staff = await api.actor(['console', 'console:questions'])
    for (const one of [leaving, other]) {
      const question = await buildQuestion(api.context, { userId: one.userId })
      const body = { text: '답변입니다.', updatedAt: question.updatedAt.toISOString() }
      const headers = { 'idempotency-key': one.email }
      await api.client(questions, staff).answer({ params: { id: question.id }, body }, { headers })
    }
    expect(await keptOf(staff)).toHaveLength(2)
    await withdraw(leaving)
    expect(await keptOf(staff)).toEqual([other.email])
  })

  it('about a new account are deleted with it', async () => {
    const staff = await api.actor(['console', 'console:users'])
    const level = (await api.client(members, staff).levelChoices()).levels.find(({ mayGive }) => mayGive)
    const body = {
      username: 'made-here',
      name: '독고누리',
      email: createContact(),
      phone: null,
      kind: 'PERSON' as const,
      locale: 'ko' as const,
      levelId: level?._id ?? '',
      company: null,
      invite: false,
    }
    const headers = { 'idempotency-key': 'made' }
    const { user } = await api.client(members, staff).create({ body }, { headers })
    expect(await keptOf(staff)).toEqual(['made'])
    await api.client(members, staff).withdrawOf({ params: { id: user._id }, body: { reason: '본인 요청' } })
    expect(await keptOf(staff)).toEqual([])
  })
})
