import type { Handlers } from '#kit/server/context.ts'
import { breaksOf } from '../../availability/server/present-schedule.ts'
import type { matchings as contract } from '../../contract.ts'
import { assertSide, changeOwnMatching, lockForChange } from '../../server/change-own-matching.ts'
import { sideOf } from '../../server/find-matchings.ts'
import { presentOwnMatching, requireOwnMatching } from '../../server/present-own-matching.ts'
import type { bookingRoutes } from '../contract.ts'
import { confirmTime } from './confirm-time.ts'
import { lockCompanies, withBookingErrors } from './lock-bookings.ts'
import { offerTimes } from './offer-times.ts'
import { presentChoices, presentPicks } from './present-slots.ts'

export const bookingHandlers: Pick<Handlers<typeof contract>, keyof ReturnType<typeof bookingRoutes>> = {
  async schedules(context, { params }) {
    const found = await requireOwnMatching(context, params.id)
    const { fair, seller, buyer } = found
    const schedule = { _id: fair.id, slotMinutes: fair.slotMinutes, phase: fair.phase }
    const { matching } = await presentOwnMatching(context, params.id)
    const isSeller = sideOf(context, found) === 'seller'
    return {
      fair: { ...schedule, title: matching.fair.title },
      timeZone: isSeller ? seller.timeZone : buyer.timeZone,
      breaks: breaksOf(context, fair),
      holdHours: fair.holdHours,
      matching,
      slots: await presentPicks(context, found, isSeller),
    }
  },

  offer: (context, { params, body }) =>
    changeOwnMatching(context, params.id, async (within) => {
      assertSide(within, await requireOwnMatching(within, params.id), 'seller')
      await lockCompanies(within, params.id)
      await offerTimes(within, await lockForChange(within, params.id), body.slots)
    }),

  async choices(context, { params }) {
    const found = await requireOwnMatching(context, params.id)
    assertSide(context, found, 'buyer')
    return { timeZone: found.buyer.timeZone, slots: await presentChoices(context, found) }
  },

  confirm: (context, { params, body }) =>
    withBookingErrors(() =>
      changeOwnMatching(context, params.id, async (within) => {
        // `confirmTime` locks the matching after the slot, in the same order as every booking.
        assertSide(within, await requireOwnMatching(within, params.id), 'buyer')
        await confirmTime(within, params.id, body.slot)
      }),
    ),
}
