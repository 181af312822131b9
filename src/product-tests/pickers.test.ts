import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFormKind } from '#firm/forms/factory.ts'
import type { RouteDeclaration, Upload } from '#kit/contract.ts'
import { media } from '#kit/files/contract.ts'
import { acceptOf, endingsOf } from '#kit/files/file-types.ts'
import { detectFileType } from '#kit/files/media-library.ts'
import { introductionUpload } from '#people/companies/contract-introductions.ts'
import { form, photograph, picture, sampleOf } from '#test/files/sample-files.ts'
import { type Actor, allScopes, createTestApi, multipart, type TestApi } from '#test/server/test-api.ts'
import { modules } from '../modules.ts'

const routes = modules
  .flatMap(({ contract }) => Object.values(contract) as RouteDeclaration[])
  .flatMap((route) => (route.upload ? [{ ...route, upload: route.upload }] : []))
/** Imports read workbooks only, and have tests of their own. */
const isImport = ({ upload }: { upload: Upload }) => upload.kinds.join() === 'document'
/** Uploads to a record or a profile need one; the others stand for them: all detect types by the same declaration. */
const isAlone = ({ path }: RouteDeclaration) =>
  !path.replace('{kind}', 'consult').includes('{') && !path.startsWith('/api/v1/me/products/')

let api: TestApi
let owner: Actor
let folder: string
beforeAll(async () => {
  api = await createTestApi({ limits: { uploads: { hourlyFiles: 1000 } } })
  await buildFormKind(api.context)
  owner = await api.actor(allScopes(api.kernel))
  folder = await mkdtemp(join(tmpdir(), 'daecheong-pickers-'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

let calls = 0
const send = async ({ path, upload }: { path: string; upload: Upload }, name: string, bytes: Uint8Array) => {
  calls += 1
  // An account may send a few files an hour to some routes.
  const sender = await api.actor(allScopes(api.kernel))
  const { payload, headers } = await multipart(form(upload.field, [name, bytes]))
  const response = await api.request({
    method: 'POST',
    url: path.replace('{kind}', 'consult'),
    // Rate limits count calls per address.
    remoteAddress: `10.1.${calls >> 8}.${calls & 255}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${sender.accessToken}` },
  })
  return { status: response.statusCode, fields: response.json<{ fields?: Record<string, string> }>().fields }
}

describe('what a picker offers is accepted', () => {
  it.each(routes.filter((route) => !isImport(route) && isAlone(route)).map((route) => [route.path, route] as const))(
    'by %s, one file of each ending',
    { tags: ['deep'] },
    async (_path, route) => {
      for (const ending of endingsOf(route.upload)) {
        const bytes = await sampleOf[ending]?.()
        const { status, fields } = await send(route, `파일.${ending.toUpperCase()}`, bytes ?? Buffer.alloc(0))
        expect([ending, status, fields]).toEqual([ending, 201, undefined])
      }
    },
  )

  const others = [
    ...routes.filter((route) => !isImport(route) && !isAlone(route)),
    { path: 'company profiles', upload: introductionUpload },
  ]
  it.each(others.map(({ path, upload }) => [path, upload] as const))(
    'by the declaration of %s',
    async (_path, upload) => {
      for (const ending of endingsOf(upload)) {
        const path = join(folder, ending)
        const bytes = (await sampleOf[ending]?.()) ?? Buffer.alloc(0)
        await writeFile(path, bytes)
        const file = { name: `파일.${ending}`, path, bytes: bytes.length }
        expect([ending, await detectFileType(upload, file)]).toEqual([ending, expect.anything()])
      }
    },
  )

  it('and nothing else is offered: every picker takes its list from the declaration', async () => {
    const source = join(import.meta.dirname, '..')
    const literal = /\baccept(?:=|: )(?:\{?["'`])[^"'`$]*(?:\/|\.[a-z]{3,4}\b)/
    const missing = /type="file"(?![^>]*accept=)|<FileButton(?![^>]*accept=)/
    const found: string[] = []
    for (const path of await readdir(source, { recursive: true })) {
      if (!path.endsWith('.tsx')) continue
      const text = await readFile(join(source, path), 'utf8')
      // Arrow functions would end a tag early.
      const tags = text.replaceAll('=>', '')
      if (literal.test(text) || missing.test(tags)) found.push(path)
    }
    // The proof of an auction is a JSON file that the browser reads itself.
    expect(found).toEqual(['auction/site/proof/proof-check.tsx'])
  })
})

it('names pictures and videos by their type, so that phones offer the camera', () =>
  expect(acceptOf({ kinds: ['picture'] })).toBe(
    'image/jpeg,image/png,image/webp,image/avif,image/gif,.jpg,.jpeg,.jfif,.png,.webp,.avif,.gif',
  ))

describe('a HEIC photo', () => {
  it('is refused by name where pictures are shown', async () => {
    const bytes = (await sampleOf.heic?.()) ?? Buffer.alloc(0)
    for (const name of ['IMG_0001.HEIC', 'IMG_0001.jpg'])
      expect(await send(media.upload, name, bytes)).toEqual({
        status: 415,
        fields: { file: expect.stringContaining('HEIC') },
      })
  })
})

describe('a photograph of 50 megapixels', () => {
  it('is accepted and reduced', { tags: ['deep'] }, async () => {
    const client = api.client(media, owner)
    const { medium } = await client.upload({ form: form('file', ['현장.jpg', await photograph(8688, 5792)]) })
    expect(medium.picture).toMatchObject({ width: 5792, height: 8688, widths: [480, 960, 1440] })
  })

  it('is accepted where the original is kept', { tags: ['deep'] }, async () => {
    const route = routes.find(({ path }) => path === '/api/v1/center/questions/upload')
    if (!route) throw new Error('No route for files of questions')
    const bytes = await sharp(await picture('png', 8160, 6144))
      .webp({ effort: 0 })
      .toBuffer()
    expect(await send(route, '현장.webp', bytes)).toMatchObject({ status: 201 })
  })
})
