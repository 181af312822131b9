import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import { smtpPort } from '#kit/ports/mail.ts'
import { deliverSpool } from '#kit/process/spool.ts'
import { removeExpiredAnswers } from '#kit/server/limits/idempotency.ts'
import { deleteExpiredMails } from '#people/messages/server/delete-expired-mails.ts'
import { outbox } from '#people/messages/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { emptySetting } from '#platform/settings/server/read-settings.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { createStoppableDatabase, type StoppableDatabase } from '#test/server/stoppable-database.ts'
import { type Actor, createTestApi, sentBy, type TestApi } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, requestInput } from '../../factory.ts'
import { undeliverable } from '../../outage/contract.ts'
import { getSpoolDirectory } from '../../outage/server/get-spool-directory.ts'
import { deliverSpooled, storeUndeliverable } from '../../outage/server/spool-request.ts'
import { replies } from '../../replies/contract.ts'
import { submission } from '../../submission/contract.ts'
import { formRequests } from '../../table.ts'
import { deleteExpiredRequests } from './delete-expired-requests.ts'

const contract = { ...forms, ...submission, ...undeliverable, ...replies }
/** Personal data of the sender; any match after deletion is a leftover. */
const personalTexts = {
  name: '흔적남김',
  phone: '010-7319-4826',
  email: 'leaves.no.trace@person.example',
  building: '자취없는아파트',
  message: '지워져야 할 사연을 적습니다.',
}
const fileName = '흔적남김 진단서.pdf'
const noteText = '흔적남김 씨와 통화했다'
const traces = [
  ...Object.values(personalTexts),
  normalizePhone(personalTexts.phone)?.slice(3) ?? '',
  '진단서',
  '통화했다',
  'leaves.no.trace',
]

let database: StoppableDatabase
let api: TestApi
let staff: Actor
beforeAll(async () => {
  database = await createStoppableDatabase()
  api = await createTestApi({ database, logLevel: 'debug' })
  await buildFormKind(api.context)
  const { mail } = emptySetting
  await buildSetting(api.context, { mail: { ...mail, senderName: '대청', senderAddress: 'office@firm.example' } })
  api.services.mail = smtpPort('smtp://127.0.0.1:1')
  await logIn()
})
afterAll(() => api.close())

const logIn = async () => {
  staff = await api.actor(['console', 'console:forms', 'console:messages', 'console:audit'])
}

const findTraces = (text: string): string[] => traces.filter((trace) => text.includes(trace))

/** Returns every row of every table outside PostgreSQL's own schemas, by table. */
const dumpTables = async (): Promise<Map<string, string>> => {
  const client = new pg.Client(database.directUrl)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`)
  const dumped = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT one::text AS line FROM ${name} AS one`)
    dumped.set(name, rows.map(({ line }) => line).join('\n'))
  }
  await client.end()
  return dumped
}
const tablesWithTraces = async () =>
  [...(await dumpTables())].filter(([, text]) => findTraces(text).length > 0).map(([name]) => name)

/** Returns names and contents of all files in the data folder. */
const dumpFiles = async (): Promise<string> => {
  const root = api.services.settings.dataDirectory
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const texts = entries.map(async (entry) =>
    entry.isFile() ? `${entry.name}\n${await readFile(join(entry.parentPath, entry.name), 'utf8')}` : entry.name,
  )
  return (await Promise.all(texts)).join('\n')
}

let caller = 0
const postRequest = async (key: string, files: string[] = [], rest: Record<string, string> = {}) => {
  const response = await api.request({
    method: 'POST',
    url: '/api/v1/forms/consult',
    remoteAddress: `10.5.0.${caller++}`,
    payload: requestInput({ ...personalTexts, ...rest }, { files }),
    headers: { 'idempotency-key': key },
  })
  return { status: response.statusCode, receipt: response.json().receipt }
}
const uploadFile = async () => {
  const client = api.client(contract, null) as unknown as {
    upload(call: object): Promise<{ file: { ticket: string } }>
  }
  return (await client.upload({ params: { kind: 'consult' }, form: form('file', [fileName, pdf()]) })).file.ticket
}
const runDelivery = () =>
  deliverSpool(
    getSpoolDirectory(api.services.settings),
    {
      deliver: (entry) => deliverSpooled(api.context, entry),
      refuse: (text, error) => storeUndeliverable(api.context, text, error),
    },
    api.services.log,
  )
