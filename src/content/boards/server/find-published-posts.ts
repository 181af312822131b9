import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { HandlerAnswer, HandlerInput } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { filesOf, findFiles, pictureOf, requireFile, requirePicture, toPicture } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import { textIn } from '#kit/i18n.ts'
import { locales } from '#kit/locale.ts'
import type { DeskEntry, DeskPart } from '#kit/module/desk.ts'
import type { Bookmarkable } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { inPeriodState, nextPeriodChange } from '#kit/server/records/period-conditions.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { cleanHtml } from '#kit/text/html.ts'
import type { PeriodState } from '#kit/time/period-state.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/table.ts'
import { type boards as contract, type Post, PostText, type PublicPost } from '../contract.ts'
import { getHouseholdRange } from '../rules.ts'
import { boards, type PostRow, type PostTextRow, posts, postTexts } from '../table.ts'

const toText = (row: PostTextRow): PostText => ({
  subject: row.subject,
  summary: row.summary,
  body: row.body,
  state: row.state,
  publishFrom: row.publishFrom?.toISOString() ?? null,
  publishTo: row.publishTo?.toISOString() ?? null,
  facts: row.facts,
})

/** Presents posts for staff in the given order, with three queries for any number of posts. */
export const presentPosts = async (rows: PostRow[], context: Context): Promise<Post[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  // Run the queries sequentially: a transaction has one connection.
  const texts = await context.database.select().from(postTexts).where(inArray(postTexts.postId, ids))
  const found = await findFiles(
    context,
    rows.flatMap((row) => [row.thumb, ...row.files]),
  )
  const authors = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.flatMap((row) => row.authorId ?? []))]))
  const names = new Map(authors.map((author) => [author.id, author.name]))
  return rows.map((row) => {
    const own = texts.filter((text) => text.postId === row.id)
    const inLocale = Object.fromEntries(own.map((text) => [text.locale, toText(text)]))
    const { authorId, publishedAt: _order, ...record } = toRecord(row)
    return {
      ...record,
      thumb: pictureOf(found, row.thumb),
      files: filesOf(found, row.files),
      texts: inLocale as Post['texts'],
      author: authorId ? { _id: authorId, name: names.get(authorId) ?? '' } : null,
    }
  })
}

type Texts = Partial<Record<'ko' | 'en' | 'cn', PostText | null>>

/**
 * Writes the languages present in `texts` and refreshes the sort position of the post. A published text without a start
 * begins now. Call within a transaction that has locked the post's row.
 */
export const writeTexts = async (context: Context, postId: string, texts: Texts): Promise<void> => {
  const now = context.now()
  for (const locale of locales) {
    const text = texts[locale]
    if (text === null)
      await context.database.delete(postTexts).where(and(eq(postTexts.postId, postId), eq(postTexts.locale, locale)))
    if (!text) continue
    const publishFrom = text.publishFrom ? new Date(text.publishFrom) : text.state === 'published' ? now : null
    const publishTo = text.publishTo ? new Date(text.publishTo) : null
    if (publishTo && publishFrom && publishTo <= publishFrom)
      throw new AppError('invalid', { fields: { [`texts.${locale}.publishTo`]: 'period' } })
    const body = cleanHtml(text.body)
    // Sanitizing turns `&` into `&amp;`: the stored text must still satisfy the contract.
    parseInput(PostText.shape.body, 'body', body, ['texts', locale, 'body'])
    const values = { ...text, body, publishFrom, publishTo, updatedAt: now }
    await context.database
      .insert(postTexts)
      .values({ ...values, postId, locale })
      .onConflictDoUpdate({ target: [postTexts.postId, postTexts.locale], set: values })
  }
  await refreshPublishedAt(context, [postId])
}

/** Recalculates `publishedAt` of these posts from their texts, in one statement. */
export const refreshPublishedAt = async (context: Context, postIds: string[]): Promise<void> => {
  await context.database
    .update(posts)
    .set({
      publishedAt: sql`(SELECT min(t.publish_from) FROM post_texts t WHERE t.post_id = ${posts.id} AND t.state = 'published')`,
    })
    .where(inArray(posts.id, postIds))
}

