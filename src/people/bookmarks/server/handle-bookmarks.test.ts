import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { bookmarks as contract } from '../contract.ts'
import { buildBookmarkableRecord, buildMark } from '../factory.ts'
import { bookmarks } from '../table.ts'
import { personal } from './store-marks.ts'

const api = prepareTestApi()

const createTarget = async () => ({ kind: 'post', record: await buildBookmarkableRecord(api.context) })

describe.each([
  ['bookmarks', 'addBookmark', 'removeBookmark', 'bookmark'],
  ['likes', 'addLike', 'removeLike', 'like'],
] as const)('%s', (list, add, remove, act) => {
  it('are added once, listed newest first, counted and removed', async () => {
    const actor = await api.actor([])
    const client = api.client(contract, actor)
    const [first, second] = [await createTarget(), await createTarget()]
    const created = (await client[add]({ body: first })) as Record<string, { _id: string }>
    const again = (await client[add]({ body: first })) as Record<string, { _id: string }>
    expect(again[act]?._id).toBe(created[act]?._id)
    api.clock.forward(1000)
    await client[add]({ body: second })
    const all = (await client[list]({ query: {} })) as unknown as Record<string, object[]> & { total: number }
    expect(all[list]).toMatchObject([
      { kind: 'post', record: second.record, title: '글', lang: 'ko', to: `/kept/${second.record}` },
      { record: first.record },
    ])
    expect(all.total).toBe(2)
    const params = { kind: 'post', record: first.record }
    const marks = await client.marks({ params })
    expect(marks.marks[act]).toBe(created[act]?._id)
    expect(marks.marks.likes).toBe(act === 'like' ? 1 : 0)
    // Anonymous visitors see only the number of likes.
    const open = await api.client(contract).marks({ params })
    expect(open.marks).toEqual({ likes: act === 'like' ? 1 : 0, bookmark: null, like: null })
    await client[remove]({ params: { id: created[act]?._id ?? '' } })
    await expect(client[remove]({ params: { id: created[act]?._id ?? '' } })).rejects.toMatchObject({ status: 404 })
    expect((await client.marks({ params })).marks).toEqual({ likes: 0, bookmark: null, like: null })
  })

  it('are refused for an unknown kind, a missing record and a visitor without a session', async () => {
    const client = api.client(contract, await api.actor([]))
    const { record } = await createTarget()
    for (const body of [
      { kind: 'nothing', record },
      { kind: 'post', record: api.clock.newId() },
    ])
      await expect(client[add]({ body })).rejects.toMatchObject({ status: 404 })
    await expect(client[add]({ body: { kind: 'Post 1', record } })).rejects.toMatchObject({ status: 400 })
    await expect(api.client(contract)[add]({ body: { kind: 'post', record } })).rejects.toMatchObject({ status: 401 })
    await expect(
      api.client(contract).marks({ params: { kind: 'post', record: api.clock.newId() } }),
    ).rejects.toMatchObject({
      status: 404,
    })
  })

  it('of another account answer 404 and stay', async () => {
    const owner = await api.actor([])
    const { id } = await buildMark(api.context, { userId: owner.userId, recordId: (await createTarget()).record, act })
    const otherClient = api.client(contract, await api.actor([]))
    await expect(otherClient[remove]({ params: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await otherClient[list]({ query: {} })).total).toBe(0)
    expect((await api.client(contract, owner)[list]({ query: {} })).total).toBe(1)
  })
})

it('20 concurrent marks create one row; a naive count-then-write creates more', async () => {
  const actor = await api.actor([])
  const client = api.client(contract, actor)
  const body = await createTarget()
  const created = await Promise.all(Array.from({ length: 20 }, () => client.addLike({ body })))
  expect(new Set(created.map(({ like }) => like._id)).size).toBe(1)
  expect((await client.marks({ params: body })).marks.likes).toBe(1)
  const other = await createTarget()
  const ofOther = and(eq(bookmarks.userId, actor.userId), eq(bookmarks.recordId, other.record))
  /** Naive: all read, find nothing and insert. Only the constraint keeps one row; the others get an error. */
  const counts = await Promise.all(Array.from({ length: 8 }, () => api.services.database.$count(bookmarks, ofOther)))
  const insertions = await Promise.allSettled(
    counts
      .filter((found) => found === 0)
      .map(() => buildMark(api.context, { userId: actor.userId, recordId: other.record, act: 'like' })),
  )
  expect(insertions.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  expect(await api.services.database.$count(bookmarks, ofOther)).toBe(1)
})

it('omits deleted records from the list and deletes all marks of a withdrawn member', async () => {
  const actor = await api.actor([])
  const { record } = await createTarget()
  await buildMark(api.context, { userId: actor.userId, recordId: record })
  await buildMark(api.context, { userId: actor.userId, recordId: api.clock.newId() })
  const { bookmarks: rows, total } = await api.client(contract, actor).bookmarks({ query: {} })
  expect([rows.length, total]).toEqual([1, 2])
  const subject = { userId: actor.userId, username: '', email: null, phone: null }
  expect(await personal.archive?.(api.context, subject)).toMatchObject({
    bookmarks: [{ record, title: '글' }, { title: null }],
    likes: [],
  })
  await personal.forget?.(api.context, subject)
  expect(await api.services.database.$count(bookmarks, eq(bookmarks.userId, actor.userId))).toBe(0)
})
