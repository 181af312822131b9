// @module-tag deep
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { newKey } from '#kit/client.ts'
import { pictureQueue } from '#kit/files/picture-queue.ts'
import { deleteOrphans } from '#kit/files/remove-orphans.ts'
import type { Context } from '#kit/server/context.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { form, hugePng, mov, mp4, pdf, photograph, picture } from '#test/files/sample-files.ts'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, connections } from '#test/server/test-api.ts'
import { admitGuest, buildMeeting, buildMeetingFile, meetingRoutes } from '../../factory.ts'
import { maxMeetingFiles, maxMeetingTotalBytes } from '../../rules.ts'
import { sweepMeetings } from '../../server/delete-old-meeting-data.ts'
import { meetingFiles } from '../../table.ts'
import { knownFiles } from './delete-meeting-files.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

let address = 0
/** A new IP address per client, because rate limits count per address. */
const clientOf = (actor?: Actor) => {
  address += 1
  return api.client(meetingRoutes, actor, 'ko', `10.9.${address >> 8}.${address & 255}`)
}
const password = 'a quiet gate of pine'
const company = () => api.actor([], { kind: 'COMPANY', password })

/** Moves the clock forward by at most 20 minutes and renews the actors' access tokens. */
const later = async (minutes: number, ...actors: Actor[]) => {
  api.clock.forward(minutes * 60_000 + 1)
  for (const actor of actors) {
    const headers = { authorization: `Bearer ${actor.refreshToken}` }
    const renewed = await api.request({ url: '/api/auth/accessToken', headers })
    actor.accessToken = renewed.json<{ accessToken: string }>().accessToken
  }
}
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const quote = (name = '견적.pdf') => form('file', [name, pdf()])

/** Builds a meeting that both companies have entered. */
const room = async () => {
  const [seller, buyer] = [await company(), await company()]
  const { id } = await buildMeeting(api.context, { seller: seller.userId, buyer: buyer.userId })
  const params = { id }
  const [sells, buys] = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })]
  const link = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
  return { seller, buyer, id, params, sells, buys, link: link.guest }
}
const refusedIn = (file: unknown, status = 409) => ({ status, refusal: { fields: { file } } })
const bytesOf = async (url: string) => {
  const answer = await api.request({ url })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}
const isKept = async (id: string) => (await api.services.files.size(`${id}/private`)) !== null
const count = (id: string) => api.services.database.$count(meetingFiles, eq(meetingFiles.matchingId, id))

