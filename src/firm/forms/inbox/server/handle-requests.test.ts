import { beforeAll, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { buildOffice } from '../../../offices/factory.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { replies } from '../../replies/contract.ts'

const contract = { ...forms, ...replies }
const api = prepareTestApi()
let staff: Actor
let colleague: Actor
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  staff = await api.actor(['console', 'console:forms'])
  colleague = await api.actor(['console', 'console:forms'])
})

/** Advances the clock and logs in again, because access tokens expire. */
const passTime = async (milliseconds: number) => {
  api.clock.forward(milliseconds)
  staff = await api.actor(['console', 'console:forms'])
}

const officeClient = (actor: Actor = staff) => api.client(contract, actor)
const findRequest = async (number: string) => {
  const { forms } = await officeClient().list({ query: { q: number } })
  const [found] = forms
  if (!found) throw new Error(`No request ${number}`)
  return (await officeClient().get({ params: { id: found._id } })).form
}
const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )

describe('staff', () => {
  it('find requests by state, subject, office, assignee, age and text', async () => {
    const row = await buildRequest(api.context, { name: '찾을이', practice: 'council', office: 'gwangju' })
    const listNumbers = async (query: object) =>
      (await officeClient().list({ query })).forms.map(({ number }) => number)
    for (const query of [
      { q: '찾을이' },
      { practice: 'council' },
      { office: 'gwangju' },
      { state: 'received', assignee: 'nobody', q: row.number },
      { age: 'today', q: row.number },
      { q: row.number.replace('-', '') },
      { assignee: 'nobody', office: 'gwangju', q: '01000004171' },
    ])
      expect(await listNumbers(query)).toContain(row.number)
    expect(await listNumbers({ assignee: 'me' })).not.toContain(row.number)
    expect(await listNumbers({ age: 'overdue', q: row.number })).toEqual([])
    await passTime(49 * 3_600_000)
    expect(await listNumbers({ age: 'overdue', q: row.number })).toEqual([row.number])
  })

  it('assign, note, reply and close; each step is in the thread and the audit log', async () => {
    const { number } = await buildRequest(api.context)
    const found = await findRequest(number)
    const params = { id: found._id }
    const assigned = await officeClient().update({
      params,
      body: { assignee: staff.userId, updatedAt: found.updatedAt },
    })
    expect(assigned.form).toMatchObject({ state: 'assigned', assignee: { _id: staff.userId } })
    await officeClient().addNote({ params, body: { text: '도면은 받지 못했습니다.' } })
    const mail = { subject: `[${number}] 답변`, text: '<b>자료</b>를 보내 주세요.\n\n감사합니다.' }
    const { form: answered } = await officeClient().email({
      params,
      body: { ...mail, updatedAt: assigned.form.updatedAt },
    })
    expect(answered).toMatchObject({ state: 'answered', answeredAt: expect.any(String) })
    const queuedMail = (await api.services.database.select().from(outbox)).find(
      ({ subject }) => subject === mail.subject,
    )
    expect(queuedMail).toMatchObject({
      recipient: 'sejin@estate.example',
      text: '<b>자료</b>를 보내 주세요. 감사합니다.',
    })
    const closed = await officeClient().update({ params, body: { state: 'closed', updatedAt: answered.updatedAt } })
    expect(closed.form.thread.map(({ kind, what }) => what || kind)).toEqual([
      'received',
      'opened',
      'assigned',
      'taken',
      'note',
      'answer',
      'closed',
    ])
    expect(closed.form.thread.find(({ kind }) => kind === 'answer')?.mail).toBe('waiting')
    const { rows } = await api.services.database.execute(
      `SELECT action FROM audit WHERE entity = 'forms' AND entity_id = '${found._id}' ORDER BY id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['read', 'update', 'note', 'answer', 'update'])
  })

  it('are refused without the scope, a version, a current version, a permitted assignee, or a sender address', async () => {
    const row = await buildRequest(api.context, { email: '' })
    const { _id: id, updatedAt } = await findRequest(row.number)
    const params = { id }
    const viewer = await api.actor(['console'])
    for (const actor of [viewer, null]) {
      const status = actor ? 403 : 401
      const as = api.client(contract, actor)
      for (const call of [
        () => as.list({}),
        () => as.get({ params }),
        () => as.arrivals(),
        () => as.staff(),
        () => as.update({ params, body: { state: 'closed', updatedAt } }),
        () => as.addNote({ params, body: { text: 'x' } }),
        () => as.email({ params, body: { subject: 'x', text: 'x', updatedAt } }),
      ])
        expect((await catchRefusal(call())).status).toBe(status)
    }
    expect((await catchRefusal(officeClient().update({ params, body: { state: 'closed' } }))).status).toBe(400)
    const stale = '2020-01-01T00:00:00.000Z'
    const late = await catchRefusal(officeClient().update({ params, body: { state: 'closed', updatedAt: stale } }))
    expect([late.status, (late.refusal.current as { number: string }).number]).toEqual([412, row.number])
    const body = { assignee: viewer.userId, updatedAt }
    expect((await catchRefusal(officeClient().update({ params, body }))).refusal.fields?.assignee).toBeDefined()
    const mail = { subject: '답변', text: '답변', updatedAt }
    expect((await catchRefusal(officeClient().email({ params, body: mail }))).status).toBe(409)
    expect(
      (await catchRefusal(officeClient().email({ params, body: { ...mail, subject: 'a\nBcc: b@c.d' } }))).status,
    ).toBe(400)
    expect((await catchRefusal(officeClient().get({ params: { id: api.clock.newId() } }))).status).toBe(404)
  })

  it('are notified of a new request', async () => {
    const before = await officeClient().arrivals()
    await buildRequest(api.context)
    const after = await officeClient().arrivals()
    expect(after.waiting).toBe(before.waiting + 1)
    expect(after.latest && after.latest > (before.latest ?? '')).toBe(true)
  })

  it('can be assignees if their level has the scope', async () => {
    const { staff: people } = await officeClient().staff()
    expect(people.map(({ _id }) => _id)).toEqual(expect.arrayContaining([staff.userId, colleague.userId]))
  })
})

describe('office as assignee', () => {
  it('holds a request without a person until it is removed', async () => {
    const { id } = await buildRequest(api.context)
    const params = { id }
    const changeRequest = async (body: object) =>
      (
        await officeClient().update({
          params,
          body: { ...body, updatedAt: (await officeClient().get({ params })).form.updatedAt },
        })
      ).form
    const { status, refusal } = await catchRefusal(changeRequest({ office: 'no-such-key' }))
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([400, ['office']])
    await buildOffice(api.context, { key: 'incheon' })
    expect(await changeRequest({ office: 'incheon' })).toMatchObject({
      state: 'assigned',
      office: 'incheon',
      assignee: null,
    })
    expect(await changeRequest({ assignee: staff.userId })).toMatchObject({ state: 'assigned', office: 'incheon' })
    expect(await changeRequest({ assignee: null, office: null })).toMatchObject({ state: 'received', office: null })
  })
})