const formsClient = () => api.client(contract, staff)
/** Delivers a mail like the job queue; by default the server accepts it. */
const deliverMail = async (id: string | undefined, send: () => Promise<string> = async () => '250 ok') =>
  jobHandlers({ ...api.services, mail: { send } }).deliverMail?.({ id })
let keys = 0
const createKeyHeader = () => ({ headers: { 'idempotency-key': `traces-${keys++}` } })

/** Handles a request in every way that leaves data, then closes it. */
const runJob = async (id: string) => {
  const params = { id }
  const { form: opened } = await formsClient().get({ params })
  for (const file of opened.files) await formsClient().openFile({ params: { id, file: file._id } })
  await formsClient().addNote({ params, body: { text: noteText } }, createKeyHeader())
  const body = { subject: `${personalTexts.name} 님께`, text: personalTexts.message, updatedAt: opened.updatedAt }
  const { form: answered } = await formsClient().email({ params, body }, createKeyHeader())
  await formsClient().update({ params, body: { state: 'closed', updatedAt: answered.updatedAt } })
}

describe('removed request', () => {
  it('leaves only its number in the audit log: no data in tables, files or server logs', {
    tags: ['deep'],
  }, async () => {
    const first = await postRequest('traces-up', [await uploadFile()])
    expect(first.status).toBe(201)
    const ticket = await uploadFile()
    await database.stop()
    expect((await postRequest('traces-away', [ticket])).receipt.number).toBeNull()
    expect(findTraces(await dumpFiles()).length).toBeGreaterThan(0)
    await database.start()
    await runDelivery()

    // Two entries of another machine with used keys: staff store one and discard the other.
    for (const key of ['traces-up', 'traces-away']) {
      const entry = {
        entry: 'request',
        key,
        hash: 'ab',
        id: api.clock.newId(),
        kind: 'consult',
        locale: 'ko',
        files: [],
      }
      const { name, phone, email } = personalTexts
      const special = { name, phone, email, practice: null, office: null, lawyer: null }
      const receivedAt = api.clock.now().toISOString()
      const text = JSON.stringify({ ...entry, answers: personalTexts, special, consent: '2026-03-01', receivedAt })
      await storeUndeliverable(api.context, text, new Error('traces'))
    }
    const { kept } = await formsClient().kept({})
    await formsClient().fileKept({ params: { id: kept[0]?._id ?? '' } }, createKeyHeader())
    await formsClient().discardKept({ params: { id: kept[1]?._id ?? '' } })

    // One mail is rejected with a response that contains the address, one is sent, the others wait.
    const mails = await api.services.database.select().from(outbox)
    const sendRequest = async () => {
      throw Object.assign(new Error(`451 <${personalTexts.email}> try again`), { responseCode: 451 })
    }
    const failure = await deliverMail(mails[0]?.id, sendRequest).then(
      () => expect.unreachable(),
      (error: Error) => error,
    )
    expect(findTraces(`${failure.message}${failure.stack}`)).toEqual([])
    await deliverMail(mails[1]?.id)

    const rows = await api.services.database.select().from(formRequests)
    expect(rows).toHaveLength(3)
    for (const { id } of rows) await runJob(id)
    expect((await tablesWithTraces()).sort()).toEqual([
      'public.form_entries',
      'public.form_files',
      'public.form_requests',
      'public.idempotency',
      'public.outbox',
    ])

    api.clock.forward(366 * 24 * 3_600_000)
    expect(await deleteExpiredRequests(api.context)).toEqual({ requests: 3, files: 2 })
    expect(await tablesWithTraces()).toEqual([])
    expect(findTraces(await dumpFiles())).toEqual([])
    expect(findTraces(api.logged.join(''))).toEqual([])
    expect(api.logged.length).toBeGreaterThan(20)

    await logIn()
    const { lines } = await api.client(audit, staff).list({ query: { entity: 'forms', limit: 100 } })
    const removed = lines.filter(({ action }) => action === 'remove')
    expect(removed.map(({ summary }) => summary).sort()).toEqual(rows.map(({ number }) => number).sort())
    expect(removed[0]).toMatchObject({ actor: null, before: null, after: null })
    expect((await api.client(audit, staff).chain()).chain.brokenAt).toBeNull()
  })
})