describe('chat files', () => {
  it('are announced to all peers, downloadable by each, and listed in the record of both companies', async () => {
    const { seller, buyer, params, buys, link } = await room()
    await admitGuest(api.context, link.token)
    const guest = await clientOf().enterAsGuest({ body: { token: link.token } })
    const { file } = await clientOf(seller).attach({ params, form: quote() })
    expect(file).toEqual({ _id: expect.any(String), kind: 'document', name: '견적.pdf', bytes: pdf().length })
    for (const { key } of [buys, guest]) {
      const { messages } = await clientOf().exchange({ body: { key, after: 0 } })
      expect(messages.map(({ said, from }) => [from.role, said])).toEqual([['seller', { kind: 'file', file }]])
      const { url } = await clientOf().openFileInside({ body: { key, file: file._id } })
      const { status, bytes, headers } = await bytesOf(url)
      expect([status, bytes.equals(pdf())]).toEqual([200, true])
      expect(headers['content-disposition']).toContain('attachment')
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['cache-control']).toContain('no-store')
    }
    await later(10, seller, buyer)
    for (const one of [seller, buyer]) {
      const { messages } = await clientOf(one).record({ params })
      expect(messages.map(({ said }) => said)).toEqual([{ kind: 'file', file }])
      const { url } = await clientOf(one).openFile({ params: { ...params, file: file._id } })
      expect((await bytesOf(url)).bytes.equals(pdf())).toBe(true)
      // A file address expires after five minutes.
      await later(5, seller, buyer)
      expect((await bytesOf(url)).status).toBe(404)
    }
  })

  it('return 404 to strangers, other companies and other meetings', async () => {
    const { seller, params } = await room()
    const other = await room()
    const { file } = await clientOf(seller).attach({ params, form: quote() })
    const notFound = { status: 404, refusal: { code: 'not_found' } }
    for (const one of [other.seller, await company(), await api.actor([])])
      await expect(clientOf(one).openFile({ params: { ...params, file: file._id } })).rejects.toMatchObject(notFound)
    // The file is not reachable through another meeting or another room either.
    const through = clientOf(other.seller).openFile({ params: { ...other.params, file: file._id } })
    await expect(through).rejects.toMatchObject(notFound)
    const inside = clientOf().openFileInside({ body: { key: other.sells.key, file: file._id } })
    await expect(inside).rejects.toMatchObject(notFound)
    await expect(clientOf().openFileInside({ body: { key: 'x.y', file: file._id } })).rejects.toMatchObject(notFound)
    await expect(clientOf().openFile({ params: { ...params, file: file._id } })).rejects.toMatchObject({ status: 401 })
    await expect(clientOf(other.seller).attach({ params, form: quote() })).rejects.toMatchObject(notFound)
    await expect(clientOf().attach({ params, form: quote() })).rejects.toMatchObject({ status: 401 })
    // The file has no public address.
    for (const name of ['original', 'private', 'private.webp'])
      expect((await bytesOf(`/files/${file._id}/${name}`)).status).toBe(404)
  })

  it('are refused to a guest with a withdrawn link and to a replaced peer', async () => {
    const { seller, buyer, params, buys, link } = await room()
    await admitGuest(api.context, link.token)
    const { key } = await clientOf().enterAsGuest({ body: { token: link.token } })
    const { file } = await clientOf(seller).attach({ params, form: quote() })
    const open = (stay: string) => clientOf().openFileInside({ body: { key: stay, file: file._id } })
    await expect(open(key)).resolves.toBeDefined()
    await clientOf(seller).withdraw({ params: { ...params, guest: link._id } })
    await clientOf(buyer).enter({ params })
    for (const stay of [key, buys.key]) await expect(open(stay)).rejects.toMatchObject({ status: 409 })
  })

  it('can be sent and downloaded by the operator, with an audit entry', async () => {
    const { seller, params, id } = await room()
    const staff = await api.actor(['console', 'console:fairs'])
    const sees = await api.actor(['console', 'console:boards'])
    await expect(clientOf(staff).attach({ params, form: quote() })).rejects.toMatchObject(
      refusedIn(expect.stringContaining('입장')),
    )
    await clientOf(staff).enter({ params })
    await clientOf(staff).attach({ params, form: quote('안내.pdf') })
    const { file } = await clientOf(seller).attach({ params, form: quote() })
    await clientOf(staff).openFile({ params: { ...params, file: file._id } })
    await expect(clientOf(sees).openFile({ params: { ...params, file: file._id } })).rejects.toMatchObject({
      status: 404,
    })
    const { rows } = await crowd.pool.query('SELECT action, after FROM audit WHERE entity_id = $1 ORDER BY id', [id])
    expect(rows.map(({ action }) => action)).toEqual(['enter', 'attach', 'download'])
    expect(rows.at(-1)?.after).toMatchObject({ of: seller.userId, fields: [file._id] })
  })

  it('are stored once when retried under the same id after a lost response, also after entering again', async () => {
    const { seller, buyer, params, sells, id } = await room()
    const query = { said: newKey() }
    const send = () => clientOf(seller).attach({ params, query, form: quote() })
    const first = await send()
    expect(await send()).toEqual(first)
    await clientOf(seller).enter({ params })
    expect(await send()).toEqual(first)
    expect(await count(id)).toBe(1)
    expect((await clientOf(seller).record({ params })).messages).toHaveLength(1)
    // The same id from another account is a different file; an id already used for a chat message is rejected.
    expect(await clientOf(buyer).attach({ params, query, form: quote() })).not.toEqual(first)
    const { key } = await clientOf(seller).enter({ params })
    const chat = { id: newKey(), kind: 'chat' as const, text: '안녕하세요' }
    await clientOf().exchange({ body: { key, after: 0, send: [chat] } })
    await expect(clientOf(seller).attach({ params, query: { said: chat.id }, form: quote() })).rejects.toMatchObject({
      status: 422,
    })
    await expect(
      clientOf(seller).attach({ params, query: { said: sells.peer._id }, form: quote() }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await count(id)).toBe(2)
  })

  it('are stored once, with one copy of the bytes, when 64 requests use the same id concurrently', {
    tags: ['deep'],
  }, async () => {
    const { seller, params, id } = await room()
    const before = await stored()
    const query = { said: newKey() }
    const answers = await crowd.callConcurrently(() => clientOf(seller).attach({ params, query, form: quote() }))
    expect(new Set(answers.map(({ file }) => file._id)).size).toBe(1)
    expect([await count(id), await stored()]).toEqual([1, before + 1])
    expect((await clientOf(seller).record({ params })).messages).toHaveLength(1)
  })

  it('are stored several times by a naive version that checks first and inserts afterwards (control)', {
    tags: ['deep'],
  }, async () => {
    await crowd.pool.query('CREATE TABLE naive_sent (said text)')
    const sent = async () => (await crowd.pool.query('SELECT FROM naive_sent')).rows.length
    await crowd.readThenAct(sent, async (seen) => {
      if (seen === 0) await crowd.pool.query(`INSERT INTO naive_sent VALUES ('one')`)
    })
    expect(await sent()).toBeGreaterThan(1)
  })

  it('hold no database connection while a picture waits to be processed', async () => {
    const { seller, params } = await room()
    const png = await picture('png')
    const turn = Promise.withResolvers<void>()
    const running = pictureQueue.runLater(() => turn.promise)
    const run = vi.spyOn(pictureQueue, 'run')
    const uploads = Array.from({ length: connections }, (_, index) =>
      clientOf(seller).attach({ params, query: { said: newKey() }, form: form('file', [`${index}.png`, png]) }),
    )
    try {
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(connections), 20_000)
      await expect(Promise.race([clientOf(seller).look({ params }), pause(5000)])).resolves.toBeDefined()
    } finally {
      turn.resolve()
      run.mockRestore()
      await running
      await Promise.all(uploads)
    }
  })

  it('deliver a photo upright and without its EXIF metadata', async () => {
    const { seller, params, buys } = await room()
    for (const [name, sent, size] of [
      ['견본.jpg', await photograph(), [1200, 1600]],
      [
        '견본.webp',
        await sharp(await photograph())
          .keepMetadata()
          .webp()
          .toBuffer(),
        [1200, 1600],
      ],
      [
        '견본.png',
        await sharp(await photograph())
          .keepMetadata()
          .png()
          .toBuffer(),
        [1200, 1600],
      ],
    ] as const) {
      expect((await sharp(sent).metadata()).exif, name).toBeDefined()
      const { file } = await clientOf(seller).attach({ params, form: form('file', [name, sent]) })
      const { url } = await clientOf().openFileInside({ body: { key: buys.key, file: file._id } })
      const { bytes, headers } = await bytesOf(url)
      const { format, width, height, exif, orientation } = await sharp(bytes).metadata()
      expect([[width, height], exif, orientation], name).toEqual([size, undefined, undefined])
      expect([bytes.length, headers['content-type']]).toEqual([file.bytes, `image/${format}`])
      expect(bytes.includes('Camera of a resident')).toBe(false)
    }
  })
})

