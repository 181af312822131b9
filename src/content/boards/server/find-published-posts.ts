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
import { toPicture } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { Bookmarkable } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { inPeriodState, nextPeriodChange } from '#kit/server/records/period-conditions.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import type { PeriodState } from '#kit/time/period-state.ts'
import type { boards as contract, PublicPost } from '../contract.ts'
import { getHouseholdRange } from '../rules.ts'
import { boards, posts, postTexts } from '../table.ts'

export interface Period {
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
const buildPostPath = ({ code, slug, id }: { code: string; slug: string | null; id: string }): string =>
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
  return rows.map(({ id, code, slug, title, lang }) => ({ id, title, lang, to: buildPostPath({ code, slug, id }) }))
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

/** Posts of a board that can be visible to visitors; the period of their texts is checked by `selectVisibleText`. */
export const isOnBoard = (code: string): SQL | undefined =>
  and(eq(posts.code, code), isNull(posts.trashedAt), isNotNull(posts.publishedAt))

/** Korean value of a fact, which identifies it in every language. */
const selectKoreanFact = (name: 'service' | 'region'): SQL =>
  sql`(SELECT k.facts ->> ${name} FROM post_texts k WHERE k.post_id = ${posts.id} AND k.locale = 'ko')`

type PublishedQuery = HandlerInput<typeof contract.published>['query']
type PublishedPage = HandlerAnswer<typeof contract.published>

/** Expressions that `q` searches; HTML tags are stripped. */
const listSearchedText = (text: Record<'subject' | 'summary' | 'body', PgColumn>) => [
  text.subject,
  text.summary,
  sql`regexp_replace(${text.body}, '<[^>]*>', ' ', 'g')`,
]

/** Splits `q` into at most eight words; each must match. */
const splitWords = (q: string | undefined): string[] => q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []

const matchesFacts = (facts: PgColumn, { service, region, year, households }: PublishedQuery): SQL | undefined => {
  const amount = sql`(${facts} ->> 'households')::int`
  const range = households && getHouseholdRange(households)
  return and(
    service ? sql`${selectKoreanFact('service')} = ${service}` : undefined,
    region ? sql`${selectKoreanFact('region')} = ${region}` : undefined,
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
    matchesFacts(shown.facts, query),
    ...splitWords(query.q).map((word) => containsWords(listSearchedText(shown), word)),
  )
  const direction = query.sort.startsWith('-') ? desc : asc
  const [rows, [totals]] = await Promise.all([
    selectVisiblePosts(context, shown)
      .where(where)
      .orderBy(desc(posts.pinned), direction(posts.publishedAt), direction(posts.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    context.database
      .select({ total: count(), next: selectNextChange(context, query.code) })
      .from(posts)
      .innerJoinLateral(shown, sql`true`)
      .where(where),
  ])
  context.showUntil(totals?.next ?? null)
  return {
    boards: presentPublicPosts(context, rows),
    total: totals?.total ?? 0,
    page: query.page,
    limit: query.limit,
  }
}

/** Presents rows of `selectVisiblePosts` for a public list and tags the response with their pictures. */
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
const selectNextChange = (context: Context, code: string): SQL<Date | null> => {
  const next = nextPeriodChange(postTexts.publishFrom, postTexts.publishTo, context.now())
  return sql<Date | null>`(SELECT ${next} FROM ${postTexts} INNER JOIN ${posts} ON ${posts.id} = ${postTexts.postId}
    WHERE ${posts.code} = ${code} AND ${postTexts.state} = 'published' AND ${posts.trashedAt} IS NULL)`.mapWith(
    postTexts.publishFrom,
  )
}

/** Returns the next time at which the visible period of a text of the board starts or ends; null if there is none. */
export const findNextChange = async (context: Context, code: string): Promise<Date | null> => {
  const [row] = await context.database.select({ next: selectNextChange(context, code) }).from(sql`(VALUES (1)) AS one`)
  return row?.next ?? null
}