/** Throws `invalid` for an unknown board code or a file that does not exist. */
export const validateReferences = async (
  context: Context,
  input: { code?: string | undefined; thumb?: string | null | undefined; files?: string[] | undefined },
): Promise<void> => {
  if (input.code !== undefined) {
    const [board] = await context.database.select({ id: boards.id }).from(boards).where(eq(boards.code, input.code))
    if (!board) throw new AppError('invalid', { fields: { code: 'invalid' } })
  }
  await requirePicture(context, input.thumb, 'thumb')
  for (const [index, id] of (input.files ?? []).entries()) await requireFile(context, id, `files.${index}`)
}

interface Period {
  publishFrom: SQLWrapper
  publishTo: SQLWrapper
}

/** True if one of the post's texts meets the condition. */
export const hasText = (context: Context, condition: SQL | undefined): SQL =>
  exists(
    context.database
      .select({ one: sql`1` })
      .from(postTexts)
      .where(and(eq(postTexts.postId, posts.id), condition)),
  )

/** Compares the period of texts with `now`. Check `state` separately: only published texts are visible. */
export const isInPublishPeriod = (state: PeriodState, now: Date, text: Period = postTexts): SQL =>
  inPeriodState(state, text.publishFrom, text.publishTo, now)

/**
 * Lateral subquery of the text of each post that a visitor sees now: the requested language, otherwise Korean. Joined
 * laterally, so that search, facts and order use the displayed text.
 */
export const selectVisibleText = (context: Context) =>
  context.database
    .select()
    .from(postTexts)
    .where(
      and(
        eq(postTexts.postId, posts.id),
        inArray(postTexts.locale, [context.locale, 'ko']),
        eq(postTexts.state, 'published'),
        isInPublishPeriod('running', context.now()),
      ),
    )
    .orderBy(sql`${postTexts.locale} = 'ko'`)
    .limit(1)
    .as('shown')

/** Returns the address of a post without locale; posts of `news` live under `/story`. */
const postAddress = ({ code, slug, id }: { code: string; slug: string | null; id: string }): string =>
  `/${code === 'news' ? 'story' : code}/${slug ?? id}`

/** Returns those of the given posts that are visible now, in the requested language or in Korean. */
export const findVisiblePosts = async (context: Context, ids: readonly string[]): Promise<Bookmarkable[]> => {
  if (ids.length === 0) return []
  const shown = selectVisibleText(context)
  const rows = await context.database
    .select({ id: posts.id, code: posts.code, slug: posts.slug, title: shown.subject, lang: shown.locale })
    .from(posts)
    .innerJoinLateral(shown, sql`true`)
    .where(and(inArray(posts.id, [...ids]), isNull(posts.trashedAt)))
  return rows.map(({ id, code, slug, title, lang }) => ({ id, title, lang, to: postAddress({ code, slug, id }) }))
}

/**
 * Selects posts with their displayed text, board and picture in one query, so that rendering after an edit takes one
 * round trip.
 */
export const selectVisiblePosts = (context: Context, shown = selectVisibleText(context)) =>
  context.database
    .select()
    .from(posts)
    .innerJoinLateral(shown, sql`true`)
    .innerJoin(boards, eq(boards.code, posts.code))
    .leftJoin(files, eq(files.id, posts.thumb))

export type VisiblePost = Awaited<ReturnType<typeof selectVisiblePosts>>[number]

/** Posts of a board that can be visible to visitors; the period of their texts is checked by `shownText`. */
export const isOnBoard = (code: string): SQL | undefined =>
  and(eq(posts.code, code), isNull(posts.trashedAt), isNotNull(posts.publishedAt))

/** Korean value of a fact, which identifies it in every language. */
const koreanFact = (name: 'service' | 'region'): SQL =>
  sql`(SELECT k.facts ->> ${name} FROM post_texts k WHERE k.post_id = ${posts.id} AND k.locale = 'ko')`

type PublishedQuery = HandlerInput<typeof contract.published>['query']
type PublishedPage = HandlerAnswer<typeof contract.published>

