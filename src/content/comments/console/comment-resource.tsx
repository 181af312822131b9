import type { Listed } from '#console/kit/list/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Comment, comments } from '../contract.ts'

type CommentState = Comment['state']

export const commentClient = clientOf(comments)

/** Comments are written by members: a list, and what staff make of one. */
export const commentResource: Listed<Comment, never, 'state' | 'code' | 'post', 'createdAt' | 'updatedAt'> = {
  path: comments.list.path,
  access: 'console:boards',
  async list(query, options) {
    const { comments: records, ...paging } = await commentClient.list({ query }, options)
    return { ...paging, records }
  },
}

export const commentWords: Record<CommentState, () => string> = {
  visible: m.comments_state_visible,
  hidden: m.comments_state_hidden,
  removed: m.comments_state_removed,
}

export const commentMarks: Record<CommentState, Mark> = { visible: 'published', hidden: 'hidden', removed: 'ended' }

/** The usual reasons for hiding, as its author reads them. */
export const hidingReasons = () => [
  m.comments_reason_privacy(),
  m.comments_reason_abuse(),
  m.comments_reason_advertising(),
  m.comments_reason_topic(),
]

/** What it says; nothing is left of one that its author removed. */
export const commentText = ({ body, removedBy }: Comment): string =>
  removedBy === 'author' ? m.comments_removed_by_author() : body

export const commentAuthor = ({ author }: Comment): string => author?.name ?? m.comments_anonymous()

/** Brings a comment to a state, from the version that is shown. Throws `CallRefused`. */
export const moveComment = async (
  { _id, updatedAt }: Pick<Comment, '_id' | 'updatedAt'>,
  state: CommentState,
  reason = '',
): Promise<Comment> => (await commentClient.update({ params: { id: _id }, body: { state, reason, updatedAt } })).comment

/** Puts a comment back as it was, from whatever version it has now. */
export const putBack = async (before: Comment): Promise<Comment> => {
  const { comment } = await commentClient.get({ params: { id: before._id } })
  return moveComment(comment, before.state, before.reason)
}

/** A page of comments as threads: each answer beneath what it answers, where that is on the page. */
export const inThreads = (list: readonly Comment[]): Comment[] => {
  const answersTo = (id: string) => list.filter(({ parent }) => parent === id).toReversed()
  return list
    .filter(({ parent }) => !list.some(({ _id }) => _id === parent))
    .flatMap((comment) => [comment, ...answersTo(comment._id)])
}
