import { count, type SQL, sql } from 'drizzle-orm'
import { toPicture, toStoredFile } from '#kit/files/library.ts'
import { type FileRow, files } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { PostLine } from './contract.ts'
import { posts, postTexts } from './table.ts'

type Text = PostLine['texts']['ko']
/** Of `JSON` in a row: moments are texts. */
type FoundFile = Pick<
  FileRow,
  'id' | 'kind' | 'name' | 'mime' | 'bytes' | 'alt' | 'width' | 'height' | 'widths' | 'formats'
>

/** A row of the statement below; `execute` leaves moments as texts too. */
interface FoundLine extends Record<string, unknown> {
  id: string
  code: string
  category: string | null
  slug: string | null
  pinned: boolean
  comments: boolean
  views: number
  createdAt: string
  updatedAt: string
  trashedAt: string | null
  /** The attachments, and the cover. */
  files: FoundFile[] | null
  fileIds: string[]
  thumb: string | null
  texts: PostLine['texts']
  author: PostLine['author']
  total: number
}

const instant = (moment: string): string => new Date(moment).toISOString()
const instantOrNull = (moment: string | null): string | null => (moment === null ? null : instant(moment))

const toText = (text: Text): Text => ({
  ...text,
  publishFrom: instantOrNull(text.publishFrom),
  publishTo: instantOrNull(text.publishTo),
})

const toLine = (row: FoundLine): PostLine => {
  const { ko, en, cn } = row.texts
  const cover = row.files?.find(({ id }) => id === row.thumb)
  return {
    _id: row.id,
    code: row.code,
    category: row.category,
    slug: row.slug,
    pinned: row.pinned,
    comments: row.comments,
    thumb: cover?.kind === 'picture' ? toPicture(cover) : null,
    files: row.fileIds.flatMap((id) => row.files?.filter((file) => file.id === id).map(toStoredFile) ?? []),
    texts: { ko: toText(ko), ...(en && { en: toText(en) }), ...(cn && { cn: toText(cn) }) },
    author: row.author,
    views: row.views,
    trashedAt: instantOrNull(row.trashedAt),
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  }
}

/**
 * A page of posts as a list of staff shows them and how many there are, in one statement: asked after each other, the
 * posts, their texts, files and authors cost four times the processor. It reads no text that the list does not show.
 */
export const findLines = async (
  context: Context,
  { where, order, page, limit }: { where: SQL | undefined; order: SQL; page: number; limit: number },
): Promise<{ boards: PostLine[]; total: number }> => {
  const { rows } = await context.database.execute<FoundLine>(sql`
    SELECT ${posts.id}, ${posts.code}, ${posts.category}, ${posts.slug}, ${posts.pinned}, ${posts.comments},
      ${posts.views}, ${posts.createdAt} AS "createdAt", ${posts.updatedAt} AS "updatedAt",
      ${posts.trashedAt} AS "trashedAt", ${posts.files} AS "fileIds", ${posts.thumb},
      (SELECT json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
          'alt', f.alt, 'width', f.width, 'height', f.height, 'widths', f.widths, 'formats', f.formats))
        FROM ${files} AS f WHERE f.id = ${posts.thumb} OR f.id = ANY (${posts.files})) AS files,
      (SELECT json_object_agg(t.locale, json_build_object('subject', t.subject, 'summary', t.summary, 'state', t.state,
          'publishFrom', t.publish_from, 'publishTo', t.publish_to, 'facts', t.facts))
        FROM ${postTexts} AS t WHERE t.post_id = ${posts.id}) AS texts,
      CASE WHEN ${posts.authorId} IS NOT NULL THEN json_build_object('_id', ${posts.authorId}, 'name',
        coalesce((SELECT u.name FROM ${users} AS u WHERE u.id = ${posts.authorId}), '')) END AS author,
      (SELECT count(*) FROM ${posts} WHERE ${where}) AS total
    FROM ${posts} WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`)
  const boards = rows.map(toLine)
  if (rows[0]) return { boards, total: rows[0].total }
  // A page past the last one has no row that could tell.
  const [totals] = page > 1 ? await context.database.select({ total: count() }).from(posts).where(where) : []
  return { boards, total: totals?.total ?? 0 }
}
