// @module-tag deep
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { type DatabasePool, openPool } from '#kit/db/pool.ts'
import { prepareDatabase } from '#kit/db/prepare.ts'
import { diskStore } from '#kit/files/disk-store.ts'
import { storePrivate } from '#kit/files/private-files.ts'
import { databaseJobs } from '#kit/ports/jobs.ts'
import { readSettings } from '#kit/process/settings.ts'
import { addToSpool, deliverSpool, retryRefused } from '#kit/process/spool.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { systemClock } from '#kit/time/clock.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { pdf } from '#test/files/sample-files.ts'
import { createServer } from '../../../../app.ts'
import { modules } from '../../../../modules.ts'
import { buildFormKind, requestInput } from '../../factory.ts'
import { submission as contract } from '../../submission/contract.ts'
import { recordUpload } from '../../submission/server/upload-files.ts'
import { validateRequest } from '../../submission/server/validate-request.ts'
import { formFiles, formRequests, undeliverableForms } from '../../table.ts'
import { getSpoolDirectory } from './get-spool-directory.ts'
import { acceptOrSpool, deliverSpooled, storeUndeliverable } from './spool-request.ts'

let folder: string
let server: EmbeddedDatabase
let pool: DatabasePool
let context: Context
const startDatabase = () => startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-away-'))
  // If the tests run as root, the server runs as another user.
  await chmod(folder, 0o755)
  server = await startDatabase()
  await prepareDatabase(server.url)
  pool = openPool(server.url, 4, () => undefined)
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
  const services: Services = {
    settings,
    database: pool.database,
    clock: systemClock,
    files: diskStore(join(folder, 'data', 'files')),
    jobs: databaseJobs,
    log: createServer(settings).log,
    vault: new Uint8Array(32),
    secret: new TextEncoder().encode('a secret of the tests, 32 bytes or more'),
    modules,
  }
  context = new Context(services, publicScope('ko'))
  await buildSetting(context)
  await buildFormKind(context)
})
afterAll(async () => {
  await pool.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const outlet = {
  deliver: (entry: unknown) => deliverSpooled(context, entry),
  refuse: (text: string, error: unknown) => storeUndeliverable(context, text, error),
}
const runDelivery = (directory = getSpoolDirectory(context.services.settings)) =>
  deliverSpool(directory, outlet, context.services.log)

it('spools a request while PostgreSQL is stopped and stores it once after restart', async () => {
  const before = await acceptOrSpool(context, await validateRequest(context, 'consult', requestInput(), 'before'))
  expect(before.number).not.toBeNull()
  await server.stop()

  const path = join(folder, 'upload')
  await writeFile(path, pdf())
  const file = await storePrivate(context, contract.upload.upload, { name: '하자 대장.pdf', path, bytes: pdf().length })
  const ticket = await recordUpload(context, 'consult', file)
  // The office key cannot be checked while the database is down; staff see the answer as sent.
  const input = requestInput(
    { message: '데이터베이스가 없을 때 보냅니다.', office: 'no-such-key' },
    { files: [ticket] },
  )
  const validateInput = () => validateRequest(context, 'consult', input, 'while away')
  expect(await acceptOrSpool(context, await validateInput())).toMatchObject({ number: null })
  // A retry after a lost response gets the same receipt.
  expect(await acceptOrSpool(context, await validateInput())).toMatchObject({ number: null })

  const spool = getSpoolDirectory(context.services.settings)
  const spooled = (await readdir(spool)).filter((name) => name.startsWith('request-'))
  expect(spooled).toHaveLength(1)
  expect((await stat(join(spool, spooled[0] ?? ''))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(spool, spooled[0] ?? ''), 'utf8')).toContain('데이터베이스가 없을 때')
  expect(await runDelivery()).toBe(0)
  expect((await readdir(spool)).filter((name) => name.endsWith('.json'))).toHaveLength(2)

  server = await startDatabase()
  // Two processes of one installation deliver concurrently.
  await Promise.all([runDelivery(), runDelivery()])
  expect((await readdir(spool)).filter((name) => name.endsWith('.json'))).toEqual([])
  const rows = await context.database.select().from(formRequests)
  expect(rows.map(({ key }) => key).sort()).toEqual(['before', 'while away'])
  expect(rows.find(({ key }) => key === 'while away')).toMatchObject({
    practice: 'building',
    office: null,
    answers: { office: 'no-such-key' },
  })
  const files = await context.database.select().from(formFiles)
  expect(files).toMatchObject([{ name: '하자 대장.pdf', position: 0 }])
  const { rows: mails } = await context.database.execute(`SELECT 1 FROM outbox`)
  expect(mails).toHaveLength(2)
  // A retry with the same key now gets the number.
  const { number } = await acceptOrSpool(context, await validateInput())
  expect(rows.map((row) => row.number)).toContain(number)
})

it('sets an undeliverable entry aside once, also one that an earlier release rejected', async () => {
  const request = await validateRequest(context, 'consult', requestInput(), 'refused')
  const directory = join(folder, 'refusing')
  await addToSpool(join(directory, 'refused'), 'request-1', { ...request, kind: 'nothing' })
  await Promise.all([retryRefused(directory), retryRefused(directory)])
  expect(await Promise.all([runDelivery(directory), runDelivery(directory)])).toEqual([0, 0])
  expect(await context.database.select().from(undeliverableForms)).toMatchObject([{ reason: 'unknown_form' }])
  expect(await readdir(directory)).toEqual(['refused'])
  expect(await readdir(join(directory, 'refused'))).toEqual([])
})
