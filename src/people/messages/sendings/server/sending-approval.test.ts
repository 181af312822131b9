import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtpPort } from '#kit/ports/mail.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { messages as contract } from '../../contract.ts'
import { buildRecipient, buildSending, sendingInput } from '../../factory.ts'
import { sendingRecipients, sendings } from '../../table.ts'
import { maxWithoutApproval } from '../rules.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let listener: MailServer
/** Two staff members who may write messages, and one who may only read them. */
let asker: Actor
let colleague: Actor
let reader: Actor
const client = (actor: Actor) => api.client(contract, actor)
const listAddresses = (count: number) => Array.from({ length: count }, (_, index) => `one${index}@example.com`)
const buildAudience = (count: number) => ({ by: 'list' as const, list: listAddresses(count) })

beforeAll(async () => {
  listener = new MailServer()
  api.services.mail = smtpPort(await listener.listen())
  await buildSetting(api.context, { mail: { senderName: '대청', senderAddress: 'office@daecheong.example' } })
  asker = await api.actor(['console', 'console:messages'], { name: '김요청' })
  colleague = await api.actor(['console', 'console:messages'], { name: '최승인' })
  reader = await api.actor(['console', 'console:messages:read'], { name: '박열람' })
})
afterAll(() => listener.close())
beforeEach(async () => {
  await api.services.database.delete(sendings)
})

/** Creates a bulk message that its author has sent. */
const createSentSending = async (count: number, overrides: object = {}) => {
  const { sending } = await client(asker).createSending({
    body: sendingInput({ audience: buildAudience(count), ...overrides }),
  })
  return (await client(asker).send({ params: { id: sending._id }, body: { updatedAt: sending.updatedAt } })).sending
}
const runSending = (id: string) => jobHandlers(api.services).runSending?.({ id })
const approveSending = (actor: Actor, { _id, updatedAt }: { _id: string; updatedAt: string }) =>
  client(actor).approve({ params: { id: _id }, body: { updatedAt } })
const countRecipients = (id: string) =>
  api.services.database.$count(sendingRecipients, eq(sendingRecipients.sendingId, id))

describe('a bulk message', () => {
  it('up to the limit for sending alone is sent without approval', async () => {
    const sending = await createSentSending(maxWithoutApproval)
    expect(sending).toMatchObject({ state: 'scheduled', asked: { _id: asker.userId, name: '김요청' }, approved: null })
    const { gate } = await client(asker).gate({ body: sendingInput({ audience: buildAudience(maxWithoutApproval) }) })
    expect(gate).toMatchObject({ allowed: maxWithoutApproval, needsApproval: false })
  })

  it('above the limit waits for a colleague and is sent on approval', { tags: ['deep'] }, async () => {
    const { gate } = await client(asker).gate({
      body: sendingInput({ audience: buildAudience(maxWithoutApproval + 1) }),
    })
    expect(gate).toMatchObject({ allowed: maxWithoutApproval + 1, needsApproval: true })
    const sending = await createSentSending(maxWithoutApproval + 1)
    expect(sending).toMatchObject({ state: 'asked', sendAt: null, approved: null })
    await runSending(sending._id)
    expect(await countRecipients(sending._id)).toBe(0)

    const { sending: approved } = await approveSending(colleague, sending)
    expect(approved).toMatchObject({
      state: 'scheduled',
      asked: { name: '김요청' },
      approved: { _id: colleague.userId, name: '최승인' },
    })
    await runSending(sending._id)
    expect(await countRecipients(sending._id)).toBe(maxWithoutApproval + 1)
  })

  it('cannot be approved by the requester, a reader, or in another version', async () => {
    const sending = await createSentSending(maxWithoutApproval + 1)
    await expect(approveSending(asker, sending)).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'second_person' },
    })
    await expect(approveSending(reader, sending)).rejects.toMatchObject({ status: 403 })
    await expect(
      approveSending(colleague, { ...sending, updatedAt: new Date(Date.parse(sending.updatedAt) - 1).toISOString() }),
    ).rejects.toMatchObject({ status: 412 })
    expect((await client(asker).getSending({ params: { id: sending._id } })).sending).toMatchObject({ state: 'asked' })
  })

  it('that waits cannot be changed, but can be returned with a reason or withdrawn', async () => {
    const sending = await createSentSending(maxWithoutApproval + 1)
    const change = { ...sendingInput({ audience: buildAudience(1) }), updatedAt: sending.updatedAt }
    await expect(client(asker).changeSending({ params: { id: sending._id }, body: change })).rejects.toMatchObject({
      status: 409,
    })
    const params = { id: sending._id }
    const { sending: back } = await client(colleague).giveBack({ params, body: { reason: '제목을 고쳐 주세요' } })
    expect(back).toMatchObject({ state: 'draft', asked: null, returned: '제목을 고쳐 주세요' })
    await expect(approveSending(colleague, back)).rejects.toMatchObject({ status: 409, refusal: { code: 'conflict' } })
    await expect(client(colleague).giveBack({ params, body: {} })).rejects.toMatchObject({ status: 409 })
    const { sending: again } = await client(asker).send({ params, body: { updatedAt: back.updatedAt } })
    expect(again).toMatchObject({ state: 'asked', returned: null })
    expect((await client(asker).giveBack({ params, body: {} })).sending).toMatchObject({
      state: 'draft',
      returned: null,
    })
  })

  it('approved after its send time is sent immediately', async () => {
    const sendAt = new Date(api.clock.now().getTime() + 5 * 60_000).toISOString()
    const sending = await createSentSending(maxWithoutApproval + 1, { sendAt })
    expect(sending.sendAt).toBe(sendAt)
    api.clock.forward(6 * 60_000)
    const { sending: approved } = await approveSending(colleague, sending)
    expect(Date.parse(approved.sendAt ?? '')).toBeGreaterThan(Date.parse(sendAt))
  })

  it('that has grown beyond the limit waits too, without stored recipients', { tags: ['deep'] }, async () => {
    const { id } = await buildSending(api.context, {
      state: 'scheduled',
      authorId: asker.userId,
      askedBy: asker.userId,
      askedAt: api.clock.now(),
      audience: { levels: [], kinds: [], consent: null, q: '', ...buildAudience(maxWithoutApproval + 1) },
    })
    await runSending(id)
    expect(await countRecipients(id)).toBe(0)
    const { sending } = await client(reader).getSending({ params: { id } })
    expect(sending).toMatchObject({ state: 'asked', asked: { name: '김요청' } })
    await approveSending(colleague, sending)
    await runSending(id)
    expect(await countRecipients(id)).toBe(maxWithoutApproval + 1)
  })

  it('names the colleagues who may approve it, not the caller, readers or locked accounts', async () => {
    const locked = await api.actor(['console', 'console:messages'], { name: '정잠김' })
    await api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, locked.userId))
    const { approvers } = await client(asker).options()
    expect(approvers).toContain('최승인')
    for (const name of ['김요청', '박열람', '정잠김']) expect(approvers).not.toContain(name)
  })
})

