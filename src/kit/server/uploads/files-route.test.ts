import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { form, mp4, pdf, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { media } from '../../files/contract.ts'
import { parseRange } from './files-route.ts'

const api = prepareTestApi()
let video: string
let document: string
let photo: string
beforeAll(async () => {
  const client = api.client(media, await api.actor(['console', 'console:media', 'console:upload']))
  const store = async (name: string, bytes: Uint8Array) =>
    (await client.upload({ form: form('file', [name, bytes]) })).medium
  video = (await store('video.mp4', mp4(1000))).file.url
  document = (await store('소개서 "1".pdf', pdf())).file.url
  photo = (await store('photo.png', await picture('png'))).file.url
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.request({ method, url, headers })

describe('a variant of a picture', () => {
  it('is served with its type, cached for a year, with nosniff', async () => {
    const response = await get(photo)
    expect(photo).toMatch(/^\/files\/[0-9a-f-]{36}\/40\.webp$/)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-length': String(response.rawPayload.length),
    })
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  it('is served however narrow it is', async () => {
    const client = api.client(media, await api.actor(['console', 'console:media', 'console:upload']))
    const { medium } = await client.upload({ form: form('file', ['dot.png', await picture('png', 1, 1)]) })
    expect(medium.file.url).toMatch(/\/1\.webp$/)
    expect((await get(medium.file.url)).statusCode).toBe(200)
  })

  it('is 404 before it exists, as is the original always', async () => {
    for (const other of ['40.avif', '41.webp', '1440.webp', 'original', 'original.png', '40.png', '40.webp.html'])
      expect([other, (await get(photo.replace('40.webp', other))).statusCode]).toEqual([other, 404])
  })

  it('is 304 for clients that have it', async () => {
    const { etag = '' } = (await get(photo)).headers as { etag?: string }
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(photo, { 'if-none-match': header })
      expect([header, response.statusCode, response.body]).toEqual([header, 304, ''])
    }
    expect((await get(photo, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})

describe('a document', () => {
  it('is a download under its own name that cannot run scripts', async () => {
    const response = await get(document)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''%EC%86%8C%EA%B0%9C%EC%84%9C%20%25221%2522.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(response.rawPayload).toEqual(pdf())
  })
})

describe('a range', () => {
  const whole = mp4(1000)
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-100', 900, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=999-999', 999, 999],
  ])('%s of a video is those bytes', async (range, start, end) => {
    const response = await get(video, { range })
    expect(response.statusCode).toBe(206)
    expect(response.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/1000`,
      'content-length': String(end - start + 1),
      'content-type': 'video/mp4',
    })
    expect(response.rawPayload).toEqual(whole.subarray(start, end + 1))
  })

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is answered with an uncached 416', async (range) => {
    const response = await get(video, { range })
    expect(response.statusCode).toBe(416)
    expect(response.headers).toMatchObject({ 'content-range': 'bytes */1000', 'cache-control': 'no-store' })
  })

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,5-6', '0-1'])(
    '%s is invalid and ignored',
    async (range) => {
      const response = await get(video, { range })
      expect([response.statusCode, response.rawPayload.length]).toEqual([200, 1000])
    },
  )

  it('applies only to the requested version', async () => {
    const { etag = '' } = (await get(video)).headers as { etag?: string }
    expect((await get(video, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
    expect((await get(video, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  it('is always within the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 10_000 }), (from, to, size) => {
        const range = parseRange(`bytes=${from}-${to}`, size)
        if (to < from) return range === null
        if (from >= size) return range === 'none'
        return range !== null && range !== 'none' && range.start === from && range.end === Math.min(to, size - 1)
      }),
    )
    fc.assert(
      fc.property(fc.string(), fc.nat(), (header, size) => {
        const range = parseRange(header, size)
        return range === null || range === 'none' || (range.start >= 0 && range.start <= range.end && range.end < size)
      }),
    )
  })
})

it('HEAD answers the same headers without the bytes', async () => {
  for (const url of [video, document, photo]) {
    const [head, full] = [await get(url, {}, 'HEAD'), await get(url)]
    expect(head.body).toBe('')
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, full.headers[name]])
  }
})

it.each([
  '/files/../package.json',
  '/files/..%2f..%2fpackage.json/original',
  '/files/%2e%2e/%2e%2e/package.json',
  '/files//etc/passwd',
  '/files/01900000-0000-7000-8000-000000000000/../../secret',
  '/files/01900000-0000-7000-8000-000000000000/..%2f..%2fsession.secret',
  '/files/01900000-0000-7000-8000-000000000000/original%00',
  '/files/01900000-0000-7000-8000-000000000000/original',
  '/files/01900000-0000-7000-8000-000000000000/480.webp',
  '/files/01900000-0000-7000-8000-000000000000',
  '/files/',
  '/files/session.secret/original',
])('%s is 404', async (url) => {
  const response = await get(url)
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})
