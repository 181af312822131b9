import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { OwnComment, PublicComment } from '../contract.ts'
import { type CommentRow, comments } from '../table.ts'

interface AuthoredComment {
  comment: CommentRow
  author: { id: string; name: string } | null
}

export const authorColumns = { id: users.id, name: users.name }
/** Join condition of the author; the name is null after the account is removed. */
export const isAuthorOfComment = and(eq(users.id, comments.authorId), ne(users.state, 'withdrawn'))

export const presentFields = ({ comment: row }: AuthoredComment) => ({
  _id: row.id,
  parent: row.parentId,
  body: row.body,
  lang: row.locale,
  state: row.state,
  editedAt: row.editedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const presentPublic = (authored: AuthoredComment): PublicComment => {
  const isShown = authored.comment.state === 'visible'
  return {
    ...presentFields(authored),
    body: isShown ? authored.comment.body : '',
    author: isShown ? (authored.author?.name ?? null) : null,
  }
}

export const presentOwn = (authored: AuthoredComment): OwnComment => ({
  ...presentFields(authored),
  author: authored.author?.name ?? null,
  reason: authored.comment.reason,
})

/** Selects comments with their authors. */
export const selectAuthored = (context: Context) =>
  context.database
    .select({ comment: comments, author: authorColumns })
    .from(comments)
    .leftJoin(users, isAuthorOfComment)
