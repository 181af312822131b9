import type { Handlers } from '#kit/server/context.ts'
import { seoulMoments } from '#kit/time/seoul-day.ts'
import type { scheduleBoard } from '../contract.ts'
import { listSeatAnswers } from './list-seat-answers.ts'
import { placeMeeting, restoreMeeting } from './place-meeting.ts'
import { presentPlaced, readBoard } from './read-board.ts'
import { readWaiting } from './read-waiting.ts'

export const boardHandlers: Handlers<typeof scheduleBoard> = {
  board: async (context, { params, query }) => ({ board: await readBoard(context, params.id, query.day) }),

  waiting: (context, { params, query }) => readWaiting(context, params.id, query),

  seats: async (context, { params, query }) => ({
    seats: await listSeatAnswers(context, params.id, seoulMoments({ from: query.day, to: query.day })),
  }),

  async place(context, { params, body }) {
    const { updatedAt, ...seat } = body
    await placeMeeting(context, params.id, { ...seat, stamp: new Date(updatedAt) })
    return presentPlaced(context, params.id)
  },

  async restore(context, { params, body }) {
    await restoreMeeting(context, params.id, new Date(body.updatedAt))
    return presentPlaced(context, params.id)
  },
}
