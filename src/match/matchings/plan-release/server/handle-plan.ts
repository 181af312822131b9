import type { Handlers } from '#kit/server/context.ts'
import { findConsoleFair } from '../../schedule-board/server/read-board.ts'
import type { planRelease } from '../contract.ts'
import { countUnreleased, holdPlan, releasePlan } from './release-plan.ts'

export const planHandlers: Handlers<typeof planRelease> = {
  async hold(context, { params }) {
    const { id } = await findConsoleFair(context, params.id)
    await holdPlan(context, id)
    return { unreleased: await countUnreleased(context, id) }
  },

  release: async (context, { params }) => ({ told: await releasePlan(context, params.id) }),
}
