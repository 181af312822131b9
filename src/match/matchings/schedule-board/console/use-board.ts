import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { type Board, board as contract } from '../contract.ts'
import type { LiftedMeeting } from './board-rows.ts'
import { canUndoMove, movesAfterFailedUndo, movesAfterUndo, type UndoableMove } from './undo-moves.ts'

export const client = clientOf(contract)

const boardKey = (fair: string) => [contract.board.path, fair] as const
export const waitingKey = (fair: string) => [contract.waiting.path, fair] as const

/** Loads one day of a fair, keeps it up to date while others change it, and returns the actions of the board. */
export const useBoard = (fair: string, day: string | null) => {
  const queries = useQueryClient()
  const [done, setDone] = useState<readonly UndoableMove[]>([])
  const isUndoing = useRef(false)
  const query = useQuery({
    queryKey: [...boardKey(fair), day],
    queryFn: ({ signal }) =>
      client.board({ params: { id: fair }, query: day ? { day } : {} }, { signal }).then(({ board }): Board => board),
    placeholderData: (before) => before,
  })
  const isReleased = query.data?.fair.released ?? true
  const reread = useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: boardKey(fair) }),
      queries.invalidateQueries({ queryKey: waitingKey(fair) }),
    ])
  }, [queries, fair])
  const onEvent = useCallback(() => void reread(), [reread])
  useLiveEvents('matchings', onEvent)
  useLiveEvents('plans', onEvent)
  useLiveEvents('schedules', onEvent)

  /** Places a lifted meeting; returns why it was refused, or null. */
  const place = async (
    lifted: LiftedMeeting,
    slot: string,
    number: number | null,
    reason: string,
  ): Promise<string | null> => {
    try {
      const { placed } = await client.place({
        params: { id: lifted._id },
        body: { slot, place: number, reason, updatedAt: lifted.updatedAt },
      })
      setDone((before) => [
        ...before,
        { _id: placed._id, updatedAt: placed.updatedAt, from: lifted.from, wasAnnounced: isReleased },
      ])
      return null
    } catch (error) {
      return refusalMessage(error)
    } finally {
      await reread()
    }
  }

  /** Undoes the last move; returns why it was refused, or null. */
  const undo = async (): Promise<string | null> => {
    const last = done.at(-1)
    // Ignore a second press while an undo is pending: it would undo the same move.
    if (!last || isUndoing.current) return null
    // A toast that offers undo may outlive the release of the plan.
    if (!canUndoMove(isReleased, last)) return m.board_undo_told()
    isUndoing.current = true
    try {
      const params = { id: last._id }
      const { placed } = last.from
        ? await client.place({
            params,
            body: { ...last.from, reason: m.board_undo_reason(), updatedAt: last.updatedAt },
          })
        : await client.restore({ params, body: { updatedAt: last.updatedAt } })
      setDone((before) => movesAfterUndo(before, last, placed))
      return null
    } catch (error) {
      setDone((before) => movesAfterFailedUndo(before, last, error))
      return refusalMessage(error)
    } finally {
      isUndoing.current = false
      await reread()
    }
  }

  const last = done.at(-1)
  return { ...query, reread, place, undo, canUndo: last !== undefined && canUndoMove(isReleased, last) }
}