describe('stored request', () => {
  it('keeps idempotent responses for a day, texts of sent mails for 30 days, their rows for a year', async () => {
    await postRequest('traces-kept')
    const [row] = await api.services.database.select().from(formRequests)
    await formsClient().addNote({ params: { id: row?.id ?? '' }, body: { text: noteText } }, createKeyHeader())
    const [mail] = await api.services.database.select().from(outbox)
    await deliverMail(mail?.id)
    const countRows = async (table: string) =>
      Number((await api.services.database.execute(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
    await removeExpiredAnswers(api.context)
    await deleteExpiredMails(api.context)
    expect([await countRows('idempotency'), await countRows("outbox WHERE text <> ''")]).toEqual([1, 1])
    api.clock.forward(23 * 3_600_000)
    await removeExpiredAnswers(api.context)
    expect(await countRows('idempotency')).toBe(1)
    api.clock.forward(2 * 3_600_000)
    await removeExpiredAnswers(api.context)
    expect(await countRows('idempotency')).toBe(0)
    api.clock.forward(30 * 24 * 3_600_000)
    await deleteExpiredMails(api.context)
    expect(await api.services.database.select().from(outbox)).toMatchObject([{ state: 'sent', html: '', text: '' }])
    api.clock.forward(340 * 24 * 3_600_000)
    await deleteExpiredMails(api.context)
    expect(await countRows('outbox')).toBe(0)
    await logIn()
  })
})

describe('while the database is unavailable', () => {
  it('logs no personal data of any failed route', { tags: ['deep'] }, async () => {
    await database.stop()
    const before = api.logged.length
    const sent = [
      {
        method: 'POST' as const,
        url: '/api/v1/forms/status',
        body: { number: '2026-000001', contact: personalTexts.phone },
      },
      {
        method: 'POST' as const,
        url: '/api/v1/forms/status',
        body: { number: '2026-000001', contact: personalTexts.email },
      },
      { method: 'POST' as const, url: '/api/v1/forms/consult', body: requestInput(personalTexts) },
      { method: 'GET' as const, url: `/api/console/forms?q=${encodeURIComponent(personalTexts.name)}` },
      { method: 'GET' as const, url: `/api/v1/search?q=${encodeURIComponent(personalTexts.name)}` },
      {
        method: 'GET' as const,
        url: '/api/auth/accessToken',
        headers: {
          authorization: `Basic ${Buffer.from(`${personalTexts.email}:${personalTexts.name}`).toString('base64')}`,
        },
      },
    ]
    const statuses = []
    for (const one of sent)
      statuses.push(
        (
          await api.request({
            ...sentBy(one.url.startsWith('/api/console') ? staff : null, one),
            remoteAddress: `10.6.0.${caller++}`,
          })
        ).statusCode,
      )
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(2)
    await deleteExpiredRequests(api.context).catch((error: unknown) =>
      api.services.log.error({ err: error }, 'a job failed'),
    )
    const lines = api.logged.slice(before)
    expect(lines.some((line) => line.includes('unavailable'))).toBe(true)
    expect(findTraces(lines.join(''))).toEqual([])
    await database.start()
  })
})
