import type { Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { confirmTime } from '../../booking/server/confirm-time.ts'
import { lockCompanies, withBookingErrors } from '../../booking/server/lock-bookings.ts'
import { offerTimes } from '../../booking/server/offer-times.ts'
import { presentPicks } from '../../booking/server/present-slots.ts'
import type { matchings as contract } from '../../contract.ts'
import { createRequest } from '../../requests/server/create-request.ts'
import { declineMatching } from '../../requests/server/decline-request.ts'
import type { OnBehalf } from '../../server/check-conditions.ts'
import { presentConsoleMatching, requireMatching } from '../../server/present-console-matching.ts'
import type { behalfRoutes } from '../contract.ts'
import { lockOnBehalf, withdrawOnBehalf } from './act-for-company.ts'

const onBehalfOf = ({ reason, updatedAt }: { reason: string; updatedAt: string }): OnBehalf => ({
  reason,
  stamp: new Date(updatedAt),
})

/** Handlers of the operator's acts on behalf of a company, under the same rules as the company's own. */
export const behalfHandlers: Pick<Handlers<typeof contract>, keyof ReturnType<typeof behalfRoutes>> = {
  async requestFor(context, { params, body }) {
    const { buyer, reason, ...request } = body
    const fair = await findFair(context, params.id)
    const id = await createRequest(context, { ...request, fair, onBehalf: { reason }, buyerOf: async () => buyer })
    return presentConsoleMatching(context, id)
  },

  async slotsFor(context, { params }) {
    const found = await requireMatching(context, params.id)
    return { slots: await presentPicks(context, found, true), holdHours: found.fair.holdHours }
  },

  async offerFor(context, { params, body }) {
    await context.transaction(async (within) => {
      await lockCompanies(within, params.id)
      await offerTimes(within, await lockOnBehalf(within, params.id), body.slots, onBehalfOf(body))
    })
    return presentConsoleMatching(context, params.id)
  },

  async confirmFor(context, { params, body }) {
    await withBookingErrors(() =>
      context.transaction((within) => confirmTime(within, params.id, body.slot, onBehalfOf(body))),
    )
    return presentConsoleMatching(context, params.id)
  },

  async declineFor(context, { params, body }) {
    await context.transaction(async (within) => {
      const { reason } = body
      const before = await lockOnBehalf(within, params.id)
      await declineMatching(within, before, { side: 'seller', reason, onBehalf: onBehalfOf(body) })
    })
    return presentConsoleMatching(context, params.id)
  },

  async withdrawFor(context, { params, body }) {
    await context.transaction((within) => withdrawOnBehalf(within, params.id, onBehalfOf(body)))
    return presentConsoleMatching(context, params.id)
  },
}
