import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, one, page, recordFields, route } from '#kit/contract.ts'
import { commentStates, maxCommentLength, maxReasonLength, normalizeText } from './rules.ts'

export const CommentState = z.enum(commentStates)

const Text = z.string().overwrite(normalizeText).min(1).max(maxCommentLength)

const commentFields = {
  ...recordFields,
  parent: Id.nullable().describe('Comment that it replies to'),
  body: z.string().describe('Plain text with line breaks'),
  lang: Locale.describe('Language of the page it was written on'),
  state: CommentState,
  editedAt: Instant.nullable(),
}

/** Comment for the public. A hidden or removed comment keeps its place without text and author. */
export const PublicComment = z
  .object({
    ...commentFields,
    author: z.string().nullable().describe('Displayed name; null after the account is removed'),
  })
  .meta({ id: 'PublicComment' })
export type PublicComment = z.infer<typeof PublicComment>

/** Comment with its replies, oldest reply first. */
export const CommentThread = z
  .object({ ...PublicComment.shape, replies: z.array(PublicComment) })
  .meta({ id: 'CommentThread' })
export type CommentThread = z.infer<typeof CommentThread>

/** Comment for its author, with the reason if staff hid it. */
export const OwnComment = z.object({ ...PublicComment.shape, reason: z.string() }).meta({ id: 'OwnComment' })
export type OwnComment = z.infer<typeof OwnComment>

/** Own comment with its post, for the list of all comments of a member. */
export const OwnCommentOnPost = z
  .object({ ...OwnComment.shape, post: z.object({ subject: z.string(), lang: Locale, to: z.string() }).nullable() })
  .meta({ id: 'SaidComment' })
export type OwnCommentOnPost = z.infer<typeof OwnCommentOnPost>

/** Comment for staff. */
export const Comment = z
  .object({
    ...commentFields,
    post: z.object({ _id: Id, code: z.string(), slug: z.string(), subject: z.string() }),
    author: z.object({ _id: Id, name: z.string() }).nullable(),
    reason: z.string(),
    removedBy: z.enum(['author', 'staff']).nullable(),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const CommentChange = z.strictObject({
  state: CommentState,
  reason: z.string().trim().max(maxReasonLength).default('').describe('Required for hiding; shown to the author'),
})

const console = crud('/api/console/comments', { one: 'comment', many: 'comments' }, Comment, CommentChange, {
  access: 'console:boards',
  sort: ['createdAt', 'updatedAt'],
  filters: { state: CommentState.optional(), code: z.string().max(40).optional(), post: Id.optional() },
})

const CommentParams = z.strictObject({ id: Id, comment: Id })
const changedComment = one('comment', PublicComment)

/** Comments on posts. If the board or the post takes none, every public path answers 404. */
export const comments = {
  list: console.list,
  get: console.get,
  update: route({
    ...console.update,
    summary: 'Hide a comment with a reason, show it again, remove it, or restore one that staff removed.',
  }),
  discussion: route({
    method: 'GET',
    path: '/api/v1/boards/{id}/comments',
    access: 'public',
    summary: 'List the comment threads of a published post, newest first, with all replies.',
    params: ById,
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    answer: z.object({
      comments: z.array(CommentThread),
      total: z.number().int().describe('Number of threads'),
      spoken: z.number().int().describe('Number of visible comments and replies'),
      page: z.number().int(),
      limit: z.number().int(),
    }),
    cached: true,
  }),
  ownComments: route({
    method: 'GET',
    path: '/api/v1/boards/{id}/comments/mine',
    access: 'member',
    summary:
      'Get the displayed name of the caller and their latest 100 comments on a post, hidden ones with the reason.',
    params: ById,
    answer: z.object({ name: z.string().describe('Displayed name of the author'), comments: z.array(OwnComment) }),
  }),
  said: route({
    method: 'GET',
    path: '/api/v1/me/comments',
    access: 'member',
    owned: true,
    summary: 'List the comments of the caller on all posts, newest first; `post` is null if the post is not visible.',
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    answer: page('comments', OwnCommentOnPost),
  }),
  comment: route({
    method: 'POST',
    path: '/api/v1/boards/{id}/comments',
    access: 'member',
    summary: 'Comment on a post or reply to a comment. At most five per minute and account.',
    params: ById,
    body: z.strictObject({ body: Text, parent: Id.nullable().default(null) }),
    answer: changedComment,
    status: 201,
    idempotent: true,
    perMinute: 300,
  }),
  editComment: route({
    method: 'PUT',
    path: '/api/v1/boards/{id}/comments/{comment}',
    access: 'member',
    summary: 'Edit the text of an own comment.',
    params: CommentParams,
    body: z.strictObject({ body: Text, updatedAt: Instant.optional() }),
    answer: changedComment,
    perMinute: 300,
  }),
  removeComment: route({
    method: 'DELETE',
    path: '/api/v1/boards/{id}/comments/{comment}',
    access: 'member',
    summary: 'Remove an own comment: its text is deleted, its replies stay.',
    params: CommentParams,
    status: 204,
  }),
}
