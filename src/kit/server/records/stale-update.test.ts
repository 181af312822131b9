import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { buildPost, postText } from '#content/boards/factory.ts'
import { popups as contract } from '#content/popups/contract.ts'
import { buildPopup } from '#content/popups/factory.ts'
import { popups } from '#content/popups/table.ts'
import { settings } from '#platform/settings/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import type { Refusal } from '../../contract.ts'

const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:popups', 'console:boards', 'console:setting'])
})

const newPopup = async () => {
  const { id } = await buildPopup(api.context)
  return (await api.client(contract, editor).get({ params: { id } })).popup
}
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.request(sentBy(editor, { method: 'PUT', url: `/api/console/popups/${id}`, body, headers }))

describe('a change', () => {
  it('requires the version it is based on, in three languages', async () => {
    const { _id } = await newPopup()
    const messages = await Promise.all(
      ['ko', 'en', 'zh'].map(async (language) => {
        const response = await put(_id, { position: 1 }, { 'accept-language': language })
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ code: 'stamp_required', fields: { updatedAt: expect.any(String) } })
        return response.json<Refusal>().message
      }),
    )
    expect(new Set(messages).size).toBe(3)
  })

  it('accepts the version from the body or If-Match', async () => {
    const popup = await newPopup()
    const read = await api.request(sentBy(editor, { url: `/api/console/popups/${popup._id}` }))
    expect(read.headers.etag).toBe(`"${popup.updatedAt}"`)
    const first = await put(popup._id, { position: 1 }, { 'if-match': String(read.headers.etag) })
    expect(first.statusCode).toBe(200)
    expect(first.headers.etag).not.toBe(read.headers.etag)
    const second = await put(popup._id, { position: 2 }, { 'if-match': `W/${first.headers.etag}` })
    expect(second.statusCode).toBe(200)
    const third = await put(popup._id, { position: 3, updatedAt: second.json().popup.updatedAt })
    expect(third.json().popup.position).toBe(3)
  })

  it('is 412 with the current record if another change came first', async () => {
    const popup = await newPopup()
    await put(popup._id, { position: 7, updatedAt: popup.updatedAt })
    for (const [body, headers] of [
      [{ position: 8, updatedAt: popup.updatedAt }, {}],
      [{ position: 8 }, { 'if-match': `"${popup.updatedAt}"` }],
      [{ position: 8, updatedAt: '2020-01-01T00:00:00.000Z' }, {}],
    ] as const) {
      const response = await put(popup._id, body, headers)
      expect(response.statusCode).toBe(412)
      expect(response.json()).toMatchObject({
        code: 'stale',
        message: '다른 사용자가 먼저 수정했습니다. 두 내용을 비교해 주세요.',
        current: { _id: popup._id, position: 7, picture: null },
      })
    }
    expect((await api.client(contract, editor).get({ params: { id: popup._id } })).popup.position).toBe(7)
  })

  it('refuses an invalid version and answers 404 for a missing record', async () => {
    const popup = await newPopup()
    for (const stamp of ['*', '""', '"yesterday"', `"${popup.updatedAt}", "x"`])
      expect((await put(popup._id, { position: 1 }, { 'if-match': stamp })).statusCode).toBe(400)
    const { statusCode } = await put(api.clock.newId(), { position: 1, updatedAt: popup.updatedAt })
    expect(statusCode).toBe(404)
  })

  it('keeps fields that are not sent and gives each version its own timestamp', async () => {
    const popup = await newPopup()
    const stamps = [popup.updatedAt]
    for (let position = 1; position <= 20; position += 1) {
      const updatedAt = stamps.at(-1)
      const { popup: changed } = (await put(popup._id, { position, updatedAt })).json()
      expect(changed).toMatchObject({ title: popup.title, body: popup.body, width: 400, position })
      stamps.push(changed.updatedAt)
    }
    expect(new Set(stamps).size).toBe(stamps.length)
    expect(stamps).toEqual([...stamps].sort())
  })

  it('holds for posts and settings alike', async () => {
    const { id } = await buildPost(api.context)
    const client = api.client(boards, editor)
    const { board } = await client.get({ params: { id } })
    const change = (subject: string) => ({ texts: { ko: postText({ subject }) }, updatedAt: board.updatedAt })
    await client.update({ params: { id }, body: change('먼저') })
    await expect(client.update({ params: { id }, body: change('나중') })).rejects.toMatchObject({
      status: 412,
      refusal: { current: { texts: { ko: { subject: '먼저' } } } },
    })
    const settingsClient = api.client(settings, editor)
    const { setting } = await settingsClient.get()
    await settingsClient.update({ body: { phone: '02-000-0001', updatedAt: setting.updatedAt } })
    await expect(
      settingsClient.update({ body: { phone: '02-000-0002', updatedAt: setting.updatedAt } }),
    ).rejects.toMatchObject({
      status: 412,
      refusal: { current: { phone: '02-000-0001' } },
    })
    await expect(settingsClient.update({ body: { phone: '02-000-0002' } })).rejects.toMatchObject({ status: 400 })
  })
})

type Change = (id: string, stamp: string, position: number) => Promise<boolean>

/** Returns how many of 64 concurrent changes from one version are accepted. */
const accepted = async (change: Change): Promise<number> => {
  const popup = await newPopup()
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, index) => change(popup._id, popup.updatedAt, index + 1)),
  )
  return outcomes.filter(Boolean).length
}

describe('64 changes from one version at once', () => {
  it('are one accepted and 63 refused', async () => {
    expect(
      await accepted(async (id, updatedAt, position) => {
        const { statusCode } = await put(id, { position, updatedAt })
        expect([200, 412]).toContain(statusCode)
        return statusCode === 200
      }),
    ).toBe(1)
  })

  it('are several with the naive version', async () => {
    expect(
      await accepted(async (id, stamp, position) => {
        const { database } = api.services
        const [row] = await database.select().from(popups).where(eq(popups.id, id))
        if (row?.updatedAt.toISOString() !== stamp) return false
        await database.update(popups).set({ position, updatedAt: new Date() }).where(eq(popups.id, id))
        return true
      }),
    ).toBeGreaterThan(1)
  })
})
