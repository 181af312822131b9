import { createHash } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { users } from '#people/users/contract.ts'
import { memberFiles } from '#people/users/table.ts'
import { bombWorkbook, paper, paperOf } from '#test/files/build-pdf.ts'
import { form, hugePng, picture } from '#test/files/sample-files.ts'
import { announce, breakPiece, offsetOf, sendPiece } from '#test/files/send-in-chunks.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, createTestApi, type TestApi } from '#test/server/test-api.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { jobHandlers } from '../../../app.ts'
import { companies } from '../contract.ts'
import { introductions as contract, introductionUploadPath as path } from '../contract-introductions.ts'
import { buildCompany } from '../factory.ts'
import { companies as companyTable, introductions } from '../table.ts'
import { personal } from './export-personal-data.ts'

const api = prepareTestApi()
let url: string
const startServer = async (served: TestApi) => {
  await served.server.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(served.server.server.address() as AddressInfo).port}`
}
beforeAll(async () => {
  url = await startServer(api)
})

const createMember = async () => {
  const actor = await api.actor([])
  const row = await buildCompany(api.context, { userId: actor.userId })
  return { actor, row, client: api.client(contract, actor) }
}
const getAuthorization = ({ accessToken }: Actor) => `Bearer ${accessToken}`

/** Announces a file and uploads it in one chunk; returns its id. */
const uploadFile = async (actor: Actor, name: string, bytes: Buffer): Promise<string> => {
  const authorization = getAuthorization(actor)
  const created = await announce(url, { path, authorization }, name, bytes.length)
  expect(created.status).toBe(201)
  const location = created.headers.get('location') ?? ''
  expect((await sendPiece(url, { path: location, authorization }, 0, bytes)).status).toBe(204)
  return location.split('/').at(-1) ?? ''
}
const addIntroduction = async (actor: Actor, name: string, bytes: Buffer) =>
  (await api.client(contract, actor).addIntroduction({ body: { upload: await uploadFile(actor, name, bytes) } }))
    .introduction
/** Runs the scan job of a profile. */
const scanIntroduction = (id: string) => jobHandlers(api.services).readIntroduction?.({ id })

describe('a company profile', () => {
  it('is uploaded, scanned page by page, presented for a decision, and kept after it', async () => {
    const { actor, client } = await createMember()
    const created = await addIntroduction(actor, '소개서.pdf', paper(['A profile', 'tel 010-1234-5678']))
    expect(created).toMatchObject({
      state: 'checking',
      read: null,
      file: { name: '소개서.pdf', mime: 'application/pdf' },
    })
    await scanIntroduction(created._id)
    const { introduction } = await client.introduction({ params: { id: created._id } })
    expect(introduction).toMatchObject({
      state: 'asked',
      read: 'whole',
      pages: 2,
      places: [{ kind: 'phone', page: 2, shown: '010-****-5678' }],
    })
    // The found number itself is not stored.
    const { rows } = await api.services.database.execute(sql`SELECT places::text FROM introductions`)
    expect(JSON.stringify(rows)).not.toContain('1234')
    const readCompany = () => api.client(companies, actor).company()
    expect((await readCompany()).company?.introduction).toBeNull()
    const keptIntroduction = await client.keepIntroduction({ params: { id: created._id } })
    expect(keptIntroduction.introduction.state).toBe('kept')
    expect((await readCompany()).company?.introduction).toMatchObject({ name: '소개서.pdf' })
    // Repeating the decision or the scan changes nothing.
    await client.keepIntroduction({ params: { id: created._id } })
    await scanIntroduction(created._id)
    expect((await client.introductions()).introductions).toMatchObject([{ state: 'kept' }])
  })

  it('without findings is kept immediately, and a picture is kept and reported as unread', async () => {
    const { actor, client } = await createMember()
    const clean = await addIntroduction(actor, 'clean.pdf', paper(['A profile']))
    const pictureIntroduction = await addIntroduction(actor, 'seen.png', await picture('png'))
    for (const { _id } of [clean, pictureIntroduction]) await scanIntroduction(_id)
    expect((await client.introductions()).introductions).toMatchObject([
      { _id: pictureIntroduction._id, state: 'kept', read: 'none', places: [] },
      { _id: clean._id, state: 'kept', read: 'whole', places: [] },
    ])
  })

  it('is removed with its bytes, and the previous one is shown again', async () => {
    const { actor, row, client } = await createMember()
    const first = await addIntroduction(actor, 'first.pdf', paper(['A profile']))
    const second = await addIntroduction(actor, 'second.pdf', paper(['Another']))
    for (const { _id } of [first, second]) await scanIntroduction(_id)
    const readShownProfile = async () =>
      (await api.services.database.select().from(companyTable).where(eq(companyTable.id, row.id)))[0]?.introduction
    expect(await readShownProfile()).toBe(second.file._id)
    await client.removeIntroduction({ params: { id: second._id } })
    expect(await readShownProfile()).toBe(first.file._id)
    expect(await api.services.files.size(`${second.file._id}/private`)).toBeNull()
    expect(await api.services.database.select().from(memberFiles).where(eq(memberFiles.id, second.file._id))).toEqual(
      [],
    )
    expect((await client.introductions()).introductions).toHaveLength(1)
  })

  it('uploaded with the company form is scanned too', async () => {
    const { client, actor, row } = await createMember()
    const uploadForm = form('introduction', ['form.pdf', paper(['a@example.com'])])
    const { ticket } = (await api.client(users, actor).uploadIntroduction({ form: uploadForm })).file
    await api
      .client(companies, actor)
      .updateCompany({ body: { introduction: ticket, updatedAt: row.updatedAt.toISOString() } })
    const [{ _id = '' } = {}] = (await client.introductions()).introductions
    await scanIntroduction(_id)
    expect((await client.introduction({ params: { id: _id } })).introduction).toMatchObject({ state: 'asked' })
  })
})

describe('an upload', () => {
  it('continues after any number of broken connections and a server restart, complete to the byte', {
    tags: ['deep'],
  }, async () => {
    const database = await createTestDatabase()
    let served = await createTestApi({ database })
    try {
      const { dataDirectory } = served.services.settings
      let origin = await startServer(served)
      const actor = await served.actor([])
      await buildCompany(served.context, { userId: actor.userId })
      const authorization = getAuthorization(actor)
      const bytes = paperOf(50 * 1024 ** 2, ['A profile'])
      const created = await announce(origin, { path, authorization }, '큰 소개서.pdf', bytes.length)
      const location = { path: created.headers.get('location') ?? '', authorization }
      const file = join(dataDirectory, 'resumable', actor.userId, location.path.split('/').at(-1) ?? '')
      let offset = 0
      for (let round = 0; offset < bytes.length; round += 1) {
        const piece = bytes.subarray(offset, offset + 8 * 1024 ** 2)
        if (round % 2 === 0)
          await breakPiece(origin, location, offset, piece, 3 * 1024 ** 2, async () => {
            await expect.poll(async () => (await stat(file)).size).toBeGreaterThan(offset)
          })
        else {
          expect((await sendPiece(origin, location, offset, piece)).status).toBe(204)
          expect(await offsetOf(origin, location)).toBe(offset + piece.length)
        }
        if (round === 4) {
          await served.server.close()
          served = await createTestApi({ database, dataDirectory })
          origin = await startServer(served)
        }
        const storedOffset = await offsetOf(origin, location)
        expect(storedOffset).toBeGreaterThanOrEqual(offset)
        offset = storedOffset ?? 0
        // A chunk with an outdated offset is refused and does no harm.
        if (round === 1 && offset > 0) expect((await sendPiece(origin, location, 0, piece)).status).toBe(409)
      }
      const client = served.client(contract, actor)
      const id = location.path.split('/').at(-1) ?? ''
      expect((await client.introductions()).unfinished).toMatchObject([{ _id: id, received: bytes.length }])
      const { introduction } = await client.addIntroduction({ body: { upload: id } })
      expect(introduction.file.bytes).toBe(bytes.length)
      const [row] = await served.services.database
        .select()
        .from(memberFiles)
        .where(eq(memberFiles.id, introduction.file._id))
      expect(row?.sha256.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect((await client.introductions()).unfinished).toEqual([])
      expect(await readdir(join(dataDirectory, 'resumable', actor.userId))).toEqual([])
      // A retry after a lost response returns the same profile.
      expect((await client.addIntroduction({ body: { upload: id } })).introduction._id).toBe(id)
    } finally {
      await served.close()
    }
  })
})

describe('an upload is refused with a message', () => {
  const readAnswer = async (response: Response) => ({
    status: response.status,
    ...((await response.json()) as { message: string; fields?: Record<string, string> }),
  })

  it('when it is one byte over 50 MB, before any byte is sent', async () => {
    const { actor } = await createMember()
    const answer = await announce(url, { path, authorization: getAuthorization(actor) }, 'a.pdf', 50 * 1024 ** 2 + 1)
    expect(await readAnswer(answer)).toMatchObject({
      status: 413,
      code: 'too_large',
      fields: { introduction: expect.stringContaining('용량') },
    })
    const most = await announce(url, { path, authorization: getAuthorization(actor) }, 'a.pdf', 50 * 1024 ** 2)
    expect(most.status).toBe(201)
  })

  it.each(['run.exe', 'drawing.svg', 'page.html', 'none', '../../etc/passwd'])('when its name is %s', async (name) => {
    const { actor } = await createMember()
    const answer = await announce(url, { path, authorization: getAuthorization(actor) }, name, 100)
    expect(await readAnswer(answer)).toMatchObject({
      status: 415,
      code: 'wrong_kind',
      fields: { introduction: expect.any(String) },
    })
  })

  /** The content is refused when complete, and its bytes are deleted. */
  const expectRefusedContent = async (name: string, bytes: () => Buffer | Promise<Buffer>, words: RegExp) => {
    const { actor, client } = await createMember()
    await expect(addIntroduction(actor, name, await bytes())).rejects.toMatchObject({
      status: 415,
      refusal: { fields: { introduction: expect.stringMatching(words) } },
    })
    expect(await client.introductions()).toEqual({ introductions: [], unfinished: [] })
    expect(await readdir(join(api.services.settings.dataDirectory, 'resumable', actor.userId))).toEqual([])
  }

  it.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a program called PDF', 'run.pdf', () => Buffer.from(`MZ\x90\0\x03\0\0\0${'x'.repeat(200)}`, 'latin1'), /형식/],
    [
      'SVG with script called PNG',
      'drawing.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /형식/,
    ],
    ['a PDF called XLSX', 'paper.xlsx', () => paper(['A']), /확장자/],
    ['a picture of 300 million pixels', 'huge.png', () => hugePng(20_000, 15_000), /화소/],
  ])('when it is %s, once all bytes have arrived', (_what, name, bytes, words) =>
    expectRefusedContent(name, bytes, words),
  )

  it('when it is a workbook that unpacks to 300 MB, once all bytes have arrived', { tags: ['deep'] }, () =>
    expectRefusedContent('bomb.xlsx', () => bombWorkbook(300), /200 MB/),
  )

  it('when it is the fourth unfinished one or would become the sixth profile', async () => {
    const { actor } = await createMember()
    const announceUpload = () => announce(url, { path, authorization: getAuthorization(actor) }, 'a.pdf', 100)
    const announced = await Promise.all(Array.from({ length: 6 }, announceUpload))
    expect(announced.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413])
    const other = await createMember()
    for (let index = 0; index < 5; index += 1) await addIntroduction(other.actor, `${index}.pdf`, paper([`${index}`]))
    await expect(addIntroduction(other.actor, 'six.pdf', paper(['6']))).rejects.toMatchObject({ status: 413 })
  })

  it('from a person, without a session, or when it is incomplete', async () => {
    const person = await api.actor([])
    expect((await announce(url, { path, authorization: getAuthorization(person) }, 'a.pdf', 10)).status).toBe(409)
    expect((await announce(url, { path, authorization: 'Bearer none' }, 'a.pdf', 10)).status).toBe(401)
    const { actor, client } = await createMember()
    const created = await announce(url, { path, authorization: getAuthorization(actor) }, 'a.pdf', 10)
    const id = (created.headers.get('location') ?? '').split('/').at(-1) ?? ''
    await expect(client.addIntroduction({ body: { upload: id } })).rejects.toMatchObject({ status: 409 })
    await client.removeIntroduction({ params: { id } })
    expect((await client.introductions()).unfinished).toEqual([])
  })

  it('when the request is invalid in the protocol, without a server error', async () => {
    const { actor } = await createMember()
    const authorization = getAuthorization(actor)
    for (const [method, at, headers] of [
      ['POST', path, {}],
      ['POST', path, { 'tus-resumable': '9.9.9', 'upload-length': '1' }],
      ['POST', path, { 'tus-resumable': '1.0.0', 'upload-length': '-1' }],
      ['POST', path, { 'tus-resumable': '1.0.0', 'upload-length': '1e9' }],
      ['POST', path, { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' }],
      ['POST', path, { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'filename !!!' }],
      ['POST', path, { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-concat': 'final;/a /b' }],
      [
        'PATCH',
        `${path}/..%2f..%2fsecret`,
        { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      ],
      ['DELETE', `${path}/${actor.userId}`, { 'tus-resumable': '1.0.0' }],
      ['HEAD', `${path}/x`, { 'tus-resumable': '1.0.0' }],
    ] as const) {
      const { status } = await fetch(url + at, { method, headers: { authorization, ...headers } })
      expect([method, at, JSON.stringify(headers), status >= 400 && status < 500]).toEqual([
        method,
        at,
        JSON.stringify(headers),
        true,
      ])
    }
  })
})

describe('another member', () => {
  it('gets 404 for every request and changes nothing', async () => {
    const { actor, client } = await createMember()
    const otherMember = await createMember()
    const bytes = paper(['a@example.com'])
    const created = await announce(url, { path, authorization: getAuthorization(actor) }, 'a.pdf', bytes.length)
    const location = created.headers.get('location') ?? ''
    const otherUpload = { path: location, authorization: getAuthorization(otherMember.actor) }
    expect(await offsetOf(url, otherUpload)).toBeNull()
    expect((await sendPiece(url, otherUpload, 0, bytes)).status).toBe(404)
    const removed = await fetch(url + location, {
      method: 'DELETE',
      headers: { 'tus-resumable': '1.0.0', authorization: otherUpload.authorization },
    })
    expect(removed.status).toBe(404)
    const upload = location.split('/').at(-1) ?? ''
    await expect(otherMember.client.addIntroduction({ body: { upload } })).rejects.toMatchObject({ status: 404 })
    expect((await client.introductions()).unfinished).toMatchObject([{ _id: upload, received: 0 }])
    await sendPiece(url, { path: location, authorization: getAuthorization(actor) }, 0, bytes)
    await client.addIntroduction({ body: { upload } })
    await scanIntroduction(upload)
    const params = { params: { id: upload } }
    for (const call of [
      otherMember.client.introduction,
      otherMember.client.keepIntroduction,
      otherMember.client.removeIntroduction,
    ])
      await expect(call(params)).rejects.toMatchObject({ status: 404 })
    expect((await client.introductions()).introductions).toMatchObject([{ state: 'asked' }])
  })
})

describe('concurrent requests', () => {
  it('create one profile from one upload, however often they are repeated', async () => {
    const { actor, client } = await createMember()
    const id = await uploadFile(actor, 'a.pdf', paper(['A profile']))
    const created = await Promise.allSettled(
      Array.from({ length: 6 }, () => client.addIntroduction({ body: { upload: id } })),
    )
    for (const item of created)
      if (item.status === 'fulfilled') expect(item.value.introduction._id).toBe(id)
      // Another request removed the bytes during the read.
      else expect([404, 409]).toContain((item.reason as { status: number }).status)
    const rows = await api.services.database.select().from(introductions).where(eq(introductions.userId, actor.userId))
    const files = await api.services.database.select().from(memberFiles).where(eq(memberFiles.userId, actor.userId))
    expect([rows.length, files.length]).toEqual([1, 1])
  })

  it('create five profiles at most, and more with the naive variant', async () => {
    const { actor, client } = await createMember()
    for (let index = 0; index < 3; index += 1) await addIntroduction(actor, `${index}.pdf`, paper([`${index}`]))
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push(await uploadFile(actor, `${name}.pdf`, paper([name])))
    const countIntroductions = () => api.services.database.$count(introductions, eq(introductions.userId, actor.userId))
    // A copy of the table without the constraint, and a naive count-then-write. The table is locked for writes until
    // all three have decided, so that the race occurs every time.
    await api.services.database.execute(
      sql`CREATE TABLE naive_introductions AS SELECT id FROM introductions WHERE user_id = ${actor.userId}::uuid`,
    )
    const countRows = async (within: Pick<typeof api.services.database, 'execute'>) => {
      const counted = await within.execute<{ count: number }>(sql`SELECT count(*)::int FROM naive_introductions`)
      return counted.rows[0]?.count ?? 0
    }
    let decided = 0
    const keepNaively = () =>
      api.services.database.transaction(async (within) => {
        const isRoom = (await countRows(within)) < 5
        decided += 1
        if (isRoom) await within.execute(sql`INSERT INTO naive_introductions VALUES (gen_random_uuid())`)
      })
    let writing: Promise<unknown> = Promise.resolve()
    await api.services.database.transaction(async (within) => {
      await within.execute(sql`LOCK TABLE naive_introductions IN SHARE MODE`)
      writing = Promise.all([keepNaively(), keepNaively(), keepNaively()])
      await vi.waitFor(() => expect(decided).toBe(3), 30_000)
    })
    await writing
    expect(await countRows(api.services.database)).toBe(6)
    const added = await Promise.allSettled(ids.map((id) => client.addIntroduction({ body: { upload: id } })))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await countIntroductions()).toBe(5)
  })
})

describe('leftover uploads', () => {
  it('are deleted after three days, and with their member', async () => {
    const { actor } = await createMember()
    const authorization = getAuthorization(actor)
    await announce(url, { path, authorization }, 'a.pdf', 100)
    const folder = join(api.services.settings.dataDirectory, 'resumable', actor.userId)
    const sweep = jobHandlers(api.services).sweepUploads
    await sweep?.({})
    expect(await readdir(folder)).toHaveLength(1)
    const [name = ''] = await readdir(folder)
    // Orphaned bytes without a row, as after a crash.
    await api.services.database.execute(sql`DELETE FROM resumable_uploads WHERE user_id = ${actor.userId}::uuid`)
    const old = new Date(Date.now() - 4 * 86_400_000)
    await utimes(join(folder, name), old, old)
    await sweep?.({})
    expect(await readdir(folder)).toEqual([])
  })
})

describe('staff', () => {
  it('see kept profiles, open a file with a logged reason, and see nothing that awaits a decision', async () => {
    const { actor, row, client } = await createMember()
    const keptIntroduction = await addIntroduction(actor, 'kept.pdf', paper(['A profile']))
    const pendingIntroduction = await addIntroduction(actor, 'asked.pdf', paper(['a@example.com']))
    for (const { _id } of [keptIntroduction, pendingIntroduction]) await scanIntroduction(_id)
    const staff = api.client(contract, await api.actor(['console', 'console:companies', 'console:private-files:write']))
    const { company } = await staff.get({ params: { id: row.id } })
    expect(company.introductions).toMatchObject([
      { _id: keptIntroduction.file._id, name: 'kept.pdf', read: 'whole', found: 0 },
    ])
    const openFile = (file: string, reason = '신청 서류 확인') =>
      staff.lookAtFile({ params: { id: row.id, file }, body: { reason } })
    const { url: address } = await openFile(keptIntroduction.file._id)
    expect((await api.request({ url: address })).statusCode).toBe(200)
    await expect(openFile(pendingIntroduction.file._id)).rejects.toMatchObject({ status: 404 })
    await expect(openFile(keptIntroduction.file._id, ' ')).rejects.toMatchObject({ status: 400 })
    const { rows } = await api.services.database.execute<{ action: string; after: { reason?: string } | null }>(
      sql`SELECT action, after FROM audit WHERE entity = 'companies' AND entity_id = ${row.id} ORDER BY id`,
    )
    expect(rows.map(({ action, after }) => [action, after?.reason])).toEqual([
      ['read', undefined],
      ['download', '신청 서류 확인'],
    ])
    const line = (await staff.list({ query: { q: row.businessNumber } })).companies
    expect(line).toMatchObject([{ name: row.name, user: { _id: actor.userId } }])
    const outsider = api.client(contract, await api.actor(['console']))
    await expect(outsider.get({ params: { id: row.id } })).rejects.toMatchObject({ status: 403 })
    await expect(client.list({ query: {} })).rejects.toMatchObject({ status: 403 })
  })
})

it('reports findings in a workbook by sheet and cell', async () => {
  const { actor, client } = await createMember()
  const text = (value: string) => ({ value, type: String })
  const bytes = await writeWorkbook([{ sheet: '담당', data: [[text('홍보'), text('a@example.com')]] }]).toBuffer()
  const { _id } = await addIntroduction(actor, 'book.xlsx', bytes)
  await scanIntroduction(_id)
  expect((await client.introduction({ params: { id: _id } })).introduction.places).toEqual([
    { kind: 'email', page: 1, sheet: '담당', cell: 'B1', shown: 'a***@example.com' },
  ])
})

it('deletes all profiles and uploads of a withdrawn member', async () => {
  const { actor, row } = await createMember()
  await addIntroduction(actor, 'a.pdf', paper(['A profile']))
  await announce(url, { path, authorization: getAuthorization(actor) }, 'b.pdf', 100)
  const subject = { userId: actor.userId, username: 'member', email: null, phone: null }
  const archive = await personal.archive?.(api.context, subject)
  expect(archive).toMatchObject({ company: { name: row.name }, introductions: [{ state: 'checking' }] })
  await personal.forget?.(api.context, subject)
  const remaining = await api.services.database
    .select()
    .from(introductions)
    .where(eq(introductions.userId, actor.userId))
  expect(remaining).toEqual([])
  expect(await readdir(join(api.services.settings.dataDirectory, 'resumable'))).not.toContain(actor.userId)
})