describe('rejected chat files', () => {
  it('include files of an account that has not entered, has left, or sends after the end', async () => {
    const { seller, buyer, params, sells, id } = await room()
    const inWords = refusedIn(expect.stringContaining('입장'))
    await clientOf().exchange({ body: { key: sells.key, after: 0, leaving: true } })
    await expect(clientOf(seller).attach({ params, form: quote() })).rejects.toMatchObject(inWords)
    await clientOf(seller).enter({ params })
    await expect(clientOf(seller).attach({ params, form: quote() })).resolves.toBeDefined()
    for (let passed = 0; passed < 100; passed += 20) await later(20, seller, buyer)
    await expect(clientOf(buyer).attach({ params, form: quote() })).rejects.toMatchObject(
      refusedIn(expect.stringContaining('종료')),
    )
    expect(await count(id)).toBe(1)
  })

  it('include files of another kind, empty, with a wrong extension, or in another form field', async () => {
    const { seller, params, id } = await room()
    const send = (data: FormData) => clientOf(seller).attach({ params, form: data })
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    for (const [name, bytes, words] of [
      ['page.html', page, '형식'],
      ['그림.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '형식'],
      ['설치.exe', program, '형식'],
      ['견적.pdf', page, '형식'],
      ['견적.docx', pdf(), '확장자'],
      ['빈 파일.pdf', Buffer.alloc(0), '내용이 없는'],
      ['견본.gif', await picture('gif'), '형식'],
      ['깨진 견본.png', (await picture('png')).subarray(0, 60), '형식'],
      ['넓은 견본.png', hugePng(8000, 8000), '화소'],
    ] as const)
      await expect(send(form('file', [name, bytes])), name).rejects.toMatchObject(
        refusedIn(expect.stringContaining(words), 415),
      )
    await expect(send(form('paper', ['견적.pdf', pdf()]))).rejects.toMatchObject({ status: 400 })
    await expect(send(form('file', ['a.pdf', pdf()], ['b.pdf', pdf()]))).rejects.toMatchObject({ status: 413 })
    expect(await count(id)).toBe(0)
    expect((await clientOf(seller).record({ params })).messages).toEqual([])
    // Allowed kinds are accepted, and the path is removed from the file name.
    await send(form('file', ['../../견본.png', await picture('png')]))
    await send(form('file', ['영상.mp4', mp4()]))
    await send(form('file', ['전화기 영상.mov', mov()]))
    const { messages } = await clientOf(seller).record({ params })
    expect(messages.map(({ said }) => said.kind === 'file' && [said.file.kind, said.file.name])).toEqual([
      ['picture', '견본.png'],
      ['video', '영상.mp4'],
      ['video', '전화기 영상.mov'],
    ])
  })

  it('include a file message sent without an upload', async () => {
    const { sells } = await room()
    const file = { _id: api.context.newId(), kind: 'document', name: 'x.pdf', bytes: 1 }
    const payload = { key: sells.key, after: 0, send: [{ kind: 'file', file }] }
    const { statusCode } = await api.request({ method: 'POST', url: '/api/v1/meetings/exchange', payload })
    expect(statusCode).toBe(400)
  })

  it('include a file above the total size limit of the meeting', async () => {
    const { seller, buyer, params, sells, id } = await room()
    const full = { matchingId: id, fromPeer: sells.peer._id, bytes: maxMeetingTotalBytes - pdf().length }
    await buildMeetingFile(api.context, full)
    await expect(clientOf(seller).attach({ params, form: quote() })).resolves.toBeDefined()
    const before = await stored()
    await expect(clientOf(buyer).attach({ params, form: quote() })).rejects.toMatchObject(
      refusedIn(expect.stringContaining('200 MB')),
    )
    expect(await stored()).toBe(before)
  })
})

/** Returns the number of private files in the store. */
const stored = async (): Promise<number> => {
  let found = 0
  for await (const ids of api.services.files.idle(-1000, Date.now())) found += ids.length
  return found
}

describe('the file limit of a meeting', () => {
  it('is met exactly by 64 concurrent uploads, and rejected files leave no bytes', async () => {
    const { seller, buyer, params, sells, id } = await room()
    for (let index = 0; index < maxMeetingFiles - 3; index += 1)
      await buildMeetingFile(api.context, { matchingId: id, fromPeer: sells.peer._id })
    const before = await stored()
    const statuses = await crowd.callConcurrently((index) =>
      statusOf(clientOf(index % 2 ? seller : buyer).attach({ params, form: quote(`${index}.pdf`) }), 201),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 409)).toHaveLength(callers - 3)
    expect(await count(id)).toBe(maxMeetingFiles)
    expect((await clientOf(seller).record({ params })).messages).toHaveLength(3)
    expect(await stored()).toBe(before + 3)
  })

  it('is exceeded by a naive version that counts first (control)', async () => {
    await crowd.pool.query('CREATE TABLE naive_files (id serial PRIMARY KEY)')
    await crowd.readThenAct(
      async () => (await crowd.pool.query('SELECT FROM naive_files')).rows.length,
      async (seen) => {
        if (seen < 3) await crowd.pool.query('INSERT INTO naive_files DEFAULT VALUES')
      },
    )
    expect((await crowd.pool.query('SELECT FROM naive_files')).rows.length).toBeGreaterThan(3)
  })
})

