import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import type { RouteDeclaration } from '#kit/contract.ts'
import { type CrudRoutes, resourceOf } from '#kit/resource.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { type CacheRecorder, listenToCache } from '../server/record-notifications.ts'
import { type Actor, createTestApi, type TestApi } from '../server/test-api.ts'

export interface PlainResource {
  contract: CrudRoutes & { create: RouteDeclaration; remove: RouteDeclaration }
  /** Table that is truncated between the tests. */
  table: string
  /** A new, valid and unused body. */
  input(): object
  /** A change of one field, as sent and as returned. */
  change: Record<string, unknown>
  /** Search terms: `found` matches every record, `absent` none. */
  searchTerms: { found: string; absent: string }
  /** Cache tags that a new record invalidates. */
  tags: string[]
}

/** An editor of the resource, its API, and the recorded cache invalidations. */
export interface Bench {
  api: TestApi
  editor: Actor
  cacheRecorder: CacheRecorder
}

/** Creates the API of a file's tests before them and removes it after them. */
export const prepareBench = (scopes: readonly string[]): Bench => {
  const bench = {} as Bench
  beforeAll(async () => {
    bench.api = await createTestApi()
    bench.editor = await bench.api.actor(['console', 'console:audit', ...scopes], { name: '한편집' })
    bench.cacheRecorder = await listenToCache(bench.api.database)
  })
  afterAll(async () => {
    await bench.cacheRecorder.close()
    await bench.api.close()
  })
  return bench
}

const unknownId = '01900000-0000-7000-8000-000000000000'

/** Tests every plain resource: success, refusal and bad input of its five routes. */
export const checkPlainResource = (
  bench: Bench,
  { contract, table, input, change, searchTerms, tags }: PlainResource,
): void => {
  const entity = contract.list.path.split('/').at(-1) ?? ''
  /** Calls by the names every module uses; records are compared, not typed. */
  const calls = () => {
    const client = bench.api.client(contract as never, bench.editor) as Record<
      string,
      (call: object) => Promise<Record<string, unknown>>
    >
    return resourceOf(contract, ({ route, params, query, body }) => {
      const [name = ''] = Object.entries(contract).find(([, one]) => one === route) ?? []
      return client[name]?.({ params, query: Object.fromEntries(query), body }) ?? Promise.reject(new Error(name))
    }) as unknown as {
      list(query: object): Promise<{ records: Record<string, unknown>[]; total: number; page: number; limit: number }>
      get(id: string): Promise<Record<string, unknown>>
      create(body: object): Promise<{ _id: string; updatedAt: string; createdAt: string }>
      update(id: string, body: object, updatedAt: string): Promise<Record<string, unknown>>
      remove(id: string): Promise<void>
    }
  }

  describe('a plain resource', () => {
    beforeEach(() => bench.cacheRecorder.tags())
    afterEach(() => bench.api.services.database.execute(sql`DELETE FROM ${sql.identifier(table)}`))

    it('creates, reads, changes and removes a record, and logs each change', async () => {
      const { create, get, update, remove } = calls()
      const created = await create(input())
      expect(created).toMatchObject({ _id: expect.any(String), createdAt: created.updatedAt })
      expect(await get(created._id)).toEqual(created)
      const changed = await update(created._id, change, created.updatedAt)
      expect(changed).toEqual({ ...created, ...change, updatedAt: expect.any(String) })
      expect(changed.updatedAt).not.toBe(created.updatedAt)
      await remove(created._id)
      await expect(get(created._id)).rejects.toMatchObject({ status: 404, refusal: { code: 'not_found' } })

      const { lines } = await bench.api.client(audit, bench.editor).list({ query: { entity, entityId: created._id } })
      expect(lines.map(({ action, actor, before, after }) => [action, actor, before, after])).toEqual([
        ['remove', '한편집', changed, null],
        ['update', '한편집', created, changed],
        ['create', '한편집', null, created],
      ])
    })

    it('invalidates the cache tags of a change', async () => {
      const { create, update, remove } = calls()
      const created = await create(input())
      expect(await bench.cacheRecorder.tags()).toEqual(tags)
      await update(created._id, change, created.updatedAt)
      expect(await bench.cacheRecorder.tags()).toEqual(tags)
      await remove(created._id)
      expect(await bench.cacheRecorder.tags()).toEqual(tags)
    })

    it('lists page by page in a declared order, and treats search patterns as text', async () => {
      const { create, list } = calls()
      const ids: string[] = []
      for (let count = 0; count < 5; count += 1) ids.push((await create(input()))._id)
      const idsOf = async (query: object) => (await list(query)).records.map((record) => record._id)
      expect(await list({})).toMatchObject({ total: 5, page: 1, limit: 20 })
      expect(await idsOf({ sort: 'createdAt' })).toEqual(ids)
      expect(await idsOf({ sort: '-createdAt', limit: 2, page: 2 })).toEqual([ids[2], ids[1]])
      expect(await list({ page: 9 })).toMatchObject({ records: [], total: 5, page: 9 })
      expect((await list({ q: searchTerms.found })).total).toBe(5)
      // Neither a LIKE pattern nor a language key matches every record.
      for (const q of [searchTerms.absent, '%', '_', 'ko":', '{"'])
        expect([q, (await list({ q })).total]).toEqual([q, 0])
    })

    it('answers 404 for an unknown id, in three languages', async () => {
      const messages = await Promise.all(
        (['ko', 'en', 'cn'] as const).map(async (locale) => {
          const client = bench.api.client(contract as never, bench.editor, locale) as unknown as {
            get(call: object): Promise<unknown>
          }
          const error = await client.get({ params: { id: unknownId } }).then(
            () => expect.unreachable(),
            (refused) => refused,
          )
          expect(error.status).toBe(404)
          return error.refusal.message
        }),
      )
      expect(new Set(messages).size).toBe(3)
      const { update, remove } = calls()
      await expect(update(unknownId, change, new Date().toISOString())).rejects.toMatchObject({ status: 404 })
      await expect(remove(unknownId)).rejects.toMatchObject({ status: 404 })
    })

    it('names missing and unknown fields', async () => {
      const { create, update } = calls()
      await expect(create({})).rejects.toMatchObject({ status: 400, refusal: { fields: expect.any(Object) } })
      await expectRefusal(create({ ...input(), surprise: 1 }), 400, 'surprise')
      const created = await create(input())
      await expect(update(created._id, { surprise: 1 }, created.updatedAt)).rejects.toMatchObject({ status: 400 })
      await expect(update(created._id, { createdAt: created.createdAt }, created.updatedAt)).rejects.toMatchObject({
        status: 400,
      })
    })
  })
}
