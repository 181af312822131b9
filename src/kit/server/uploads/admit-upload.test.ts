import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { formFiles } from '#firm/forms/table.ts'
import { pdf } from '#test/files/sample-files.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { createTestApi } from '#test/server/test-api.ts'
import { AppError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { senderNetwork, UploadAllowance } from './upload-allowance.ts'
import { VolumeSpace } from './volume-space.ts'

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: AppError) => error.code,
  )
const countOf = (all: string[], one: string) => all.filter((each) => each === one).length

const multipart = async (bytes: Buffer) => {
  const data = new FormData()
  data.append('file', new File([new Uint8Array(bytes)], '대장.pdf'))
  const response = new Response(data)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}
const sized = (bytes: number) => Buffer.concat([pdf(), Buffer.alloc(bytes - pdf().length, '%')])

const hourlyFiles = 5
const hourlyBytes = 40_000
const waitingBytes = 60_000

const api = prepareTestApi({ limits: { uploads: { hourlyFiles, hourlyBytes, waitingBytes } } })
beforeEach(() => api.services.database.delete(formFiles))

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}
const upload = async (address: string, bytes = pdf().length, on = api) => {
  const response = await on.request({
    method: 'POST',
    url: '/api/v1/forms/consult/files',
    remoteAddress: address,
    ...(await multipart(sized(bytes))),
  })
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']), ...response.json() }
}
const storedNames = async (on = api) => {
  const names = await readdir(join(on.services.settings.dataDirectory, 'files'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('/private')).length
}

describe('one address', () => {
  it('may send the allowed number of files per hour', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 16 }, () => upload(address)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(hourlyFiles).fill(201),
      ...Array(16 - hourlyFiles).fill(429),
    ])
    const { code, retryAfter } = answers.find(({ status }) => status === 429) ?? {}
    expect(code).toBe('too_many')
    expect(retryAfter).toBeGreaterThan(3500)
    expect((await upload(newAddress())).status).toBe(201)
    api.clock.forward(3_600_001)
    expect((await upload(address)).status).toBe(201)
  })

  it('may send the allowed bytes per hour', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(address, 15_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429])
  })

  it('is not charged for refused files', async () => {
    const address = newAddress()
    for (let count = 0; count < 3 * hourlyFiles; count += 1) {
      const { payload, headers } = await multipart(Buffer.from('no known kind of file'))
      const url = '/api/v1/forms/consult/files'
      const answer = await api.request({ method: 'POST', url, remoteAddress: address, payload, headers })
      expect(answer.statusCode).toBe(415)
    }
    expect((await upload(address)).status).toBe(201)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, network) => expect(senderNetwork(address)).toBe(network))

  it('is stored as a hash only', async () => {
    await upload(newAddress())
    const { rows } = await api.services.database.execute(sql`SELECT * FROM upload_allowances`)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})

describe('claims of several processes at once', () => {
  const one = { files: 1, bytes: 1 }

  it('never exceed the allowance', async () => {
    const address = newAddress()
    const processes = Array.from({ length: 4 }, () => new UploadAllowance({ ...api.services }))
    const claims = processes.flatMap((each) => Array.from({ length: 8 }, () => codeOf(each.claim(address, one))))
    expect(countOf(await Promise.all(claims), 'taken')).toBe(hourlyFiles)
  })

  it('exceed it with the naive version', { tags: ['deep'] }, async () => {
    const { database } = api.services
    const haveLooked = createBarrier(32)
    const claimNaively = async () => {
      const { rows } = await database.execute<{ files: number }>(
        sql`SELECT files FROM upload_allowances WHERE key = 'naive'`,
      )
      await haveLooked()
      if ((rows[0]?.files ?? 0) >= hourlyFiles) throw new AppError('too_many')
      await database.execute(sql`INSERT INTO upload_allowances AS known VALUES ('naive', 1, 1, now())
        ON CONFLICT (key) DO UPDATE SET files = known.files + 1`)
    }
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => codeOf(claimNaively())))
    expect(countOf(outcomes, 'taken')).toBeGreaterThan(hourlyFiles)
  })
})

