// @module-tag deep
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverSpool } from '#kit/process/spool.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { createStoppableDatabase, type StoppableDatabase } from '#test/server/stoppable-database.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { buildFormKind, requestInput } from '../../factory.ts'
import { deleteExpiredRequests } from '../../retention/server/delete-expired-requests.ts'
import { submission as contract } from '../../submission/contract.ts'
import { formFiles, formRequests, undeliverableForms } from '../../table.ts'
import { getSpoolDirectory } from './get-spool-directory.ts'
import { deliverSpooled, storeUndeliverable } from './spool-request.ts'

/** Two processes of one installation, which share the database and the spool folder. */
let database: StoppableDatabase
let processes: TestApi[]
beforeAll(async () => {
  database = await createStoppableDatabase()
  const first = await createTestApi({ database })
  const { dataDirectory } = first.services.settings
  processes = [first, await createTestApi({ database: { ...database, drop: async () => undefined }, dataDirectory })]
  await buildFormKind(first.context)
})
afterAll(async () => {
  for (const api of [...processes].reverse()) await api.close()
})

const getProcess = (index: number): TestApi => processes[index % processes.length] as TestApi
const getSpool = () => getSpoolDirectory(getProcess(0).services.settings)

const runDelivery = (index: number) => {
  const { context, services } = getProcess(index)
  const outlet = {
    deliver: (entry: unknown) => deliverSpooled(context, entry),
    refuse: (text: string, error: unknown) => storeUndeliverable(context, text, error),
  }
  return deliverSpool(getSpool(), outlet, services.log)
}
const deliverAll = () => Promise.all(processes.map((_, index) => runDelivery(index)))

let caller = 0
/** Posts as a visitor with a separate client address. */
const postRequest = async (index: number, key: string, message: string, files: string[] = []) => {
  caller += 1
  const response = await getProcess(index).request({
    method: 'POST',
    url: '/api/v1/forms/consult',
    remoteAddress: `10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`,
    payload: requestInput({ message }, { files }),
    headers: { 'idempotency-key': key },
  })
  const { receipt, code, fields } = response.json()
  return { key, message, files, status: response.statusCode, receipt, code, fields }
}

const uploadFile = async (name: string): Promise<string> => {
  const call = { params: { kind: 'consult' }, form: form('file', [name, pdf()]) }
  type Upload = ReturnType<(typeof processes)[number]['client']> & {
    upload(call: object): Promise<{ file: { ticket: string } }>
  }
  return (await (getProcess(0).client(contract, null) as unknown as Upload).upload(call)).file.ticket
}

const listStored = async () =>
  (await getProcess(0).services.database.select().from(formRequests)).map(
    ({ key, answers }) => `${key} ${answers.message}`,
  )

