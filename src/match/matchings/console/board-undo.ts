import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { Lifted } from './board-view.ts'

/** A move that can be taken back: where the meeting was; null: it had no time. */
export interface Done {
  _id: string
  updatedAt: string
  from: Lifted['from']
  /** Both companies were told of it at once: the plan was released. */
  told: boolean
}

/**
 * What the companies were told since it was done is not taken back, and what was placed and told is a meeting that both
 * know: it is moved or cancelled, with a reason.
 */
export const canTakeBack = (isReleased: boolean, { from, told }: Pick<Done, 'from' | 'told'>): boolean =>
  !isReleased || (told && from !== null)

/** The moves that are left once one was taken back; an earlier one of the same meeting starts from its new version. */
export const afterUndo = (
  done: readonly Done[],
  last: Done,
  placed: Pick<Done, '_id' | 'updatedAt'>,
): readonly Done[] =>
  done
    .filter((one) => one !== last)
    .map((one) => (one._id === placed._id ? { ...one, updatedAt: placed.updatedAt } : one))

/**
 * The moves that are left where one could not be taken back: without an answer, or where its place is taken, all of
 * them, to be tried again. Of a meeting that somebody else has changed or cancelled none can be taken back any more.
 */
export const afterRefusal = (done: readonly Done[], last: Done, error: unknown): readonly Done[] => {
  if (!(error instanceof CallRefused)) return done
  const { fields } = error.refusal
  const isGone = error.status === 404
  const isOther = error.status === 409 && (!fields || fields.slot === m.board_field_moved())
  return isGone || isOther ? done.filter(({ _id }) => _id !== last._id) : done
}