describe('retention of meeting files', () => {
  const at = (moment: Date): Context => Object.assign(Object.create(api.context), { now: () => moment })
  const days = (number: number) => new Date(api.clock.now().getTime() + number * 86_400_000)

  it('deletes bytes, rows and messages after one year', async () => {
    const { seller, params, id } = await room()
    const { file } = await clientOf(seller).attach({ params, form: form('file', ['견본.png', await picture('png')]) })
    await sweepMeetings(at(days(364)))
    expect([await isKept(file._id), await count(id)]).toEqual([true, 1])
    await deleteOrphans(at(days(364)), [knownFiles])
    expect(await isKept(file._id)).toBe(true)
    await sweepMeetings(at(days(366)))
    expect([await isKept(file._id), await count(id)]).toEqual([false, 0])
    expect(await api.services.files.size(`${file._id}/private.webp`)).toBe(null)
    expect((await clientOf(seller).record({ params })).messages).toEqual([])
  })

  it('deletes all files of the meeting when one of its companies closes its account', async () => {
    const { seller, buyer, params, id } = await room()
    const sent = [
      (await clientOf(seller).attach({ params, form: quote() })).file,
      (await clientOf(buyer).attach({ params, form: quote() })).file,
    ]
    const untouched = await room()
    const { file } = await clientOf(untouched.seller).attach({ params: untouched.params, form: quote() })
    await crowd.pool.query(
      `UPDATE fairs SET starts_at = starts_at - interval '2 years', ends_at = ends_at - interval '2 years'`,
    )
    await api.client(withdrawals, seller).withdraw({ body: { password } })
    expect(await count(id)).toBe(0)
    for (const { _id } of sent) expect(await isKept(_id)).toBe(false)
    expect([await isKept(file._id), await count(untouched.id)]).toEqual([true, 1])
  })
})
