import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { storePrivate } from '#kit/files/private-files.ts'
import { addToSpool, deliverSpool } from '#kit/process/spool.ts'
import { dashboard } from '#platform/dashboard/contract.ts'
import { pdf } from '#test/files/sample-files.ts'
import { createBarrier, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, buildRequest, requestInput } from '../../factory.ts'
import { deleteExpiredRequests } from '../../retention/server/delete-expired-requests.ts'
import { submission } from '../../submission/contract.ts'
import { storeRequest } from '../../submission/server/store-request.ts'
import { recordUpload } from '../../submission/server/upload-files.ts'
import { type AcceptedRequest, validateRequest } from '../../submission/server/validate-request.ts'
import { formRequests, undeliverableForms } from '../../table.ts'
import { undeliverable } from '../contract.ts'
import { getSpoolDirectory } from './get-spool-directory.ts'
import { deliverSpooled, storeUndeliverable } from './spool-request.ts'

const contract = { ...forms, ...undeliverable, ...submission }
const api = prepareTestApi()
const crowd = prepareCrowd(api)
let staff: Actor
beforeAll(async () => {
  await buildFormKind(api.context)
  staff = await api.actor(['console', 'console:forms', 'console:audit'], { name: '한상담' })
  await crowd.pool.query('CREATE TABLE naive_kept (id integer); CREATE TABLE naive_filed (id integer)')
  await crowd.pool.query('INSERT INTO naive_kept VALUES (1)')
})
beforeEach(() => api.services.database.delete(undeliverableForms))

const officeClient = (actor: Actor | null = staff) => api.client(contract, actor)
const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )

const uploadFile = async (name: string) => {
  const path = join(await mkdtemp(join(tmpdir(), 'daecheong-kept-')), 'file')
  await writeFile(path, pdf())
  const file = await storePrivate(api.context, contract.upload.upload, { name, path, bytes: pdf().length })
  return { id: file.id, ticket: await recordUpload(api.context, 'consult', file) }
}

