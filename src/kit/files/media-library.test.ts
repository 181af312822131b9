import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { boards } from '#content/boards/contract.ts'
import { buildPost } from '#content/boards/factory.ts'
import { form, hugePng, mp4, pdf, photograph, picture } from '#test/files/sample-files.ts'
import { type Actor, createTestApi, sentBy, type TestApi } from '#test/server/test-api.ts'
import { jobHandlers } from '../../app.ts'
import type { Refusal } from '../contract.ts'
import { media } from './contract.ts'
import { encodeAvif, safeName } from './media-library.ts'
import { files } from './table.ts'

let api: TestApi
let editor: Actor
/** Temporary folder for this test only: another process of the machine may be uploading too. */
let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'daecheong-library-'))
  vi.stubEnv('TMPDIR', temporary)
  api = await createTestApi()
  editor = await api.actor(['console', 'console:media', 'console:boards', 'console:upload'])
})
afterAll(async () => {
  await api.close()
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true })
})

const upload = async (name: string, bytes: Uint8Array, type?: string) =>
  (await api.client(media, editor).upload({ form: form('file', [name, bytes, type]) })).medium
const refused = (name: string, bytes: Uint8Array, type?: string) =>
  upload(name, bytes, type).then(
    () => expect.unreachable(`${name} was taken`),
    (error: { status: number; refusal: Refusal }) => error,
  )
const stored = async (key: string) => {
  const stream = await api.services.files.read(key)
  return stream ? buffer(stream) : null
}
const folders = async () => {
  const names = await readdir(join(api.services.settings.dataDirectory, 'files'), { recursive: true })
  return names.filter((name) => /\/[0-9a-f-]{36}$/.test(name)).length
}

describe('a picture', () => {
  it('is stored upright, without location data, in all widths with its original', async () => {
    const original = await photograph()
    expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Camera of a resident')
    const { picture: made, kind, name } = await upload('현장 사진.JPG', original, 'application/octet-stream')
    expect([kind, name]).toEqual(['picture', '현장 사진.JPG'])
    expect(made).toMatchObject({ width: 1200, height: 1600, widths: [480, 960, 1200], formats: ['webp'] })
    for (const width of made?.widths ?? []) {
      const variant = await stored(`${made?._id}/${width}.webp`)
      const { width: wide, height: high, exif, icc, orientation } = await sharp(variant ?? '').metadata()
      expect([wide, high, exif, icc, orientation]).toEqual([
        width,
        Math.round((width * 4) / 3),
        undefined,
        undefined,
        undefined,
      ])
      // The white corner, top left in the camera's frame, is top right after EXIF orientation.
      const { data, info } = await sharp(variant ?? '')
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(data[(info.width - 4) * info.channels]).toBeGreaterThan(240)
      expect(data[4 * info.channels]).toBeLessThan(200)
      expect(variant?.includes('Camera of a resident')).toBe(false)
    }
    expect(await stored(`${made?._id}/original`)).toEqual(original)
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'accepts %s and does not enlarge small pictures',
    async (format) => {
      const { picture: made } = await upload(`picture.${format}`, await picture(format))
      expect(made).toMatchObject({ width: 40, height: 30, widths: [40] })
    },
  )

  it('gets its AVIF variants from an idempotent job', async () => {
    const { _id } = await upload('photo.jpg', await photograph(600, 300))
    const { rows } = await api.services.database.execute<{ identifier: string; payload: { id: string } }>(
      `SELECT t.identifier, j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id`,
    )
    expect(rows).toContainEqual({ identifier: 'encodeAvif', payload: { id: _id } })
    const job = jobHandlers(api.services).encodeAvif
    await job?.({ id: _id })
    const { medium } = await api.client(media, editor).get({ params: { id: _id } })
    expect(medium.picture?.formats).toEqual(['avif', 'webp'])
    const first = await stored(`${_id}/300.avif`)
    expect(await sharp(first ?? '').metadata()).toMatchObject({ format: 'heif', width: 300, height: 600 })
    await job?.({ id: _id })
    expect(await stored(`${_id}/300.avif`)).toEqual(first)
    await encodeAvif(api.context, api.clock.newId())
  })

  it('is refused above 52 million pixels before decoding', async () => {
    const { status, refusal } = await refused('bomb.png', hugePng(50_000, 50_000))
    expect([status, refusal.fields]).toEqual([415, { file: '5,200만 화소 이하의 이미지만 올릴 수 있습니다.' }])
    expect((await refused('bomb.png', hugePng(8000, 6501))).status).toBe(415)
  })

  it('is refused when its bytes are broken', async () => {
    const whole = await photograph()
    expect((await refused('half.jpg', whole.subarray(0, whole.length >> 1))).status).toBe(415)
    expect((await refused('head.png', hugePng(10, 10).subarray(0, 20))).status).toBe(415)
  })
})

describe('the bytes decide', () => {
  const page = '<html><script>alert(1)</script></html>'
  it.each([
    ['SVG', 'drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG called PNG', 'drawing.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', 'page.html', page],
    ['HTML called JPEG', 'page.jpg', page],
    ['XML', 'feed.xml', '<?xml version="1.0"?><feed/>'],
    ['a program called text', 'run.txt', 'MZ\x90\0\x03\0\0\0'],
    ['a program', 'run.exe', 'MZ\x90\0\x03\0\0\0'],
    ['a script', 'run.sh', '#!/bin/sh\nid\n'],
    ['nothing', 'empty.png', ''],
  ])('against %s', async (_kind, name, text) => {
    const { status, refusal } = await refused(name, Buffer.from(text, 'latin1'), 'image/png')
    expect([status, refusal.code, Object.keys(refusal.fields ?? {})]).toEqual([415, 'wrong_kind', ['file']])
  })

  it.each([
    ['a picture called HTML', 'a.html'],
    ['a picture called SVG', 'a.svg'],
    ['two endings', 'a.png.html'],
    ['no ending', 'picture'],
    ['another picture’s ending', 'a.jpg'],
    ['an ending after NUL', 'a.png\0.html'],
  ])('refuses a file whose extension does not match: %s', async (_kind, name) => {
    const { status, refusal } = await refused(name, await picture('png'))
    expect([status, refusal.fields?.file]).toEqual([415, '파일 확장자와 실제 형식이 다릅니다.'])
  })

  it('re-encodes a picture that is also an HTML page', async () => {
    for (const [name, bytes] of [
      ['gif.gif', Buffer.concat([await picture('gif'), Buffer.from(page)])],
      ['jpeg.jpg', Buffer.concat([await picture('jpeg'), Buffer.from(`PK\x03\x04${page}`)])],
    ] as const) {
      const { _id } = await upload(name, bytes)
      expect((await stored(`${_id}/40.webp`))?.includes('script')).toBe(false)
      expect((await api.request({ url: `/files/${_id}/original` })).statusCode).toBe(404)
    }
  })

  it('detects documents and videos by content', async () => {
    const book = await writeWorkbook([[{ value: '세대' }]]).toBuffer()
    for (const [name, bytes, kind] of [
      ['소개서.pdf', pdf(), 'document'],
      ['표.xlsx', book, 'document'],
      ['의견서.hwp', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), 'document'],
      ['video.mp4', mp4(), 'video'],
    ] as const) {
      const medium = await upload(name, bytes)
      expect([medium.kind, medium.name, medium.bytes]).toEqual([kind, name, bytes.length])
      expect(await stored(`${medium._id}/original`)).toEqual(Buffer.from(bytes))
    }
    expect((await refused('표.docx', book)).refusal.fields?.file).toBe('파일 확장자와 실제 형식이 다릅니다.')
  })
})

