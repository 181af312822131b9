import type { Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { confirmTime, lockCompanies, offerTimes, withBookingErrors } from '../../booking/server/book-meeting.ts'
import { presentPicks } from '../../booking/server/present-slots.ts'
import type { matchings as contract } from '../../contract.ts'
import { createRequest } from '../../requests/server/create-request.ts'
import type { OnBehalf } from '../../server/change-state.ts'
import { findDeskMatching, presentDeskMatching } from '../../server/handle-desk-matchings.ts'
import { declineMatching, lockOnBehalf, withdrawOnBehalf } from './act-for-company.ts'

const onBehalfOf = ({ reason, updatedAt }: { reason: string; updatedAt: string }): OnBehalf => ({
  reason,
  stamp: new Date(updatedAt),
})

/** Handlers of the operator's acts on behalf of a company, under the same rules as the company's own. */
export const behalfHandlers: Pick<
  Handlers<typeof contract>,
  'requestFor' | 'slotsFor' | 'offerFor' | 'confirmFor' | 'declineFor' | 'withdrawFor'
> = {
  async requestFor(context, { params, body }) {
    const { buyer, reason, ...asked } = body
    const fair = await findFair(context, params.id)
    const id = await createRequest(context, { ...asked, fair, onBehalf: { reason }, buyerOf: async () => buyer })
    return presentDeskMatching(context, id)
  },

  async slotsFor(context, { params }) {
    const found = await findDeskMatching(context, params.id)
    return { slots: await presentPicks(context, found, true), holdHours: found.fair.holdHours }
  },

  async offerFor(context, { params, body }) {
    await context.transaction(async (within) => {
      await lockCompanies(within, params.id)
      await offerTimes(within, await lockOnBehalf(within, params.id), body.slots, onBehalfOf(body))
    })
    return presentDeskMatching(context, params.id)
  },

  async confirmFor(context, { params, body }) {
    await withBookingErrors(() =>
      context.transaction((within) => confirmTime(within, params.id, body.slot, onBehalfOf(body))),
    )
    return presentDeskMatching(context, params.id)
  },

  async declineFor(context, { params, body }) {
    await context.transaction(async (within) => {
      const { reason } = body
      const before = await lockOnBehalf(within, params.id)
      await declineMatching(within, before, { side: 'seller', reason, onBehalf: onBehalfOf(body) })
    })
    return presentDeskMatching(context, params.id)
  },

  async withdrawFor(context, { params, body }) {
    await context.transaction((within) => withdrawOnBehalf(within, params.id, onBehalfOf(body)))
    return presentDeskMatching(context, params.id)
  },
}
