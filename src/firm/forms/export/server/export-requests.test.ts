import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import type { CallRefused } from '#kit/client.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { consultForm } from '../../demo.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { formRequests } from '../../table.ts'
import { requestExport } from '../contract.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:forms', 'console:audit'])
})

const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )

let count = 0
/** Returns a sender without earlier requests. */
const buildSender = () => {
  count += 1
  return {
    phone: `010-5100-000${count}`,
    email: `sender${count}@estate.example`,
    message: `${count}번째 세대 창틀에 빗물`,
  }
}

describe('export', () => {
  const reason = '사무소 회의 자료'

  it('contains phone, e-mail and message of the filtered list', async () => {
    const own = buildSender()
    await buildRequest(api.context, own)
    const page = await api.client(requestExport, staff).export({ query: { q: own.phone, limit: 100, reason } })
    expect(page.forms).toMatchObject([{ phone: own.phone, email: own.email, message: own.message }])
    const viewer = await api.actor(['console'])
    expect((await catchRefusal(api.client(requestExport, viewer).export({ query: { reason } }))).status).toBe(403)
  })

  it('contains every field of the form, empty ones too, and answers to fields removed since', async () => {
    const { phone } = buildSender()
    await buildFormKind(api.context)
    const fields = consultForm.fields.filter(({ kind }) => kind !== 'files').map(({ name }) => name)
    const { id } = await buildRequest(api.context, { phone, households: '812' })
    const keepOldAnswer = (request: string) =>
      api.context.database
        .update(formRequests)
        .set({ answers: sql`${formRequests.answers} || '{"floorArea": "84"}'` })
        .where(eq(formRequests.id, request))
    await keepOldAnswer(id)
    const { forms } = await api.client(requestExport, staff).export({ query: { q: phone, reason } })
    const answers = forms[0]?.answers ?? []
    expect(answers.map(({ name }) => name)).toEqual([...fields, 'floorArea'])
    expect(answers).toContainEqual(expect.objectContaining({ name: 'households', value: '812' }))
    expect(answers.find(({ name }) => name === 'inspected')).toMatchObject({
      label: expect.stringMatching(/./),
      value: '',
    })
    const other = buildSender()
    const last = await buildRequest(api.context, other)
    await keepOldAnswer(last.id)
    await buildFormKind(api.context, { key: 'emptied', fields: [] })
    await api.context.database.update(formRequests).set({ kind: 'emptied' }).where(eq(formRequests.id, last.id))
    const emptied = await api.client(requestExport, staff).export({ query: { q: other.phone, reason } })
    expect(emptied.forms[0]?.answers).toContainEqual({
      name: 'floorArea',
      kind: 'text',
      label: 'floorArea',
      value: '84',
    })
  })

  it('requires a reason and logs it once, whichever page comes first', async () => {
    const own = buildSender()
    await buildRequest(api.context, own)
    const colleague = await api.actor(['console', 'console:forms'], { name: '내보낸 직원' })
    const exportRequests = (query: object) =>
      api.client(requestExport, colleague).export({ query: { reason, ...query } })
    const { status, refusal } = await catchRefusal(exportRequests({ reason: ' ' }))
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([400, ['reason']])
    const listLoggedExports = async () => {
      const { lines } = await api.client(audit, staff).list({ query: { entity: 'forms', limit: 100 } })
      return lines.filter(({ action, actor }) => action === 'export' && actor === '내보낸 직원')
    }
    expect(await listLoggedExports()).toEqual([])
    await exportRequests({ q: own.phone, limit: 1, page: 2 })
    await exportRequests({ q: own.phone, limit: 1 })
    const exports = await listLoggedExports()
    expect(exports).toHaveLength(1)
    expect(exports[0]).toMatchObject({ after: { reason } })
    // Search terms may be personal data and must not enter the immutable log.
    expect(exports[0]?.summary).not.toContain(own.phone)
    await exportRequests({ q: own.phone, state: 'closed' })
    expect(await listLoggedExports()).toHaveLength(2)
  })
})