let count = 0
/** Spools an entry as another process would that has acknowledged it, then delivers it. */
const runDelivery = async (
  change: (entry: AcceptedRequest) => object,
  files: string[] = [],
  duringRetry: () => Promise<unknown> = async () => undefined,
) => {
  count += 1
  const input = requestInput({ message: `치워 둔 것 ${count}` }, { files })
  const entry = await validateRequest(api.context, 'consult', input, `kept-${count}`)
  await addToSpool(getSpoolDirectory(api.services.settings), `request-${count}`, change(entry))
  await duringRetry()
  const outlet = {
    deliver: (value: unknown) => deliverSpooled(api.context, value),
    refuse: (text: string, error: unknown) => storeUndeliverable(api.context, text, error),
  }
  await deliverSpool(getSpoolDirectory(api.services.settings), outlet, api.services.log)
  return entry
}
/** Entry whose key another request has used, as happens between machines without a shared folder. */
const createReusedKey = async (files: string[] = []) => {
  const { key } = await buildRequest(api.context)
  return runDelivery((entry) => ({ ...entry, key }), files)
}
const readOnlyUndeliverable = async () => {
  const { kept } = await officeClient().kept({})
  const [one] = kept
  if (!one || kept.length > 1) throw new Error(`Expected one undeliverable request, found ${kept.length}`)
  return one
}
const listAuditActions = async (id: string) => {
  const { rows } = await crowd.pool.query(
    `SELECT action, actor, summary FROM audit WHERE entity = 'forms' AND entity_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

describe('undeliverable request', () => {
  it('is listed with reason, time and sender, counted, and each viewer is logged once', async () => {
    const entry = await createReusedKey()
    expect((await officeClient().arrivals()).kept).toBe(1)
    const { works } = await api.client(dashboard, staff).today()
    expect(works.find(({ key }) => key === 'forms.kept')?.count).toBe(1)
    const one = await readOnlyUndeliverable()
    expect(one).toMatchObject({
      reason: 'key_reused',
      receivedAt: entry.receivedAt,
      sender: { name: '오세진', phone: '010-0000-4171', email: 'sejin@estate.example', message: entry.answers.message },
      files: [],
    })
    expect(one.sender?.answers).toContainEqual({ name: 'region', label: '지역', value: '인천' })
    expect((await officeClient().kept({ query: { q: '오세진' } })).total).toBe(1)
    expect((await officeClient().kept({ query: { q: '없는 말' } })).total).toBe(0)
    expect(await listAuditActions(one._id)).toEqual([{ action: 'read', actor: '한상담', summary: entry.receivedAt }])
  })

  it('is stored under a new key with its original time, receipt, thread entry and audit entry', async () => {
    const entry = await createReusedKey()
    const { _id } = await readOnlyUndeliverable()
    const { form } = await officeClient().fileKept({ params: { id: _id } })
    expect(form).toMatchObject({
      name: '오세진',
      message: entry.answers.message,
      state: 'received',
      createdAt: entry.receivedAt,
    })
    expect(form.thread.map(({ what, actor, mail }) => [what, actor, mail])).toEqual([
      ['received', null, 'waiting'],
      ['filed', '한상담', null],
    ])
    expect(await listAuditActions(form._id)).toEqual([{ action: 'file', actor: '한상담', summary: form.number }])
    expect((await officeClient().kept({})).total).toBe(0)
    expect((await catchRefusal(officeClient().fileKept({ params: { id: _id } }))).status).toBe(404)
  })

  it('is stored without a file of another request, which is named in the thread', async () => {
    const ownFile = await uploadFile('내 것.pdf')
    const takenFile = await uploadFile('남의 것.pdf')
    const input = requestInput({}, { files: [takenFile.ticket] })
    const other = await validateRequest(api.context, 'consult', input, 'has-the-file')
    await runDelivery(
      (entry) => entry,
      [ownFile.ticket, takenFile.ticket],
      () => storeRequest(api.context, other),
    )
    const one = await readOnlyUndeliverable()
    expect(one.reason).toBe('unknown_file')
    expect(one.files.map(({ name, isThere }) => [name, isThere])).toEqual([
      ['내 것.pdf', true],
      ['남의 것.pdf', false],
    ])
    const { form } = await officeClient().fileKept({ params: { id: one._id } })
    expect(form.files.map(({ name }) => name)).toEqual(['내 것.pdf'])
    expect(form.thread.at(-1)).toMatchObject({ what: 'filed', text: '남의 것.pdf' })
  })

  it('is discarded with its files; the log contains only its time', async () => {
    const { id, ticket } = await uploadFile('버릴 것.pdf')
    const entry = await createReusedKey([ticket])
    const { _id } = await readOnlyUndeliverable()
    await officeClient().discardKept({ params: { id: _id } })
    expect((await officeClient().kept({})).total).toBe(0)
    expect(await api.services.files.size(`${id}/private`)).toBeNull()
    expect((await listAuditActions(_id)).at(-1)).toEqual({ action: 'drop', actor: '한상담', summary: entry.receivedAt })
    expect((await catchRefusal(officeClient().discardKept({ params: { id: _id } }))).status).toBe(404)
  })

  it('can only be discarded if unreadable or of a deleted form', async () => {
    await runDelivery((entry) => ({ ...entry, kind: 'nothing' }))
    const discarded = await readOnlyUndeliverable()
    expect([discarded.reason, discarded.sender?.name]).toEqual(['unknown_form', '오세진'])
    expect((await catchRefusal(officeClient().fileKept({ params: { id: discarded._id } }))).status).toBe(409)
    await officeClient().discardKept({ params: { id: discarded._id } })

    await runDelivery(() => ({ entry: 'nonsense' }))
    const broken = await readOnlyUndeliverable()
    expect(broken).toMatchObject({ reason: expect.any(String), sender: null, files: [] })
    expect((await catchRefusal(officeClient().fileKept({ params: { id: broken._id } }))).status).toBe(409)
    await officeClient().discardKept({ params: { id: broken._id } })
  })

  it('is refused without the scope, for an unknown id and for invalid input', async () => {
    await createReusedKey()
    const { _id: id } = await readOnlyUndeliverable()
    for (const [caller, status] of [
      [await api.actor(['console']), 403],
      [null, 401],
    ] as const) {
      expect((await catchRefusal(officeClient(caller).kept({}))).status).toBe(status)
      expect((await catchRefusal(officeClient(caller).fileKept({ params: { id } }))).status).toBe(status)
      expect((await catchRefusal(officeClient(caller).discardKept({ params: { id } }))).status).toBe(status)
    }
    const unknown = { params: { id: api.clock.newId() } }
    expect((await catchRefusal(officeClient().fileKept(unknown))).status).toBe(404)
    expect((await catchRefusal(officeClient().discardKept(unknown))).status).toBe(404)
    expect((await catchRefusal(officeClient().fileKept({ params: { id: 'x' } }))).status).toBe(400)
    expect((await catchRefusal(officeClient().kept({ query: { limit: 1000 } }))).status).toBe(400)
  })

  it('keeps its files while it waits and is deleted with them after 90 days', async () => {
    const { id, ticket } = await uploadFile('기다리는 것.pdf')
    await createReusedKey([ticket])
    api.clock.forward(60 * 24 * 3_600_000)
    await deleteExpiredRequests(api.context)
    expect(await api.services.files.size(`${id}/private`)).not.toBeNull()
    api.clock.forward(31 * 24 * 3_600_000)
    await deleteExpiredRequests(api.context)
    expect(await api.services.files.size(`${id}/private`)).toBeNull()
    expect(await api.services.database.$count(undeliverableForms)).toBe(0)
    staff = await api.actor(['console', 'console:forms', 'console:audit'], { name: '한상담' })
  })
})

describe('concurrent staff', () => {
  it('store it once', { tags: ['deep'] }, async () => {
    await createReusedKey()
    const { _id: id } = await readOnlyUndeliverable()
    const before = await api.services.database.$count(formRequests)
    const results = await crowd.callConcurrently(() => statusOf(officeClient().fileKept({ params: { id } }), 201))
    expect(results.filter((status) => status === 201)).toHaveLength(1)
    expect(results.filter((status) => status === 404)).toHaveLength(results.length - 1)
    expect(await api.services.database.$count(formRequests)).toBe(before + 1)
  })

  it('store or discard it, never both', { tags: ['deep'] }, async () => {
    await createReusedKey()
    const { _id: id } = await readOnlyUndeliverable()
    const before = await api.services.database.$count(formRequests)
    const results = await crowd.callConcurrently(async (index) => {
      const call =
        index % 2 ? officeClient().fileKept({ params: { id } }) : officeClient().discardKept({ params: { id } })
      return [index % 2 ? 'file' : 'discard', await statusOf(call, 200)] as const
    })
    const won = results.filter(([, status]) => status === 200)
    expect(won).toHaveLength(1)
    expect(await api.services.database.$count(formRequests)).toBe(before + (won[0]?.[0] === 'file' ? 1 : 0))
  })

  it('store it several times with the naive version', { tags: ['deep'] }, async () => {
    const haveLooked = createBarrier()
    await crowd.callConcurrently(async () => {
      const { rowCount } = await crowd.pool.query('SELECT 1 FROM naive_kept')
      await haveLooked()
      if (rowCount === 0) return
      await crowd.pool.query('INSERT INTO naive_filed VALUES (1)')
      await crowd.pool.query('DELETE FROM naive_kept')
    })
    const { rows } = await crowd.pool.query('SELECT count(*)::int AS filed FROM naive_filed')
    expect(rows[0].filed).toBeGreaterThan(1)
  })
})
