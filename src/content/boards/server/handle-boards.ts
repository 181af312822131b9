import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { storeUpload, toPicture } from '#kit/files/media-library.ts'
import { replacePicture } from '#kit/files/replace-picture.ts'
import type { FileRow } from '#kit/files/table.ts'
import type { Context, Handlers, UploadedFile } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate, toRecord } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { type Board, boards as contract } from '../contract.ts'
import type { EffectiveState } from '../rules.ts'
import { boards, type PostRow, posts, postTexts } from '../table.ts'
import { findPublished, hasText, isInPublishPeriod } from './find-published-posts.ts'
import { listPosts } from './list-posts.ts'
import { presentPosts } from './present-posts.ts'
import { refreshPublishedAt, validateReferences, writeTexts } from './write-post-texts.ts'

const matchesStateSql = (state: EffectiveState, now: Date): SQL | undefined => {
  const published = eq(postTexts.state, 'published')
  if (state === 'scheduled') return and(published, isInPublishPeriod('coming', now))
  if (state === 'ended') return and(published, isInPublishPeriod('ended', now))
  if (state === 'published') return and(published, isInPublishPeriod('running', now))
  return eq(postTexts.state, state)
}

/** Matches published texts whose visible period starts on one of these days (Seoul). */
const startsWithinSql = (period: string): SQL | undefined => {
  const [from, to] = period.split('..')
  const getMidnightSql = (day: string, later: number) =>
    sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul')`
  return and(
    eq(postTexts.state, 'published'),
    isNotNull(postTexts.publishFrom),
    from ? sql`${postTexts.publishFrom} >= ${getMidnightSql(from, 0)}` : undefined,
    to ? sql`${postTexts.publishFrom} < ${getMidnightSql(to, 1)}` : undefined,
  )
}

/** Returns a sort expression over a Korean column. */
const selectKorean = (column: 'subject' | 'publish_from') =>
  sql`(SELECT t.${sql.identifier(column)} FROM post_texts t WHERE t.post_id = ${posts.id} AND t.locale = 'ko')`

const sortBy = {
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  views: posts.views,
  subject: selectKorean('subject'),
  publishFrom: selectKorean('publish_from'),
}

