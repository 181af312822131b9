import type { Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { availability } from '../contract.ts'
import { findOwnBuyer } from './find-own-buyer.ts'
import { listSchedules } from './list-schedules.ts'
import { presentSchedule } from './present-schedule.ts'
import { saveDraft } from './save-draft.ts'
import { replaceTimes } from './save-free-times.ts'

export const availabilityHandlers: Handlers<typeof availability> = {
  schedulesOfFairs: (context, { query }) => listSchedules(context, query),

  schedule: (context, { params }) => presentSchedule(context, params.fair),

  async setTimes(context, { params, body }) {
    await replaceTimes(context, params.fair, body)
    return presentSchedule(context, params.fair)
  },

  async draftTimes(context, { params, body }) {
    const { id: fairId } = await findFair(context, params.fair)
    return saveDraft(context, { fairId, buyerId: (await findOwnBuyer(context, fairId)).id }, body)
  },
}
