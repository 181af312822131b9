import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildFormKind, buildRequest } from '#firm/forms/factory.ts'
import { submission } from '#firm/forms/submission/contract.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { allScopes, createTestApi, type TestApi } from '#test/server/test-api.ts'
import { jobHandlers } from '../../app.ts'
import { modules } from '../../modules.ts'
import { addToSpool } from '../process/spool.ts'
import { media } from './contract.ts'
import { orphanDays } from './remove-orphans.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api.close())

const day = 24 * 3_600_000
const deleteOrphans = () => jobHandlers(api.services).forgetAnswers?.({}) ?? Promise.reject(new Error('no such job'))
const stored = async () =>
  (await readdir(join(api.services.settings.dataDirectory, 'files'), { recursive: true }))
    .filter((name) => /^..\/[0-9a-f-]{36}$/.test(name))
    .map((name) => name.slice(3))

it('removes bytes without a row once no upload can be in progress', async () => {
  const id = api.clock.newId()
  await api.services.files.put(`${id}/original`, Buffer.from('left by a process that was killed'))
  await deleteOrphans()
  expect(await stored()).toEqual([id])
  api.clock.forward((orphanDays + 1) * day)
  await deleteOrphans()
  expect(await stored()).toEqual([])
})

it('keeps files of records, pending requests and spooled requests', async () => {
  const owner = await api.actor(allScopes(api.kernel))
  const { medium } = await api.client(media, owner).upload({ form: form('file', ['a.png', await picture('png')]) })
  await buildFormKind(api.context)
  const upload = form('file', ['a.png', await picture('png')])
  await api.client(submission).upload({ params: { kind: 'consult' }, form: upload })
  await buildRequest(api.context)
  const aside = api.clock.newId()
  await api.services.files.put(`${aside}/private`, Buffer.from('of a request that was set aside'))
  await api.services.database.execute(
    sql`INSERT INTO form_kept (id, entry, digest, reason, received_at, created_at, updated_at)
      VALUES (${api.clock.newId()}, ${JSON.stringify({ files: [aside] })}, sha256('aside'), 'unexpected', now(), now(), now())`,
  )
  const away = api.clock.newId()
  await api.services.files.put(`${away}/private`, Buffer.from('sent while the database was away'))
  await addToSpool(join(api.services.settings.dataDirectory, 'spool'), `upload-${away}`, { entry: 'upload' })
  const before = await stored()
  expect(before).toEqual(expect.arrayContaining([medium._id, aside, away]))
  api.clock.forward((orphanDays + 1) * day)
  await deleteOrphans()
  expect((await stored()).toSorted()).toEqual(before.toSorted())
})

it('every module that stores files outside the library declares which ones it has', async () => {
  const source = join(import.meta.dirname, '../..')
  const names = (await readdir(source, { recursive: true })).filter((name) => /^\w+\/[\w-]+\/.*\.ts$/.test(name))
  const keeping = new Set<string>()
  // Demo data and factories add library files, which have rows in the library's table.
  for (const name of names)
    if (!/\.test\.ts$|\/(?:demo|factory)[\w-]*\.ts$/.test(name) && !name.startsWith('kit/'))
      if (/\bstorePrivate\b|\bfiles\.put\(/.test(await readFile(join(source, name), 'utf8')))
        keeping.add(name.split('/')[1] ?? '')
  const telling = modules.filter(({ knownFiles }) => knownFiles).map(({ name }) => name)
  expect([...keeping].toSorted()).toEqual(telling.toSorted())
})
