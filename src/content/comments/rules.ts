import { composeText } from '#kit/text/compose-text.ts'
/** Maximum characters of a comment and of the reason for hiding. */
export const maxCommentLength = 1000
export const maxReasonLength = 300

/** Threads per page, newest first. */
export const threadsPerPage = 20

/** Maximum replies per comment; enforced by the constraint `comments_replies`. */
export const maxReplies = 100

/** Rate limit per account: `most` comments within `within` ms. Enforced through the table `comment_allowances`. */
export const commentRateLimit = { most: 5, within: 60_000 }

export const commentStates = ['visible', 'hidden', 'removed'] as const
export type CommentState = (typeof commentStates)[number]

/** State transitions for staff. A comment removed by its author has none; the server checks that separately. */
export const staffTransitions: Record<CommentState, readonly CommentState[]> = {
  visible: ['hidden', 'removed'],
  hidden: ['visible', 'removed'],
  removed: ['visible', 'hidden'],
}

/** Returns the states from which staff may move a comment to `to`. */
export const listStatesBefore = (to: CommentState): CommentState[] =>
  commentStates.filter((from) => staffTransitions[from].includes(to))

/** Normalizes a text for storage: line ends, at most one empty line in a row, no invisible characters. */
export const normalizeText = (text: string): string =>
  composeText(text.replaceAll('\0', ''))
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Segment of a comment: plain text or a link. */
export interface TextSegment {
  /** Offset in the text, in UTF-16 code units. */
  at: number
  text: string
  isLink: boolean
}

const urlPattern = /https?:\/\/[^\s<>"'`{}|\\^]+/gi
/** Trailing punctuation does not belong to a web address. */
const trailingPunctuation = /[.,;:!?)\]…。，、；：！？）」』》]+$/u

/** Splits a text into plain segments and web addresses; joined, the segments equal the text. */
export const splitLinks = (text: string): TextSegment[] => {
  const segments: TextSegment[] = []
  let at = 0
  for (const match of text.matchAll(urlPattern)) {
    const link = match[0].replace(trailingPunctuation, '')
    if (!URL.canParse(link)) continue
    if (match.index > at) segments.push({ at, text: text.slice(at, match.index), isLink: false })
    segments.push({ at: match.index, text: link, isLink: true })
    at = match.index + link.length
  }
  if (at < text.length) segments.push({ at, text: text.slice(at), isLink: false })
  return segments
}

/** What `mergeChanges` needs of a comment. */
interface MergeableComment {
  _id: string
  parent: string | null
  state: CommentState
}
type Thread<Comment> = Comment & { replies: Comment[] }

/**
 * Merges comments written, changed or removed in this tab into a loaded page of threads. Returns the threads and the
 * number of visible comments.
 */
export const mergeChanges = <Comment extends MergeableComment>(
  threads: readonly Thread<Comment>[],
  spoken: number,
  changes: readonly Comment[],
): { threads: Thread<Comment>[]; spoken: number } => {
  const threadsById = new Map(threads.map((thread) => [thread._id, { ...thread, replies: [...thread.replies] }]))
  let readable = spoken
  for (const change of changes) {
    const siblings = change.parent ? threadsById.get(change.parent)?.replies : undefined
    const thread = threadsById.get(change._id)
    const at = siblings?.findIndex(({ _id }) => _id === change._id) ?? -1
    const before = thread ?? siblings?.[at]
    readable += Number(change.state === 'visible') - Number(before?.state === 'visible')
    if (thread) threadsById.set(change._id, { ...change, replies: thread.replies })
    else if (siblings) siblings.splice(at < 0 ? siblings.length : at, at < 0 ? 0 : 1, change)
    else if (!change.parent) threadsById.set(change._id, { ...change, replies: [] })
  }
  const isNew = (thread: Thread<Comment>) => !threads.some(({ _id }) => _id === thread._id)
  const all = [...threadsById.values()].map((thread) => ({
    ...thread,
    replies: thread.replies.filter(({ state }) => state === 'visible'),
  }))
  return {
    threads: [...all.filter(isNew).reverse(), ...all.filter((thread) => !isNew(thread))].filter(
      ({ state, replies }) => state === 'visible' || replies.length > 0,
    ),
    spoken: readable,
  }
}