const findPost = async (context: Context, id: string, lock = false): Promise<PostRow> => {
  const query = context.database.select().from(posts).where(eq(posts.id, id))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns boards with their number of posts. */
const findBoards = async (context: Context, where?: SQL): Promise<Board[]> => {
  const rows = await context.database
    .select({ board: boards, posts: count(posts.id) })
    .from(boards)
    .leftJoin(posts, and(eq(posts.code, boards.code), isNull(posts.trashedAt)))
    .where(where)
    .groupBy(boards.id)
    .orderBy(asc(boards.position), asc(boards.code))
  return rows.map(({ board, posts: amount }) => ({ ...toRecord(board), posts: amount }))
}

const presentPost = async (context: Context, id: string) => {
  const [board] = await presentPosts([await findPost(context, id)], context)
  if (!board) throw new AppError('not_found')
  return { board }
}

const storePhoto = async (context: Context, [file]: readonly UploadedFile[], awaitsUse: boolean) => {
  if (!file) throw new AppError('invalid', { fields: { photo: 'required' } })
  return { picture: toPicture(await storeUpload(context, contract.editor.upload, file, { awaitsUse })) }
}

export const boardHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const now = context.now()
    const name = query.sort.replace(/^-/, '') as keyof typeof sortBy
    const direction = query.sort.startsWith('-') ? desc : asc
    const where = and(
      query.trashed ? isNotNull(posts.trashedAt) : isNull(posts.trashedAt),
      query.code ? eq(posts.code, query.code) : undefined,
      query.category ? eq(posts.category, query.category) : undefined,
      query.period ? hasText(context, and(eq(postTexts.locale, 'ko'), startsWithinSql(query.period))) : undefined,
      query.author ? eq(posts.authorId, query.author) : undefined,
      query.state ? hasText(context, and(eq(postTexts.locale, 'ko'), matchesStateSql(query.state, now))) : undefined,
      query.q
        ? hasText(context, containsWords([postTexts.subject, postTexts.summary, postTexts.body], query.q))
        : undefined,
    )
    const { page, limit } = query
    const order = sql`${direction(sortBy[name])}, ${direction(posts.id)}`
    return { ...(await listPosts(context, { where, order, page, limit })), page, limit }
  },

  get: (context, { params }) => presentPost(context, params.id),

  create: (context, { body }) =>
    context.transaction(async (within) => {
      const { texts, ...fields } = body
      await validateReferences(within, fields)
      const id = within.newId()
      const now = within.now()
      await within.database
        .insert(posts)
        .values({ ...fields, id, authorId: within.principal.userId, createdAt: now, updatedAt: now })
      await writeTexts(within, id, texts)
      const answer = await presentPost(within, id)
      await writeAudit(within, {
        action: 'create',
        entity: 'boards',
        entityId: id,
        summary: texts.ko.subject,
        after: answer.board,
      })
      return answer
    }),

  update: (context, { params, body, sent, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = (await presentPost(within, (await findPost(within, params.id, true)).id)).board
      const { texts, updatedAt: _stamp, ...rest } = body
      const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => sent.has(name)))
      await validateReferences(within, fields)
      const changed = await changeRows(within, posts, { ...fields })
        .where(and(eq(posts.id, params.id), eq(posts.updatedAt, stamp)))
        .returning({ id: posts.id })
      if (changed.length === 0) return throwMissedUpdate(before)
      if (texts) await writeTexts(within, params.id, texts)
      const answer = await presentPost(within, params.id)
      await writeAudit(within, {
        action: 'update',
        entity: 'boards',
        entityId: params.id,
        summary: answer.board.texts.ko.subject,
        before,
        after: answer.board,
      })
      return answer
    }),

  // Moves a post into the trash; idempotent. `bulk` restores it or deletes it permanently.
  remove: (context, { params }) =>
    context.transaction(async (within) => {
      const { board } = await presentPost(within, params.id)
      const moved = await changeRows(within, posts, { trashedAt: within.now() })
        .where(and(eq(posts.id, params.id), isNull(posts.trashedAt)))
        .returning({ id: posts.id })
      if (moved.length === 0) return undefined
      await writeAudit(within, {
        action: 'trash',
        entity: 'boards',
        entityId: params.id,
        summary: board.texts.ko.subject,
        before: board,
      })
      return undefined
    }),

  codes: async (context) => ({ codes: await findBoards(context) }),

  updateCode: (context, { body: { code: name, comments }, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const [before] = await findBoards(within, eq(boards.code, name))
      const changed = await changeRows(within, boards, { comments })
        .where(and(eq(boards.code, name), eq(boards.updatedAt, stamp)))
        .returning({ id: boards.id })
      const [code] = await findBoards(within, eq(boards.code, name))
      if (!before || !code || changed.length === 0) return throwMissedUpdate(code ?? null)
      await writeAudit(within, {
        action: 'update',
        entity: 'boards',
        entityId: code._id,
        summary: code.title.ko,
        before: { comments: before.comments },
        after: { comments },
      })
      return { code }
    }),

  bulk: (context, { body: { ids, act } }) =>
    context.transaction(async (within) => {
      const now = within.now()
      const chosen = inArray(posts.id, ids)
      const changed = await (act === 'destroy'
        ? within.database
            .delete(posts)
            .where(and(chosen, isNotNull(posts.trashedAt)))
            .returning({ id: posts.id })
        : changeRows(within, posts, {
            ...(act === 'trash' && { trashedAt: now }),
            ...(act === 'restore' && { trashedAt: null }),
          })
            .where(and(chosen, act === 'restore' ? isNotNull(posts.trashedAt) : isNull(posts.trashedAt)))
            .returning({ id: posts.id }))
      const changedIds = changed.map((row) => row.id)
      if (changedIds.length > 0 && (act === 'publish' || act === 'hide')) {
        // Bulk publishing affects the Korean text only; translations are published one at a time.
        await within.database
          .update(postTexts)
          .set(
            act === 'hide'
              ? { state: 'hidden', updatedAt: now }
              : {
                  state: 'published',
                  updatedAt: now,
                  publishFrom: sql`coalesce(${postTexts.publishFrom}, ${now.toISOString()}::timestamptz)`,
                },
          )
          .where(
            and(
              inArray(postTexts.postId, changedIds),
              act === 'hide' ? eq(postTexts.state, 'published') : eq(postTexts.locale, 'ko'),
            ),
          )
        await refreshPublishedAt(within, changedIds)
      }
      await writeAudit(within, { action: act, entity: 'boards', summary: String(changedIds.length), after: changedIds })
      return { changed: changedIds.length }
    }),

  setThumb: (context, input) =>
    replacePicture(context, input, contract.setThumb, posts, 'thumb', (within) => presentPost(within, input.params.id)),

  async addFiles(context, { params, files }) {
    await findPost(context, params.id)
    const stored: FileRow[] = []
    for (const file of files) stored.push(await storeUpload(context, contract.addFiles.upload, file))
    const ids = stored.map((file) => file.id)
    await context.transaction(async (within) => {
      const changed = await changeRows(within, posts, {
        files: sql`${posts.files} || ${sql.param(ids, posts.files)}::uuid[]`,
      })
        .where(and(eq(posts.id, params.id), lte(sql`cardinality(${posts.files})`, 20 - stored.length)))
        .returning({ id: posts.id })
      if (changed.length === 0) throw new AppError('too_many_files')
      await writeAudit(within, {
        action: 'update',
        entity: 'boards',
        entityId: params.id,
        summary: stored.map((file) => file.name).join(', '),
        after: { files: ids },
      })
    })
    return presentPost(context, params.id)
  },

  editor: (context, { files }) => storePhoto(context, files, false),
  memberEditor: (context, { files }) => storePhoto(context, files, true),

  published: (context, { query }) => findPublished(context, query),
}
