import { describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { canUndoMove, movesAfterFailedUndo, movesAfterUndo, type UndoableMove } from './undo-moves.ts'

const doneOf = (_id: string, updatedAt: string): UndoableMove => ({
  _id,
  updatedAt,
  from: { slot: 'ten', place: 1 },
  wasAnnounced: false,
})
const [first, other, last] = [doneOf('a', '1'), doneOf('b', '1'), doneOf('a', '2')]
const done = [first, other, last]
const refusal = (status: number, fields?: Record<string, string>) =>
  new CallRefused(status, { message: 'x', code: 'conflict', ...(fields && { fields }) })

describe('undoing a move', () => {
  it('keeps the other moves and gives earlier ones of the same meeting its new version', () => {
    expect(movesAfterUndo(done, last, { _id: 'a', updatedAt: '3' })).toEqual([{ ...first, updatedAt: '3' }, other])
  })

  it('keeps the move for a retry without an answer, with a busy server or a taken place', () => {
    for (const error of [new TypeError('Failed to fetch'), refusal(503), refusal(409, { slot: '이미 찬 시간' })])
      expect(movesAfterFailedUndo(done, last, error)).toEqual(done)
  })

  it('drops all moves of a meeting that another user has changed, cancelled or removed', () => {
    for (const error of [refusal(409, { slot: m.board_field_moved() }), refusal(409), refusal(404)])
      expect(movesAfterFailedUndo(done, last, error)).toEqual([other])
  })

  it('is not offered for a move that was announced since', () => {
    expect(canUndoMove(false, last)).toBe(true)
    expect(canUndoMove(true, last)).toBe(false)
    expect(canUndoMove(true, { from: last.from, wasAnnounced: true })).toBe(true)
    expect(canUndoMove(true, { from: null, wasAnnounced: true })).toBe(false)
  })
})
