import { count, type SQL, sql } from 'drizzle-orm'
import { toPicture, toStoredFile } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { PostLine } from '../contract.ts'
import { posts, postTexts } from '../table.ts'

type Text = PostLine['texts']['ko']
type FoundFile = Parameters<typeof toPicture>[0] & Parameters<typeof toStoredFile>[0]

/** Post as PostgreSQL returns it in JSON: timestamps with the offset of the session, files as rows. */
interface FoundLine extends Omit<PostLine, 'files' | 'thumb'> {
  /** Rows of the attachments and the cover, in any order. */
  found: FoundFile[] | null
  files: string[]
  thumb: string | null
}

const toIsoInstant = (moment: string): string => new Date(moment).toISOString()
const toIsoInstantOrNull = (moment: string | null): string | null => (moment === null ? null : toIsoInstant(moment))

const toText = (text: Text): Text => ({
  ...text,
  publishFrom: toIsoInstantOrNull(text.publishFrom),
  publishTo: toIsoInstantOrNull(text.publishTo),
})

const toLine = ({ found, files: ids, thumb, texts: { ko, en, cn }, ...line }: FoundLine): PostLine => {
  const cover = found?.find(({ id }) => id === thumb)
  return {
    ...line,
    thumb: cover?.kind === 'picture' ? toPicture(cover) : null,
    files: ids.flatMap((id) => found?.filter((file) => file.id === id).map(toStoredFile) ?? []),
    texts: { ko: toText(ko), ...(en && { en: toText(en) }), ...(cn && { cn: toText(cn) }) },
    trashedAt: toIsoInstantOrNull(line.trashedAt),
    createdAt: toIsoInstant(line.createdAt),
    updatedAt: toIsoInstant(line.updatedAt),
  }
}

/**
 * Returns a page of posts for staff and the total count in one statement; separate queries for posts, texts, files and
 * authors would be five round trips. Bodies are not read.
 */
export const listPosts = async (
  context: Context,
  { where, order, page, limit }: { where: SQL | undefined; order: SQL; page: number; limit: number },
): Promise<{ boards: PostLine[]; total: number }> => {
  const { rows } = await context.database.execute<{ line: FoundLine; total: number }>(sql`
    SELECT json_build_object(
      '_id', ${posts.id}, 'code', ${posts.code}, 'category', ${posts.category}, 'slug', ${posts.slug},
      'pinned', ${posts.pinned}, 'comments', ${posts.comments}, 'views', ${posts.views}, 'trashedAt', ${posts.trashedAt},
      'createdAt', ${posts.createdAt}, 'updatedAt', ${posts.updatedAt}, 'files', ${posts.files}, 'thumb', ${posts.thumb},
      'found', (SELECT json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'mime', f.mime,
          'bytes', f.bytes, 'alt', f.alt, 'width', f.width, 'height', f.height, 'widths', f.widths, 'formats', f.formats))
        FROM ${files} AS f WHERE f.id = ANY (${posts.files} || ${posts.thumb})),
      'texts', (SELECT json_object_agg(t.locale, json_build_object('subject', t.subject, 'summary', t.summary,
          'state', t.state, 'publishFrom', t.publish_from, 'publishTo', t.publish_to, 'facts', t.facts))
        FROM ${postTexts} AS t WHERE t.post_id = ${posts.id}),
      'author', CASE WHEN ${posts.authorId} IS NOT NULL THEN json_build_object('_id', ${posts.authorId},
        'name', coalesce((SELECT u.name FROM ${users} AS u WHERE u.id = ${posts.authorId}), '')) END) AS line,
      (SELECT count(*) FROM ${posts} WHERE ${where}) AS total
    FROM ${posts} WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`)
  const boards = rows.map(({ line }) => toLine(line))
  if (rows[0]) return { boards, total: rows[0].total }
  // A page beyond the last has no row to carry the total.
  const [totals] = page > 1 ? await context.database.select({ total: count() }).from(posts).where(where) : []
  return { boards, total: totals?.total ?? 0 }
}
