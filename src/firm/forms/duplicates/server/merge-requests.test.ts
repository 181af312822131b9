import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import type { CallRefused } from '#kit/client.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { forms as contract } from '../../contract.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { replies } from '../../replies/contract.ts'
import { submission } from '../../submission/contract.ts'
import { formRequests } from '../../table.ts'
import { duplicates } from '../contract.ts'

const api = prepareTestApi()
let staff: Actor
const logIn = async () => {
  staff = await api.actor(['console', 'console:forms', 'console:audit'])
}
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  await logIn()
})

const formsClient = () => api.client(contract, staff)
const duplicatesClient = () => api.client(duplicates, staff)
const readRequest = async (id: string) => (await formsClient().get({ params: { id } })).form
const mergeRequests = async (id: string, other: string) =>
  (await duplicatesClient().merge({ params: { id }, body: { other, updatedAt: (await readRequest(id)).updatedAt } }))
    .form
const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )

let sender = 0
/** Returns a sender without earlier requests. */
const buildPerson = () => {
  sender += 1
  const digits = String(sender).padStart(4, '0')
  return {
    phone: `010-5000-${digits}`,
    email: `person${sender}@estate.example`,
    message: `${sender}번째 세대의 베란다 창틀에서 빗물이 들어옵니다.`,
  }
}

describe('duplicates', () => {
  it('are found by phone, e-mail and equal text, with the reason', async () => {
    const own = buildPerson()
    const request = await buildRequest(api.context, own)
    const others = {
      phone: await buildRequest(api.context, { ...buildPerson(), phone: own.phone }),
      email: await buildRequest(api.context, { ...buildPerson(), email: own.email.toUpperCase() }),
      text: await buildRequest(api.context, { ...buildPerson(), message: own.message.replaceAll(' ', '  ') }),
    }
    await buildRequest(api.context, buildPerson())
    const found = (await readRequest(request.id)).others
    expect(Object.fromEntries(found.map(({ _id, same }) => [_id, same]))).toEqual({
      [others.phone.id]: ['phone'],
      [others.email.id]: ['email'],
      [others.text.id]: ['text'],
    })
  })

  it('are not found after 90 days or by a short common text', async () => {
    const own = buildPerson()
    const first = await buildRequest(api.context, { ...own, message: '상담 바랍니다' })
    await buildRequest(api.context, { ...buildPerson(), message: '상담 바랍니다' })
    expect((await readRequest(first.id)).others).toEqual([])
    api.clock.forward(91 * 24 * 3_600_000)
    await logIn()
    const later = await buildRequest(api.context, own)
    expect((await readRequest(later.id)).others).toEqual([])
  })
})

describe('merge', () => {
  const buildPair = async () => {
    const own = buildPerson()
    const first = await buildRequest(api.context, own)
    const second = await buildRequest(api.context, { ...own, message: `${own.message} 다시 씁니다.` })
    return { first, second }
  }

  it('closes the duplicate, shows its content in the other request, and can be undone', async () => {
    const { first, second } = await buildPair()
    const assigned = await formsClient().update({
      params: { id: second.id },
      body: { assignee: staff.userId, updatedAt: (await readRequest(second.id)).updatedAt },
    })
    expect(assigned.form.state).toBe('assigned')
    const merged = await mergeRequests(first.id, second.id)
    expect(merged.merged).toMatchObject([{ number: second.number, message: expect.stringContaining('다시 씁니다') }])
    expect(merged.others).toEqual([])
    expect(await readRequest(second.id)).toMatchObject({
      state: 'closed',
      mergedInto: { _id: first.id, number: first.number },
    })
    // The sender can look up the state under both numbers.
    const readBoth = async () =>
      (await api.client(submission, null).status({ body: { number: second.number, contact: second.phone } })).request
        .state
    expect(await readBoth()).toBe('received')
    const { form } = await duplicatesClient().separate({ params: { id: first.id }, body: { other: second.id } })
    expect(form.merged).toEqual([])
    expect(await readRequest(second.id)).toMatchObject({
      state: 'assigned',
      assignee: { _id: staff.userId },
      closedAt: null,
      mergedInto: null,
    })
    const { lines } = await api.client(audit, staff).list({ query: { entity: 'forms', limit: 100 } })
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['merge', 'separate']))
  })

  it('is undone by reopening the request', async () => {
    const { first, second } = await buildPair()
    await mergeRequests(first.id, second.id)
    const { updatedAt } = await readRequest(second.id)
    await formsClient().update({ params: { id: second.id }, body: { state: 'assigned', updatedAt } })
    expect((await readRequest(first.id)).merged).toEqual([])
  })

  it('rejects the request itself, a merged one, one with merged requests, and an unknown one', async () => {
    const { first, second } = await buildPair()
    const third = await buildRequest(api.context, buildPerson())
    expect((await catchRefusal(mergeRequests(first.id, first.id))).status).toBe(409)
    expect((await catchRefusal(mergeRequests(first.id, api.clock.newId()))).status).toBe(404)
    await mergeRequests(first.id, second.id)
    for (const [id, other] of [
      [third.id, second.id],
      [third.id, first.id],
      [second.id, third.id],
    ] as const)
      expect((await catchRefusal(mergeRequests(id, other))).status).toBe(409)
    const body = {
      subject: '답변',
      text: '여기서는 답하지 않습니다.',
      updatedAt: (await readRequest(second.id)).updatedAt,
    }
    expect((await catchRefusal(api.client(replies, staff).email({ params: { id: second.id }, body }))).status).toBe(409)
  })

  it('of two requests into each other concurrently succeeds once', { tags: ['deep'] }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const { first, second } = await buildPair()
      const stamps = {
        first: (await readRequest(first.id)).updatedAt,
        second: (await readRequest(second.id)).updatedAt,
      }
      const results = await Promise.all([
        statusOf(
          duplicatesClient().merge({ params: { id: first.id }, body: { other: second.id, updatedAt: stamps.first } }),
          200,
        ),
        statusOf(
          duplicatesClient().merge({ params: { id: second.id }, body: { other: first.id, updatedAt: stamps.second } }),
          200,
        ),
      ])
      expect(results.filter((status) => status === 200)).toHaveLength(1)
      const rows = await api.services.database.select().from(formRequests).where(eq(formRequests.phone, first.phone))
      expect(rows.filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1)
    }
  })
})