/** Expressions that `q` searches; HTML tags are stripped. */
const wordPlaces = (text: Record<'subject' | 'summary' | 'body', PgColumn>) => [
  text.subject,
  text.summary,
  sql`regexp_replace(${text.body}, '<[^>]*>', ' ', 'g')`,
]

/** Splits `q` into at most eight words; each must match. */
const wordsOf = (q: string | undefined): string[] => q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []

const fitsFacts = (facts: PgColumn, { service, region, year, households }: PublishedQuery): SQL | undefined => {
  const amount = sql`(${facts} ->> 'households')::int`
  const range = households && getHouseholdRange(households)
  return and(
    service ? sql`${koreanFact('service')} = ${service}` : undefined,
    region ? sql`${koreanFact('region')} = ${region}` : undefined,
    year ? sql`(${facts} ->> 'year')::int = ${year}` : undefined,
    range ? sql`${amount} >= ${range.from}` : undefined,
    range?.to ? sql`${amount} <= ${range.to}` : undefined,
  )
}

/** Returns the published posts of a board in the requested language; sets cache tags and expiry. */
export const findPublished = async (context: Context, query: PublishedQuery): Promise<PublishedPage> => {
  context.tag(`board:${query.code}`)
  const shown = selectVisibleText(context)
  const where = and(
    isOnBoard(query.code),
    query.category ? eq(posts.category, query.category) : undefined,
    fitsFacts(shown.facts, query),
    ...wordsOf(query.q).map((word) => containsWords(wordPlaces(shown), word)),
  )
  const direction = query.sort.startsWith('-') ? desc : asc
  const [rows, [known]] = await Promise.all([
    selectVisiblePosts(context, shown)
      .where(where)
      .orderBy(desc(posts.pinned), direction(posts.publishedAt), direction(posts.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    context.database
      .select({ total: count(), next: nextMoment(context, query.code) })
      .from(posts)
      .innerJoinLateral(shown, sql`true`)
      .where(where),
  ])
  context.showUntil(known?.next ?? null)
  return {
    boards: presentPublicPosts(context, rows),
    total: known?.total ?? 0,
    page: query.page,
    limit: query.limit,
  }
}

/** Presents rows of `selectShown` for a public list and tags the response with their pictures. */
export const presentPublicPosts = (context: Context, rows: VisiblePost[]): PublicPost[] =>
  rows.map(({ posts: row, shown: text, boards: { categories }, files: picture }) => {
    if (row.thumb) context.tag(`file:${row.thumb}`)
    const category = categories.find(({ key }) => key === row.category)
    return {
      _id: row.id,
      code: row.code,
      category: row.category,
      categoryTitle: category ? textIn(context.locale, category.title) : null,
      slug: row.slug ?? row.id,
      pinned: row.pinned,
      thumb: picture?.kind === 'picture' ? toPicture(picture) : null,
      subject: text.subject,
      summary: text.summary,
      facts: text.facts,
      lang: text.locale,
      publishedAt: (text.publishFrom ?? row.createdAt).toISOString(),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }
  })

/** Subquery of the next time at which the visible period of a text of the board starts or ends. */
const nextMoment = (context: Context, code: string): SQL<Date | null> => {
  const next = nextPeriodChange(postTexts.publishFrom, postTexts.publishTo, context.now())
  return sql<Date | null>`(SELECT ${next} FROM ${postTexts} INNER JOIN ${posts} ON ${posts.id} = ${postTexts.postId}
    WHERE ${posts.code} = ${code} AND ${postTexts.state} = 'published' AND ${posts.trashedAt} IS NULL)`.mapWith(
    postTexts.publishFrom,
  )
}

/** Returns the next time at which the visible period of a text of the board starts or ends; null if there is none. */
export const findNextChange = async (context: Context, code: string): Promise<Date | null> => {
  const [row] = await context.database.select({ next: nextMoment(context, code) }).from(sql`(VALUES (1)) AS one`)
  return row?.next ?? null
}

interface WaitingPost extends Record<string, unknown> {
  id: string
  title: string
  code: string
  board: (typeof boards.$inferSelect)['title'] | null
  at: Date | string
}

/** Period columns of the raw statements, where `t` is the alias of the texts. */
const aliased: Period = { publishFrom: sql`t.publish_from`, publishTo: sql`t.publish_to` }

/** Returns the dashboard part of posts: counts for all staff, titles only for accounts with access to posts. */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  const mayOpen = mayRead(context.principal.scopes, 'console:boards')
  const now = sql`${context.now().toISOString()}::timestamptz`
  const korean = sql`FROM posts p JOIN post_texts t ON t.post_id = p.id AND t.locale = 'ko' LEFT JOIN boards b ON b.code = p.code WHERE p.trashed_at IS NULL`
  const shown = sql`${korean} AND t.state = 'published' AND ${isInPublishPeriod('running', context.now(), aliased)}`
  const drafts = sql`${korean} AND t.state = 'draft'`
  const untranslated = sql`${shown} AND NOT EXISTS (SELECT 1 FROM post_texts e WHERE e.post_id = p.id AND e.locale = 'en')`
  const scheduled = sql`${korean} AND t.state = 'published' AND ${isInPublishPeriod('coming', context.now(), aliased)}`

  const first = async (from: SQL, at: SQL, direction: SQL, limit: number): Promise<DeskEntry[]> => {
    if (!mayOpen) return []
    const { rows } = await context.database.execute<WaitingPost>(
      sql`SELECT p.id, t.subject AS title, p.code, b.title AS board, ${at} AS at ${from} ORDER BY ${at} ${direction} LIMIT ${limit}`,
    )
    return rows.map(({ id, title, code, board, at: moment }) => ({
      _id: id,
      title,
      kind: textIn(context.locale, board) || code,
      at: new Date(moment).toISOString(),
      to: `/console/boards/${id}`,
    }))
  }

  const [counts, days, draftEntries, untranslatedEntries, scheduledEntries] = await Promise.all([
    context.database.execute<Record<'published' | 'drafts' | 'scheduled' | 'untranslated', number>>(sql`
      SELECT
        (SELECT count(*) ${shown}) AS published,
        (SELECT count(*) ${drafts}) AS drafts,
        (SELECT count(*) ${scheduled}) AS scheduled,
        (SELECT count(*) ${untranslated}) AS untranslated`),
    context.database.execute<{ day: string; count: number }>(sql`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, count(t.post_id) AS count
      FROM generate_series(date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul') - interval '27 days', date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul'), interval '1 day') AS day
      LEFT JOIN (post_texts t JOIN posts p ON p.id = t.post_id AND p.trashed_at IS NULL)
        ON t.locale = 'ko' AND t.state = 'published' AND date_trunc('day', t.publish_from AT TIME ZONE 'Asia/Seoul') = day AND NOT ${isInPublishPeriod('coming', context.now(), aliased)}
      GROUP BY day ORDER BY day`),
    first(drafts, sql`p.updated_at`, sql`DESC`, 5),
    first(untranslated, sql`p.published_at`, sql`DESC`, 5),
    first(scheduled, sql`t.publish_from`, sql`ASC`, 6),
  ])
  const counted = counts.rows[0] ?? { published: 0, drafts: 0, scheduled: 0, untranslated: 0 }
  const work = (name: 'drafts' | 'untranslated' | 'scheduled', entries: DeskEntry[]) => ({
    key: `boards.${name}`,
    count: counted[name],
    entries,
  })
  return {
    figures: { 'boards.published': counted.published },
    works: [
      work('drafts', draftEntries),
      work('untranslated', untranslatedEntries),
      work(
        'scheduled',
        scheduledEntries.map((entry) => ({ ...entry, kind: m.dashboard_publish({}, { locale: context.locale }) })),
      ),
    ],
    soon: scheduledEntries.map(({ _id, title, at, to }) => ({
      _id: `${_id}:from`,
      title,
      what: 'boards.publish',
      at,
      to,
    })),
    series: { 'boards.published': days.rows },
  }
}