describe('while the database is unavailable', () => {
  it('stores exactly the requests answered 201, each once, of 300 concurrent posts to two processes', async () => {
    await database.stop()
    // 100 keys: half of them with one body three times, half with two bodies.
    const posts = Array.from({ length: 300 }, (_, index) => {
      const key = `ledger-${index % 100}`
      const other = index % 2 === 1 && index >= 200
      return () => postRequest(index + Math.floor(index / 100), key, `${key} ${other ? 'another body' : 'body'}`)
    }).sort(() => Math.random() - 0.5)
    const answers = await Promise.all(posts.map((send) => send()))
    expect(new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`))).toEqual(
      new Set(['201 ', '422 key_reused']),
    )
    const numbersByKey = new Map<string, Set<string>>()
    for (const { status, key, message, receipt } of answers.filter((answer) => answer.status === 201)) {
      expect([status, receipt.number]).toEqual([201, null])
      const submission = `${key} ${message}`
      numbersByKey.set(submission, (numbersByKey.get(submission) ?? new Set()).add(receipt.receivedAt))
    }
    // Equal requests got equal receipts, and one body per key was accepted.
    expect([...numbersByKey.values()].every((receipts) => receipts.size === 1)).toBe(true)
    expect(numbersByKey.size).toBe(100)

    await database.start()
    await deliverAll()
    expect((await listStored()).sort()).toEqual([...numbersByKey.keys()].sort())
    expect(await getProcess(0).services.database.$count(undeliverableForms)).toBe(0)
    expect((await readdir(getSpool())).filter((name) => !['filed', 'claims'].includes(name))).toEqual([])
  })

  it('assigns a file to one of many requests', async () => {
    const before = await uploadFile('먼저.pdf')
    await database.stop()
    const tickets = [before, await uploadFile('나중.pdf')]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        postRequest(index, `file-${index}`, `파일 ${index}`, [tickets[index % 2] ?? '']),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(accepted).toHaveLength(2)
    expect(refused.every(({ status, fields }) => status === 400 && fields.files)).toBe(true)
    // Senders can retry, and a file named by a rejected request stays available to others.
    const [again] = accepted
    expect(await postRequest(1, again?.key ?? '', again?.message ?? '', again?.files)).toMatchObject({ status: 201 })

    await database.start()
    await deliverAll()
    expect(await getProcess(0).services.database.$count(undeliverableForms)).toBe(0)
    const placed = (await getProcess(0).services.database.select().from(formFiles)).filter(({ requestId }) => requestId)
    expect(placed.map(({ name }) => name).sort()).toEqual(['나중.pdf', '먼저.pdf'])
  })

  it('rejects a used key and file, and returns the number to the same request', async () => {
    const ticket = await uploadFile('쓴 것.pdf')
    const storedAnswer = await postRequest(0, 'used', '이미 접수된 것', [ticket])
    expect(storedAnswer.receipt.number).toEqual(expect.any(String))
    await database.stop()
    expect(await postRequest(1, 'used', '다른 이야기')).toMatchObject({ status: 422, code: 'key_reused' })
    expect(await postRequest(1, 'unused', '다른 이야기', [ticket])).toMatchObject({ status: 400, code: 'invalid' })
    expect(await postRequest(1, 'used', '이미 접수된 것', [ticket])).toMatchObject({
      status: 201,
      receipt: storedAnswer.receipt,
    })
    await database.start()
  })

  it('keeps files of a spooled request and deletes expired claims and records', async () => {
    const ticket = await uploadFile('오래 기다린 것.pdf')
    await database.stop()
    const { receipt } = await postRequest(0, 'long-wait', '오래 기다린 것', [ticket])
    expect(receipt.number).toBeNull()
    await database.start()
    const { context, clock } = getProcess(0)
    clock.forward(8.5 * 24 * 3_600_000)
    await deleteExpiredRequests(context)
    await deliverAll()
    expect(await getProcess(0).services.database.$count(undeliverableForms)).toBe(0)
    expect((await listStored()).filter((line) => line.startsWith('long-wait'))).toHaveLength(1)
    clock.forward(9 * 24 * 3_600_000)
    await deleteExpiredRequests(context)
    expect([await readdir(join(getSpool(), 'claims')), await readdir(join(getSpool(), 'filed'))]).toEqual([[], []])
    clock.forward(-17.5 * 24 * 3_600_000)
  })

  it('rejects a deleted file before acknowledging the request', async () => {
    const ticket = await uploadFile('사라진 것.pdf')
    const { id } = JSON.parse(Buffer.from(ticket.split('.')[0] ?? '', 'base64url').toString('utf8'))
    await getProcess(0).services.files.remove(id)
    await database.stop()
    expect(await postRequest(0, 'gone', '파일이 없다', [ticket])).toMatchObject({ status: 400, code: 'invalid' })
    await database.start()
  })

  it("stores a spooled request on the sender's retry and rejects another body under its key", async () => {
    await database.stop()
    const waiting = await postRequest(0, 'waits', '기다리는 것')
    expect(waiting.receipt.number).toBeNull()
    await database.start()
    expect(await postRequest(1, 'waits', '그 사이에 온 다른 것')).toMatchObject({ status: 422 })
    const again = await postRequest(1, 'waits', '기다리는 것')
    expect(again.receipt).toEqual({ number: expect.any(String), receivedAt: waiting.receipt.receivedAt })
    await deliverAll()
    expect((await listStored()).filter((line) => line.startsWith('waits'))).toHaveLength(1)
    expect(await getProcess(0).services.database.$count(undeliverableForms)).toBe(0)
  })
})

it('the naive version, which overwrites by rename, acknowledges requests it loses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-naive-'))
  const acknowledged = await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      const draft = join(folder, `.${index}.part`)
      await writeFile(draft, String(index))
      await rename(draft, join(folder, 'request-key.json'))
      return index
    }),
  )
  expect(acknowledged.length).toBeGreaterThan((await readdir(folder)).length)
  await rm(folder, { recursive: true })
})