describe('a name', () => {
  it.each([
    ['../../../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\kim\\현장.png', '현장.png'],
    [`${'가'.repeat(300)}.png`, `${'가'.repeat(116)}.png`],
  ])('%j is kept as %j', async (given, kept) => {
    expect((await upload(given, await picture('png'))).name).toBe(kept)
  })
})

it('names a file `file` if nothing of its name is allowed', () => {
  expect(safeName('a"b\r\nc<d>|e:f*?.png')).toBe('abcdef.png')
  expect(['', '/', '\0', '\\', ' '].map(safeName)).toEqual(['file', 'file', 'file', 'file', 'file'])
})

describe('a form', () => {
  const send = async (data: FormData, url = '/api/console/media') => {
    const response = new Response(data)
    return api.request({
      method: 'POST',
      url,
      payload: Buffer.from(await response.arrayBuffer()),
      headers: {
        authorization: `Bearer ${editor.accessToken}`,
        'content-type': response.headers.get('content-type') ?? '',
      },
    })
  }
  const raw = (payload: string, type = 'multipart/form-data; boundary=x') =>
    api.request(
      sentBy(editor, { method: 'POST', url: '/api/console/media', body: payload, headers: { 'content-type': type } }),
    )

  it('requires a file in the declared field', async () => {
    const wrong = await send(form('image', ['a.png', await picture('png')]))
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { image: expect.any(String) }])
    const none = await send(new FormData())
    expect([none.statusCode, none.json().fields]).toEqual([400, { file: '필수 항목입니다.' }])
    const text = new FormData()
    text.append('file', 'a text')
    expect((await send(text)).json().fields).toEqual({ file: expect.any(String) })
    const extra = form('file', ['a.png', await picture('png')])
    extra.append('level', 'owner')
    expect((await send(extra)).json().fields).toEqual({ level: expect.any(String) })
  })

  it('accepts as many files as the route declares', async () => {
    const png = await picture('png')
    const two = await send(form('file', ['a.png', png], ['b.png', png]))
    expect([two.statusCode, two.json().code]).toEqual([413, 'too_many_files'])
    const { id } = await buildPost(api.context)
    const ten = form('file', ...Array.from({ length: 10 }, (_, index): [string, Buffer] => [`${index}.pdf`, pdf()]))
    const first = await api.client(boards, editor).addFiles({ params: { id }, form: ten })
    expect(first.board.files.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `${index}.pdf`))
    const eleven = form('file', ...Array.from({ length: 11 }, (_, index): [string, Buffer] => [`${index}.pdf`, pdf()]))
    expect((await send(eleven, `/api/console/boards/${id}/files`)).statusCode).toBe(413)
    await api.client(boards, editor).addFiles({ params: { id }, form: ten })
    await expect(api.client(boards, editor).addFiles({ params: { id }, form: ten })).rejects.toMatchObject({
      status: 413,
    })
  })

  it.each([
    ['a boundary that never comes', 'nothing'],
    ['an early end', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'],
    ['headers without an end', `--x\r\nContent-Disposition: form-data; name="file"${'a'.repeat(100_000)}`],
    ['no name', '--x\r\nContent-Disposition: form-data; filename="a.png"\r\n\r\nabc\r\n--x--\r\n'],
    [
      'no file name',
      '--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nabc\r\n--x--\r\n',
    ],
    [
      'a name of the prototype',
      '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n',
    ],
    ['a thousand parts', `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1000)}--x--\r\n`],
  ])('that is malformed is a refusal, not a fault: %s', async (_kind, payload) => {
    const response = await raw(payload)
    expect([400, 413, 415]).toContain(response.statusCode)
    expect(response.json<Refusal>().message).not.toBe('')
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x', 'application/json'])(
    'refuses a form of type %j',
    async (type) => {
      expect([400, 415]).toContain((await raw('{}', type)).statusCode)
    },
  )

  it('accepts 50 MB over a real connection and refuses one byte more', {
    tags: ['deep'],
    timeout: 120_000,
  }, async () => {
    await api.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.server.server.address() as AddressInfo
    const send50 = (bytes: number) =>
      fetch(`http://127.0.0.1:${port}/api/console/media`, {
        method: 'POST',
        body: form('file', ['clip.mp4', mp4(bytes)]),
        headers: { authorization: `Bearer ${editor.accessToken}` },
      })
    const before = await folders()
    const tooMuch = await send50(50 * 1024 * 1024 + 1)
    expect(tooMuch.status).toBe(413)
    expect(await tooMuch.json()).toMatchObject({ code: 'too_large', fields: { file: '파일 용량이 너무 큽니다.' } })
    expect(await folders()).toBe(before)
    const whole = await send50(50 * 1024 * 1024)
    expect([whole.status, (await whole.json()).medium.bytes]).toEqual([201, 50 * 1024 * 1024])
  })

  it('leaves no temporary file behind', async () => {
    const data = basename(api.services.settings.dataDirectory)
    // The temporary folder is removed only after the answer.
    await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([data]), 30_000)
  })
})

