import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import type { RouteDeclaration } from '#kit/contract.ts'
import { writeDraft } from '#kit/drafts/handlers.ts'
import { drafts } from '#kit/drafts/table.ts'
import { AppError } from '#kit/errors.ts'
import type { CrudRoutes } from '#kit/resource.ts'
import { entityOfPath, type RecordTable } from '#kit/server/records/records.ts'
import type { Actor } from '../server/test-api.ts'
import type { Bench } from './check-plain-resource.ts'

type DraftName = 'draft' | 'saveDraft' | 'discardDraft' | 'publishDraft' | 'preview'

export interface DraftedResource {
  contract: CrudRoutes & Record<DraftName | 'create' | 'remove', RouteDeclaration>
  table: RecordTable
  /** A complete, valid and unused content. */
  input(): Record<string, unknown>
  /** Content with this title, which may be too long. */
  retitled(title: string): Record<string, unknown>
  /** Scope of the resource. */
  access: string
}

interface Stored {
  _id: string
  createdAt: string
  updatedAt: string
  draft: { by: string; at: string } | null
  title: { ko: string }
}
interface StoredDraft {
  updatedAt: string
  madeFrom: string
  by: string
  base: { title: { ko: string } }
  content: { title: { ko: string } }
}

/** Tests drafts of any record: drafts are never public, and no text is lost between two editors. */
export const checkDrafts = (bench: Bench, { contract, table, input, retitled, access }: DraftedResource): void => {
  const entity = entityOfPath(contract.list.path)

  /** Calls by the names every module uses; records are compared, not typed. */
  const as = (who: Actor | null) => {
    const client = bench.api.client(contract as never, who) as unknown as Record<
      string,
      (call: object, options?: object) => Promise<Record<string, never>>
    >
    const call = async (name: string, sent: object, options?: object) =>
      Object.values((await client[name]?.(sent, options)) ?? {})[0] as unknown
    return {
      get: (id: string) => call('get', { params: { id } }) as Promise<Stored>,
      create: () => call('create', { body: input() }) as Promise<Stored>,
      update: (id: string, body: object) => call('update', { params: { id }, body }) as Promise<Stored>,
      remove: (id: string) => call('remove', { params: { id } }),
      read: (id: string) => call('draft', { params: { id } }) as Promise<StoredDraft>,
      save: (id: string, body: object) => call('saveDraft', { params: { id }, body }) as Promise<StoredDraft>,
      publish: (id: string, body: object) => call('publishDraft', { params: { id }, body }) as Promise<Stored>,
      discard: (id: string, updatedAt?: string) =>
        call('discardDraft', { params: { id } }, updatedAt ? { headers: { 'if-match': `"${updatedAt}"` } } : {}),
      preview: (body: object) => call('preview', { body }) as Promise<{ token: string; until: string }>,
      listed: async () => Object.values(await (client.list?.({}) ?? {}))[0] as unknown as Stored[],
    }
  }
  const calls = () => as(bench.editor)
  const title = (ko: string) => ({ ...input(), ...retitled(ko) })

  describe('drafts of a record', () => {
    let record: Stored
    beforeEach(async () => {
      record = await calls().create()
      await bench.cacheRecorder.tags()
    })
    afterEach(async () => {
      await bench.api.services.database.delete(table)
      await bench.api.services.database.delete(drafts)
    })
    const begin = (ko = '초안') => calls().save(record._id, { content: title(ko), madeFrom: record.updatedAt })

    it('saves, reads and saves a draft again without changing the record or invalidating cached pages', async () => {
      expect(record.draft).toBeNull()
      const draft = await begin()
      expect(draft).toMatchObject({ by: '한편집', madeFrom: record.updatedAt, content: { title: { ko: '초안' } } })
      expect(draft.base.title).toEqual(record.title)
      const colleague = await bench.api.actor(['console', access], { name: '서동료' })
      expect(await as(colleague).read(record._id)).toEqual(draft)
      const next = await as(colleague).save(record._id, {
        content: title('이어 쓴 초안'),
        madeFrom: draft.madeFrom,
        updatedAt: draft.updatedAt,
      })
      expect(next).toMatchObject({ by: '서동료', base: draft.base, content: { title: { ko: '이어 쓴 초안' } } })
      expect(await calls().get(record._id)).toEqual({ ...record, draft: { by: '서동료', at: next.updatedAt } })
      expect((await calls().listed()).map(({ draft: mark }) => mark?.by)).toEqual(['서동료'])
      expect(await bench.cacheRecorder.tags()).toEqual([])
    })

    it('publishes a complete draft, deletes it, and invalidates the cache', async () => {
      const draft = await begin('새 이름')
      const published = await calls().publish(record._id, { updatedAt: draft.updatedAt })
      expect(published).toMatchObject({ title: { ko: '새 이름' }, draft: null })
      expect(published.updatedAt).not.toBe(record.updatedAt)
      expect((await bench.cacheRecorder.tags()).length).toBeGreaterThan(0)
      await expect(calls().read(record._id)).rejects.toMatchObject({ status: 404 })
      await expect(calls().publish(record._id, { updatedAt: draft.updatedAt })).rejects.toMatchObject({ status: 412 })
    })

    it('discards a draft in the version that was read, without invalidation, and restores it', async () => {
      const draft = await begin()
      await expect(calls().discard(record._id)).rejects.toMatchObject({ status: 400 })
      await expect(calls().discard(record._id, record.createdAt)).rejects.toMatchObject({ status: 412 })
      await calls().discard(record._id, draft.updatedAt)
      expect(await calls().get(record._id)).toEqual(record)
      const repeated = await calls().save(record._id, { content: draft.content, madeFrom: draft.madeFrom })
      expect(repeated.content).toEqual(draft.content)
      expect(await bench.cacheRecorder.tags()).toEqual([])
    })

    it('logs who saved, published and discarded', async () => {
      const first = await begin('하나')
      await calls().discard(record._id, first.updatedAt)
      const { updatedAt } = await begin('둘')
      await calls().publish(record._id, { updatedAt })
      const { lines } = await bench.api.client(audit, bench.editor).list({ query: { entity, entityId: record._id } })
      expect(lines.map(({ action, actor }) => [action, actor])).toEqual(
        ['publish', 'draft', 'discard', 'draft', 'create'].map((action) => [action, '한편집']),
      )
      expect(lines[0]).toMatchObject({ before: { title: record.title }, after: { title: { ko: '둘' } } })
    })

    it('answers 412 with the current state for an outdated draft or over another draft', async () => {
      const draft = await begin('나의 초안')
      await expect(begin('남의 초안')).rejects.toMatchObject({
        status: 412,
        refusal: { code: 'stale', current: { content: { title: { ko: '나의 초안' } } } },
      })
      const changed = await calls().update(record._id, { ...retitled('공개본'), updatedAt: record.updatedAt })
      await expect(calls().publish(record._id, { updatedAt: draft.updatedAt })).rejects.toMatchObject({
        status: 412,
        refusal: { current: { title: { ko: '공개본' } } },
      })
      // The draft that could not be published remains and is editable; once merged, it is based on the new version.
      const body = { content: title('합친 것'), updatedAt: draft.updatedAt }
      const saved = await calls().save(record._id, { ...body, madeFrom: draft.madeFrom })
      expect(saved.base).toEqual(draft.base)
      const merged = await calls().save(record._id, {
        ...body,
        updatedAt: saved.updatedAt,
        madeFrom: changed.updatedAt,
      })
      expect(merged.base.title).toEqual({ ...changed.title })
      const published = await calls().publish(record._id, { updatedAt: merged.updatedAt })
      expect(published.title.ko).toBe('합친 것')
      await expect(
        calls().save(record._id, { content: title('늦은 것'), madeFrom: record.updatedAt }),
      ).rejects.toMatchObject({ status: 412, refusal: { current: { title: { ko: '합친 것' } } } })
    })

    it('validates a draft like the record, and deletes it with the record', async () => {
      for (const content of [{}, title(''), title('가'.repeat(400)), { ...input(), surprise: 1 }])
        await expect(calls().save(record._id, { content, madeFrom: record.updatedAt })).rejects.toMatchObject({
          status: 400,
          refusal: { fields: expect.any(Object) },
        })
      await expect(calls().save(record._id, { content: input() })).rejects.toMatchObject({ status: 400 })
      const nowhere = bench.api.clock.newId()
      const body = { content: title('없는 것'), madeFrom: record.updatedAt }
      await expect(calls().save(nowhere, body)).rejects.toMatchObject({ status: 404 })
      await expect(calls().read(nowhere)).rejects.toMatchObject({ status: 404 })
      await begin()
      await calls().remove(record._id)
      const left = await bench.api.services.database.select().from(drafts).where(eq(drafts.recordId, record._id))
      expect(left).toEqual([])
    })

    it('requires the permission to change the record', async () => {
      const { updatedAt } = await begin()
      const otherEditor = await bench.api.actor(['console', 'console:boards'])
      for (const [who, status] of [
        [null, 401],
        [otherEditor, 403],
      ] as const) {
        const refused = as(who)
        for (const attempt of [
          () => refused.read(record._id),
          () => refused.save(record._id, { content: input(), madeFrom: record.updatedAt }),
          () => refused.publish(record._id, { updatedAt }),
          () => refused.discard(record._id, updatedAt),
          () => refused.preview({ content: input() }),
        ])
          await expect(attempt()).rejects.toMatchObject({ status })
      }
    })

    it('lets one of many concurrent saves of the same version succeed, the first time and later', {
      tags: ['deep'],
    }, async () => {
      const at64 = (write: (index: number) => Promise<boolean>) =>
        Promise.all(Array.from({ length: 64 }, (_, index) => write(index))).then((all) => all.filter(Boolean).length)
      const saves = (body: object) => (index: number) =>
        calls()
          .save(record._id, { content: title(`초안 ${index}`), madeFrom: record.updatedAt, ...body })
          .then(
            () => true,
            () => false,
          )
      expect(await at64(saves({}))).toBe(1)
      const { updatedAt } = await calls().read(record._id)
      expect(await at64(saves({ updatedAt }))).toBe(1)
      const now = await calls().read(record._id)
      expect(
        await at64(() =>
          calls()
            .publish(record._id, { updatedAt: now.updatedAt })
            .then(
              () => true,
              () => false,
            ),
        ),
      ).toBe(1)
    })

    it('would lose a draft with a naive read-then-write (control)', { tags: ['deep'] }, async () => {
      const { updatedAt, madeFrom } = await begin()
      const { database } = bench.api.services
      const own = and(eq(drafts.entity, entity), eq(drafts.recordId, record._id))
      const naive = async (index: number) => {
        const [read] = await database.select().from(drafts).where(own)
        if (read?.updatedAt.toISOString() !== updatedAt) throw new AppError('stale')
        await database
          .update(drafts)
          .set({ content: title(`${index}`), updatedAt: sql`${drafts.updatedAt} + interval '1 millisecond'` })
          .where(own)
      }
      const conditional = async (index: number) => {
        const draft = { entity, recordId: record._id, content: title(`${index}`), author: '한편집' }
        const from = { ...draft, madeFrom: new Date(madeFrom) }
        const row = await writeDraft(database, table, from, new Date(updatedAt), bench.api.clock.now())
        if (!row) throw new AppError('stale')
      }
      const accepted = async (write: (index: number) => Promise<void>) => {
        const outcomes = await Promise.allSettled(Array.from({ length: 64 }, (_, index) => write(index)))
        return outcomes.filter(({ status }) => status === 'fulfilled').length
      }
      expect(await accepted(conditional)).toBe(1)
      await database
        .update(drafts)
        .set({ updatedAt: new Date(updatedAt) })
        .where(own)
      expect(await accepted(naive)).toBeGreaterThan(1)
    })
  })
}
