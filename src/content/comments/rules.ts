import type { CommentThread, PublicComment } from './contract.ts'

/** Characters of a comment and of the reason staff give, at most. */
export const longestComment = 1000
export const longestReason = 300

/** Threads on a page of a post, newest first. */
export const threadsOnPage = 20

/** Answers a comment can be given; `comments_replies` holds it. */
export const mostReplies = 100

/** So many comments an account may write within so many milliseconds; `comment_allowances` holds it. */
export const allowance = { most: 5, within: 60_000 }

export const commentStates = ['visible', 'hidden', 'removed'] as const
export type CommentState = (typeof commentStates)[number]

/** What staff may make of a comment. One that its author removed is gone and leads nowhere. */
export const staffMoves: Record<CommentState, readonly CommentState[]> = {
  visible: ['hidden', 'removed'],
  hidden: ['visible', 'removed'],
  removed: ['visible', 'hidden'],
}

/** The states from which staff may bring a comment to this one. */
export const statesBefore = (to: CommentState): CommentState[] =>
  commentStates.filter((from) => staffMoves[from].includes(to))

/** Characters that turn the direction of a line or show nothing: they make a text read as another. */
const deceptive = /[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]|(?!\n)\p{Cc}/gu

/** A text as it is kept: lines end alike, at most one empty line in a row, no invisible characters. */
export const tidy = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, ' ')
    .replace(deceptive, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A stretch of a comment: plain words, or an address that can be followed. */
export interface Stretch {
  /** Where it begins. */
  at: number
  text: string
  isLink: boolean
}

const address = /https?:\/\/[^\s<>"'`{}|\\^]+/gi
/** What ends a sentence ends the address before it. */
const ending = /[.,;:!?)\]…。，、；：！？）」』》]+$/u

/** Finds the web addresses in a text; everything together is the text again. */
export const stretchesOf = (text: string): Stretch[] => {
  const stretches: Stretch[] = []
  let at = 0
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(ending, '')
    if (!URL.canParse(link)) continue
    if (match.index > at) stretches.push({ at, text: text.slice(at, match.index), isLink: false })
    stretches.push({ at: match.index, text: link, isLink: true })
    at = match.index + link.length
  }
  if (at < text.length) stretches.push({ at, text: text.slice(at), isLink: false })
  return stretches
}

/** A page of threads with what was written, changed or removed here since it was read, and how many can be read then. */
export const withChanges = (
  threads: readonly CommentThread[],
  spoken: number,
  changes: readonly PublicComment[],
): { threads: CommentThread[]; spoken: number } => {
  const known = new Map(threads.map((thread) => [thread._id, { ...thread, replies: [...thread.replies] }]))
  let readable = spoken
  for (const change of changes) {
    const siblings = change.parent ? known.get(change.parent)?.replies : undefined
    const thread = known.get(change._id)
    const at = siblings?.findIndex(({ _id }) => _id === change._id) ?? -1
    const before = thread ?? siblings?.[at]
    readable += Number(change.state === 'visible') - Number(before?.state === 'visible')
    if (thread) known.set(change._id, { ...change, replies: thread.replies })
    else if (siblings) siblings.splice(at < 0 ? siblings.length : at, at < 0 ? 0 : 1, change)
    else if (!change.parent) known.set(change._id, { ...change, replies: [] })
  }
  const isNew = (thread: CommentThread) => !threads.some(({ _id }) => _id === thread._id)
  const all = [...known.values()].map((thread) => ({
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