describe('all that waits for its request', () => {
  const waiting = async () => {
    const { rows } = await api.services.database.execute<{ bytes: number }>(
      sql`SELECT coalesce(sum(bytes), 0)::int AS bytes FROM form_files WHERE request_id IS NULL`,
    )
    return rows[0]?.bytes ?? 0
  }

  it('has one limit; uploads beyond it are refused and leave no bytes', async () => {
    const before = await storedNames()
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(newAddress(), 10_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(4).fill(503)])
    expect(answers.find(({ status }) => status === 503)).toMatchObject({
      code: 'no_room',
      message: expect.stringContaining('저장 공간'),
    })
    expect(await waiting()).toBe(60_000)
    expect(await storedNames()).toBe(before + 6)
  })

  it('exceeds it with the naive version', { tags: ['deep'] }, async () => {
    const { database } = api.services
    const note = () =>
      database.transaction(async (transaction) => {
        await transaction.execute(sql`INSERT INTO form_files (id, kind, name, mime, bytes, sha256)
          SELECT gen_random_uuid(), 'document', 'a', 'application/pdf', 10000, ''
          WHERE 10000 + (SELECT coalesce(sum(bytes), 0) FROM form_files WHERE request_id IS NULL) <= ${waitingBytes}::bigint`)
        await turn()
        await transaction.execute(sql`SELECT pg_sleep(0.05)`)
      })
    await Promise.all(Array.from({ length: 8 }, note))
    await Promise.all(Array.from({ length: 8 }, note))
    expect(await waiting()).toBeGreaterThan(waitingBytes)
  })
})

describe('a volume', () => {
  const limits = { freeShare: 0.05, minFree: 1000, maxFree: 5000 }
  const volume = { bytes: 40_000, free: 6000 }
  const reading = async () => {
    await turn()
    return volume
  }

  it('keeps its free space under concurrent uploads', { tags: ['deep'] }, async () => {
    const room = new VolumeSpace('/', limits, reading)
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(room.reserve(1000))))
    // 5 % of 40,000 is 2,000, so 4,000 are available.
    expect([countOf(codes, 'taken'), countOf(codes, 'no_room')]).toEqual([4, 6])
  })

  it('loses it with the naive version', { tags: ['deep'] }, async () => {
    const reserveNaively = async () => {
      const { free, bytes } = await reading()
      if (free - 1000 < 0.05 * bytes) throw new AppError('no_room')
    }
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(reserveNaively())))
    expect(countOf(codes, 'taken')).toBe(10)
  })

  it('gets reserved space back once', async () => {
    const room = new VolumeSpace('/', limits, reading)
    const giveBack = await room.reserve(4000)
    expect(await codeOf(room.reserve(1))).toBe('no_room')
    giveBack()
    giveBack()
    expect(await codeOf(room.reserve(4000))).toBe('taken')
    expect(await codeOf(room.reserve(1))).toBe('no_room')
  })

  it.each([
    [1e6, 5000],
    [40_000, 2000],
    [100, 1000],
  ])('of %i bytes keeps %i free', async (bytes, kept) => {
    const room = new VolumeSpace('/', limits, async () => ({ bytes, free: kept + 10 }))
    expect([await codeOf(room.reserve(11)), await codeOf(room.reserve(10))]).toEqual(['no_room', 'taken'])
  })

  it('that is too full refuses uploads with and without an account', async () => {
    const full = await createTestApi({ limits: { uploads: { minFree: Number.MAX_SAFE_INTEGER } } })
    const answer = await upload(newAddress(), 1000, full)
    expect(answer).toMatchObject({ status: 503, code: 'no_room', retryAfter: 60 })
    const editor = await full.actor(['console', 'console:upload'])
    const { payload, headers } = await multipart(pdf())
    const sent = await full.request({
      method: 'POST',
      url: '/api/console/media',
      payload,
      headers: { ...headers, authorization: `Bearer ${editor.accessToken}` },
    })
    expect([sent.statusCode, sent.json().code]).toEqual([503, 'no_room'])
    expect(await storedNames(full)).toBe(0)
    await full.close()
  })

  it('keeps 5 % free, at least 1 GB and at most 10 GB, unless configured', () => {
    expect(defaultLimits.uploads).toMatchObject({ freeShare: 0.05, minFree: 1024 ** 3, maxFree: 10 * 1024 ** 3 })
  })
})
