import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Comment, comments } from '../contract.ts'

type CommentState = Comment['state']

export const commentClient = clientOf(comments)

/** List resource of comments. Members write them, so there is no create. */
export const commentResource: ListResource<Comment, never, 'state' | 'code' | 'post', 'createdAt' | 'updatedAt'> = {
  path: comments.list.path,
  access: 'console:boards',
  async list(query, options) {
    const { comments: records, ...paging } = await commentClient.list({ query }, options)
    return { ...paging, records }
  },
}

export const commentStateLabels: Record<CommentState, () => string> = {
  visible: m.comments_state_visible,
  hidden: m.comments_state_hidden,
  removed: m.comments_state_removed,
}

export const commentMarks: Record<CommentState, Mark> = { visible: 'published', hidden: 'hidden', removed: 'ended' }

/** Common reasons for hiding, as shown to the author. */
export const listHidingReasons = () => [
  m.comments_reason_privacy(),
  m.comments_reason_abuse(),
  m.comments_reason_advertising(),
  m.comments_reason_topic(),
]

/** Returns the text to display; a comment removed by its author has none. */
export const getCommentText = ({ body, removedBy }: Comment): string =>
  removedBy === 'author' ? m.comments_removed_by_author() : body

export const getCommentAuthor = ({ author }: Comment): string => author?.name ?? m.comments_anonymous()

/** Changes the state of a comment with the displayed version as optimistic lock. Throws `CallRefused`. */
export const moveComment = async (
  { _id, updatedAt }: Pick<Comment, '_id' | 'updatedAt'>,
  state: CommentState,
  reason = '',
): Promise<Comment> => (await commentClient.update({ params: { id: _id }, body: { state, reason, updatedAt } })).comment

/** Restores the previous state of a comment from its current version. */
export const restoreComment = async (before: Comment): Promise<Comment> => {
  const { comment } = await commentClient.get({ params: { id: before._id } })
  return moveComment(comment, before.state, before.reason)
}

/** Groups a page of comments into threads: each reply follows its parent if both are on the page. */
export const groupThreads = (list: readonly Comment[]): Comment[] => {
  const answersTo = (id: string) => list.filter(({ parent }) => parent === id).toReversed()
  return list
    .filter(({ parent }) => !list.some(({ _id }) => _id === parent))
    .flatMap((comment) => [comment, ...answersTo(comment._id)])
}