describe('when something fails on the way', () => {
  afterEach(() => vi.restoreAllMocks())

  it('answers 503 on a full disk and leaves nothing behind', async () => {
    const before = await folders()
    const put = api.services.files.put.bind(api.services.files)
    let puts = 0
    vi.spyOn(api.services.files, 'put').mockImplementation(async (key, source) => {
      puts += 1
      if (puts === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return put(key, source)
    })
    const { status, refusal } = await refused('photo.jpg', await photograph())
    expect([status, refusal.code]).toEqual([503, 'unavailable'])
    expect(await folders()).toBe(before)
  })

  it('leaves no bytes behind if the database refuses', async () => {
    const before = await folders()
    vi.spyOn(api.services.jobs, 'add').mockRejectedValue(Object.assign(new Error('terminated'), { code: '57P01' }))
    expect((await refused('photo.jpg', await photograph())).status).toBe(503)
    expect(await folders()).toBe(before)
    expect(await api.services.database.$count(files, eq(files.name, 'photo-lost.jpg'))).toBe(0)
  })

  it('survives an unreadable original in the AVIF job', async () => {
    const { _id } = await upload('photo.jpg', await photograph(200, 100))
    vi.spyOn(api.services.files, 'read').mockResolvedValue(
      new Readable({
        read() {
          this.destroy(new Error('input/output error'))
        },
      }),
    )
    await expect(encodeAvif(api.context, _id)).rejects.toThrow()
  })
})
