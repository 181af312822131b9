import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { HouseholdBand } from '#content/boards/contract.ts'
import {
  findNextChange,
  isOnBoard,
  presentPublicPosts,
  selectVisiblePosts,
  type VisiblePost,
} from '#content/boards/server/find-published-posts.ts'
import { boards, type PostRow, posts } from '#content/boards/table.ts'
import { type Locale, locales } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { filesOf, findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import type { Choice, reading as contract, Neighbour } from '../contract.ts'
import { countFacts, type OptionCount } from './count-filter-options.ts'
import { countView } from './count-view.ts'

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Returns the published post with this id or slug. Throws `not_found` for drafts, posts in the trash, and scheduled or
 * ended posts.
 */
const findArticle = async (context: Context, id: string, code: string | undefined): Promise<VisiblePost> => {
  const board = code ?? (isId(id) ? undefined : 'news')
  if (board) context.tag(`board:${board}`)
  if (isId(id)) context.tag(`post:${id}`)
  const [row] = await selectVisiblePosts(context).where(
    and(isId(id) ? eq(posts.id, id) : eq(posts.slug, id), board ? isOnBoard(board) : isNull(posts.trashedAt)),
  )
  if (row) return row
  // The post may be scheduled: let the cached 404 expire at the next change of the board.
  if (board) context.showUntil(await findNextChange(context, board))
  throw new AppError('not_found')
}

/** Returns the next older or newer post of the board. */
const findNeighbour = async (context: Context, post: PostRow, side: 'older' | 'newer'): Promise<Neighbour | null> => {
  const positionKey = sql`(${posts.publishedAt}, ${posts.id})`
  const position = sql`(${post.publishedAt?.toISOString() ?? null}::timestamptz, ${post.id}::uuid)`
  const rows = await selectVisiblePosts(context)
    .where(
      and(
        isOnBoard(post.code),
        side === 'older' ? sql`${positionKey} < ${position}` : sql`${positionKey} > ${position}`,
      ),
    )
    .orderBy(
      ...(side === 'older' ? [desc(posts.publishedAt), desc(posts.id)] : [asc(posts.publishedAt), asc(posts.id)]),
    )
    .limit(1)
  const [found] = presentPublicPosts(context, rows)
  return found ? { slug: found.slug, subject: found.subject, thumb: found.thumb, lang: found.lang } : null
}

const findRelated = async (context: Context, post: PostRow) =>
  presentPublicPosts(
    context,
    await selectVisiblePosts(context)
      .where(and(isOnBoard(post.code), ne(posts.id, post.id)))
      .orderBy(sql`(${posts.category} IS NOT DISTINCT FROM ${post.category}) DESC`, desc(posts.publishedAt))
      .limit(3),
  )

export const readingHandlers: Handlers<typeof contract> = {
  async choices(context, { query: { code } }) {
    context.tag(`board:${code}`)
    const [counted, [board], next] = await Promise.all([
      countFacts(context, code),
      context.database.select({ categories: boards.categories }).from(boards).where(eq(boards.code, code)),
      findNextChange(context, code),
    ])
    context.showUntil(next)
    const listOptions = (kind: OptionCount['kind']) => counted.filter((each) => each.kind === kind)
    const listChoices = (kind: 'service' | 'region'): Choice[] =>
      listOptions(kind)
        .map(({ value, title, posts: amount }) => ({
          value,
          title: title ?? value,
          lang: (title ? context.locale : 'ko') as Locale,
          posts: amount,
        }))
        .sort((one, other) => other.posts - one.posts || one.title.localeCompare(other.title, locales))
    return {
      choices: {
        total: listOptions('total')[0]?.posts ?? 0,
        categories: (board?.categories ?? []).flatMap(({ key: positionKey, title }) => {
          const amount = listOptions('category').find(({ value }) => value === positionKey)?.posts
          if (!amount) return []
          const lang: Locale = title[context.locale] ? context.locale : 'ko'
          return [{ value: positionKey, title: textIn(lang, title), lang, posts: amount }]
        }),
        services: listChoices('service'),
        regions: listChoices('region'),
        years: listOptions('year')
          .map(({ value, posts: amount }) => ({ value: Number(value), posts: amount }))
          .sort((one, other) => other.value - one.value),
        households: HouseholdBand.options.flatMap((band, at) => {
          const amount = listOptions('households').find(({ value }) => value === String(at + 1))?.posts
          return amount ? [{ value: band, posts: amount }] : []
        }),
      },
    }
  },

  async article(context, { params, query }) {
    const article = await findArticle(context, params.id, query.code)
    const { posts: row, shown: text } = article
    context.tag(`board:${row.code}`, `post:${row.id}`)
    const [post] = presentPublicPosts(context, [article])
    const [next, found, previous, newer, related] = await Promise.all([
      findNextChange(context, row.code),
      findFiles(context, row.files),
      findNeighbour(context, row, 'older'),
      findNeighbour(context, row, 'newer'),
      findRelated(context, row),
    ])
    context.showUntil(next)
    if (!post) throw new AppError('not_found')
    const pictures = row.files.flatMap((id) => pictureOf(found, id) ?? [])
    return {
      board: {
        ...post,
        body: text.body,
        pictures,
        files: filesOf(found, row.files).filter(({ _id }) => !pictures.some((picture) => picture._id === _id)),
        views: row.views,
        comments: row.comments && article.boards.comments,
        modifiedAt: text.updatedAt.toISOString(),
        previous,
        next: newer,
        related,
      },
    }
  },

  async view(context, { params }) {
    const views = await countView(context, params.id)
    if (views === null) throw new AppError('not_found')
    return { views }
  },
}
