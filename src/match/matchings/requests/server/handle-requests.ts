import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { findOwnBuyer } from '../../availability/server/find-own-buyer.ts'
import type { matchings as contract } from '../../contract.ts'
import { changeOwnMatching, lockForChange } from '../../server/change-own-matching.ts'
import { sideOf } from '../../server/find-matchings.ts'
import { presentConsoleMatching } from '../../server/present-console-matching.ts'
import { presentOwnMatching } from '../../server/present-own-matching.ts'
import type { requestRoutes } from '../contract.ts'
import { cancelMatching, cancelOwnMatching } from './cancel-matching.ts'
import { createRequest } from './create-request.ts'
import { declineMatching } from './decline-request.ts'
import { editRequest } from './edit-request.ts'
import { reopenMeeting } from './reopen-meeting.ts'

export const requestHandlers: Pick<Handlers<typeof contract>, keyof ReturnType<typeof requestRoutes>> = {
  async request(context, { body }) {
    const fair = await findFair(context, body.fair)
    const id = await createRequest(context, {
      ...body,
      fair,
      buyerOf: async (within) => (await findOwnBuyer(within, fair.id)).id,
    })
    return presentOwnMatching(context, id)
  },

  edit: (context, { params, body, sent, stamp }) =>
    changeOwnMatching(context, params.id, async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const { message } = body
      await editRequest(within, params.id, {
        stamp,
        message,
        product: sent.has('product') ? (body.product ?? null) : undefined,
      })
    }),

  decline: (context, { params, body }) =>
    changeOwnMatching(context, params.id, async (within) => {
      const before = await lockForChange(within, params.id)
      const side = sideOf(within, before)
      // A buyer declines only an offer; it withdraws its own request (`cancel`).
      if (side === 'buyer' && before.matching.state === 'requested') throw new AppError('forbidden')
      await declineMatching(within, before, { side, reason: body.reason })
    }),

  cancel: (context, { params, body }) =>
    changeOwnMatching(context, params.id, (within) => cancelOwnMatching(within, params.id, body.reason)),

  move: (context, { params, body }) =>
    changeOwnMatching(context, params.id, (within) => reopenMeeting(within, params.id, body.reason)),

  async cancelFor(context, { params, body }) {
    await context.transaction((within) => cancelMatching(within, params.id, body.reason))
    return presentConsoleMatching(context, params.id)
  },
}