describe(`${callers} concurrent approvals and returns`, { tags: ['deep'] }, () => {
  it('have one result, either approved or returned', async () => {
    const sending = await createSentSending(maxWithoutApproval + 1)
    const params = { id: sending._id }
    const answers = await crowd.callConcurrently((index) =>
      statusOf(
        index % 2 === 0 ? approveSending(colleague, sending) : client(asker).giveBack({ params, body: {} }),
        200,
      ),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    const [row] = await api.services.database.select().from(sendings).where(eq(sendings.id, sending._id))
    expect(row?.state === 'scheduled' ? row.approvedBy : row?.state).toBe(
      row?.state === 'scheduled' ? colleague.userId : 'draft',
    )
  })

  it('have both results with a naive read-then-write', { tags: ['deep'] }, async () => {
    const { _id: id } = await createSentSending(maxWithoutApproval + 1)
    let done = 0
    await crowd.readThenAct(
      async () => (await crowd.pool.query('SELECT state FROM sendings WHERE id = $1', [id])).rows[0].state,
      async (state, index) => {
        if (state !== 'asked') return
        done += 1
        const next = index % 2 === 0 ? "'scheduled', send_at = now()" : "'draft'"
        await crowd.pool.query(`UPDATE sendings SET state = ${next} WHERE id = $1`, [id])
      },
    )
    expect(done).toBeGreaterThan(1)
  })
})

describe('the table of bulk messages', () => {
  it('rejects an approval by the requester', async () => {
    const { id } = await buildSending(api.context, { state: 'asked', askedBy: asker.userId, askedAt: api.clock.now() })
    const itself = { approvedBy: asker.userId, approvedAt: api.clock.now() }
    await expect(api.services.database.update(sendings).set(itself).where(eq(sendings.id, id))).rejects.toThrow()
  })

  it('rejects more than 300 recipients without an approval', async () => {
    const { id } = await buildSending(api.context)
    const now = api.clock.now()
    const buildRow = (index: number) => ({
      id: api.context.newId(),
      sendingId: id,
      address: `row${index}@example.com`,
      state: 'queued' as const,
      optOut: `row-${String(index).padStart(12, '0')}`,
      createdAt: now,
      updatedAt: now,
    })
    const rows = Array.from({ length: maxWithoutApproval }, (_, index) => buildRow(index))
    await api.services.database.insert(sendingRecipients).values(rows)
    await expect(buildRecipient(api.context, id, { address: 'last@example.com' })).rejects.toThrow()
    await buildRecipient(api.context, id, { address: null, state: 'skipped', reason: 'no_consent' })
  })
})
