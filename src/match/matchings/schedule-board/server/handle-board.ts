import type { Handlers } from '#kit/server/context.ts'
import { seoulMoments } from '#kit/time/seoul-day.ts'
import { countFairNotices } from '../../fair-changes/server/notify-participants.ts'
import { previewDisplaced } from '../../fair-changes/server/record-displaced.ts'
import { countUnreleased, holdPlan, releasePlan } from '../../plan-release/server/release-plan.ts'
import type { board as contract } from '../contract.ts'
import { listSeatAnswers, placeMeeting, restoreMeeting } from './place-meeting.ts'
import { fairOfDesk, presentPlaced, readBoard, readWaiting } from './read-board.ts'

export const boardHandlers: Handlers<typeof contract> = {
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

  falls: (context, { params, body }) => previewDisplaced(context, params.id, body),

  async setBack(context, { params, body: { phase, startsAt, endsAt } }) {
    return countFairNotices(context, await fairOfDesk(context, params.id), {
      ...(phase && { phase }),
      ...(startsAt && { startsAt: new Date(startsAt) }),
      ...(endsAt && { endsAt: new Date(endsAt) }),
    })
  },

  async hold(context, { params }) {
    const { id } = await fairOfDesk(context, params.id)
    await holdPlan(context, id)
    return { unreleased: await countUnreleased(context, id) }
  },

  release: async (context, { params }) => ({ told: await releasePlan(context, params.id) }),
}
