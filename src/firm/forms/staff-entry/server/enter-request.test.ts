import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, requestInput } from '../../factory.ts'
import { submission } from '../../submission/contract.ts'
import { staffEntry } from '../contract.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  await buildFormKind(api.context)
  staff = await api.actor(['console', 'console:forms', 'console:audit'], { name: '민서경' })
})

const desk = (actor: Actor = staff) => api.client({ ...forms, ...staffEntry }, actor)
const visitor = () => api.client(submission, null)
const { answers, consent } = requestInput()

describe('a request that staff enter', () => {
  it('gets a number, names who took it, and follows the definition of its form', async () => {
    const upload = { params: { kind: 'consult' }, form: form('file', ['균열.pdf', pdf()]) } as never
    const { file } = await visitor().upload(upload)
    const { form: entered } = await desk().enter({ body: { answers, consent, files: [file.ticket] } })
    expect(entered).toMatchObject({
      kind: 'consult',
      state: 'received',
      name: answers.name,
      files: [{ name: '균열.pdf' }],
    })
    expect(entered.thread.map(({ what, actor }) => [what, actor])).toEqual([['received', '민서경']])
    const { forms: found } = await desk().list({ query: { q: entered.number } })
    expect(found.map(({ _id }) => _id)).toEqual([entered._id])
    const { lines } = await api.client(audit, staff).list({ query: { entity: 'forms', entityId: entered._id } })
    expect(lines.map(({ action, summary }) => [action, summary])).toContainEqual(['create', entered.number])
  })

  it('is one request for each call, and one however often it is sent with one key', async () => {
    const first = await desk().enter({ body: { answers, consent } })
    const second = await desk().enter({ body: { answers, consent } })
    expect(second.form._id).not.toBe(first.form._id)
    const headers = { 'idempotency-key': 'taken-by-telephone' }
    const same = await Promise.all([1, 2, 3].map(() => desk().enter({ body: { answers, consent } }, { headers })))
    expect(new Set(same.map((one) => one.form._id)).size).toBe(1)
  })

  it('is refused without consent, for a missing answer, an unknown form and a reader', async () => {
    await expectRefusal(desk().enter({ body: { answers } }), 400, 'consent')
    const { name: _name, ...rest } = answers
    await expectRefusal(desk().enter({ body: { answers: rest, consent } }), 400, 'name')
    await expect(desk().enter({ body: { kind: 'unknown', answers, consent } })).rejects.toMatchObject({ status: 404 })
    const reader = await api.actor(['console', 'console:forms:read'])
    await expect(desk(reader).enter({ body: { answers, consent } })).rejects.toMatchObject({ status: 403 })
  })
})

describe('the forms of visitors', () => {
  it('are listed, and sent to the address of all forms too', async () => {
    expect((await visitor().kinds()).forms).toMatchObject([{ key: 'consult', title: expect.any(String), lang: 'ko' }])
    const { receipt } = await visitor().createOfKind({ body: { ...requestInput(), kind: 'consult' } })
    expect((await desk().list({ query: { q: receipt.number ?? '' } })).total).toBe(1)
    await expectRefusal(
      visitor().createOfKind({ body: { ...requestInput({ name: '' }), kind: 'consult' } }),
      400,
      'name',
    )
    const unknown = visitor().createOfKind({ body: { ...requestInput(), kind: 'unknown' } })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
    await expectRefusal(
      visitor().createOfKind({ body: { ...requestInput(), kind: 'consult', website: 'x' } }),
      400,
      'website',
    )
  })
})
