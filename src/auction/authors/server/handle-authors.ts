import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { authors as contract, type PublicAuthorLine } from '../contract.ts'
import { type AuthorRow, auctionAuthors } from '../table.ts'

const words = [translationsOf(auctionAuthors.name), auctionAuthors.key]

/** Number of public works of each artist. */
const worksOf = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await context.database.execute<{ id: string; works: number }>(sql`
    SELECT work.author_id AS id, count(*)::int AS works FROM auction_works AS work
      JOIN auction_programs AS program ON program.id = work.program_id
    WHERE program.visible AND work.state NOT IN ('draft', 'withdrawn') AND ${inArray(sql`work.author_id`, [...ids])} GROUP BY 1`)
  return new Map(rows.map(({ id, works }) => [id, works]))
}

const present = async (context: Context, rows: readonly AuthorRow[]): Promise<PublicAuthorLine[]> => {
  const [works, pictures] = await Promise.all([
    worksOf(
      context,
      rows.map(({ id }) => id),
    ),
    findFiles(
      context,
      rows.map(({ picture }) => picture),
    ),
  ])
  return rows.map((row) => ({
    _id: row.id,
    key: row.key,
    ...localize(context.locale, { name: row.name }),
    born: row.born,
    died: row.died,
    picture: pictureOf(pictures, row.picture),
    works: works.get(row.id) ?? 0,
  }))
}

export const authorHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, auctionAuthors, {
    words,
    title: (row) => row.name.ko,
    present: presentPicture,
    async accept(body, context, current) {
      await requirePicture(context, body.picture, 'picture')
      const born = body.born === undefined ? current?.born : body.born
      const died = body.died === undefined ? current?.died : body.died
      if (born && died && died < born) throw new AppError('invalid', { fields: { died: 'author_life' } })
      return body
    },
  }),

  async published(context, { query }) {
    context.tag('auction')
    const { page, limit, q } = query
    const where = and(eq(auctionAuthors.visible, true), q ? containsWords(words, q) : undefined)
    const [rows, total] = await selectPage(context, auctionAuthors, where, { page, limit }, [
      asc(sql`${auctionAuthors.name} ->> 'ko'`),
      asc(auctionAuthors.id),
    ])
    return { authors: await present(context, rows), total, page, limit }
  },

  async open(context, { params }) {
    context.tag('auction')
    const [row] = await context.database
      .select()
      .from(auctionAuthors)
      .where(and(eq(auctionAuthors.id, params.id), eq(auctionAuthors.visible, true)))
    const [line] = row ? await present(context, [row]) : []
    if (!row || !line) throw new AppError('not_found')
    const { biography, lang } = localize(context.locale, { name: row.name, biography: row.biography })
    return { author: { ...line, biography, lang } }
  },
}
