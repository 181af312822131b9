import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { LiftedMeeting } from './board-rows.ts'

/** A move that can be undone. `from` is the previous seat; null if the meeting had no time. */
export interface UndoableMove {
  _id: string
  updatedAt: string
  from: LiftedMeeting['from']
  /** True if both companies were notified immediately, because the plan was released. */
  wasAnnounced: boolean
}

/**
 * Returns true if a move can be undone. An unreleased move cannot be undone after the release announced it. A request
 * that was placed and announced cannot either: both companies know the meeting, so it must be moved or cancelled with a
 * reason.
 */
export const canUndoMove = (
  isReleased: boolean,
  { from, wasAnnounced }: Pick<UndoableMove, 'from' | 'wasAnnounced'>,
): boolean => !isReleased || (wasAnnounced && from !== null)

/** Returns the remaining moves after an undo; earlier moves of the same meeting get its new version. */
export const movesAfterUndo = (
  done: readonly UndoableMove[],
  last: UndoableMove,
  placed: Pick<UndoableMove, '_id' | 'updatedAt'>,
): readonly UndoableMove[] =>
  done
    .filter((one) => one !== last)
    .map((one) => (one._id === placed._id ? { ...one, updatedAt: placed.updatedAt } : one))

/**
 * Returns the remaining moves after a failed undo. Without an answer, or if the place is taken, all remain for a retry.
 * If another user has changed or cancelled the meeting, all its moves are dropped.
 */
export const movesAfterFailedUndo = (
  done: readonly UndoableMove[],
  last: UndoableMove,
  error: unknown,
): readonly UndoableMove[] => {
  if (!(error instanceof CallRefused)) return done
  const { fields } = error.refusal
  const isGone = error.status === 404
  const isOther = error.status === 409 && (!fields || fields.slot === m.board_field_moved())
  return isGone || isOther ? done.filter(({ _id }) => _id !== last._id) : done
}
