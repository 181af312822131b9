import type { Context } from '../server/context.ts'

/** Something that a member fetches, as its module tells it. */
export interface Pickup {
  _id: string
  createdAt: Date
  /** As the member knows it: S-2611-0412. */
  number: string
  /** In the language of the request. */
  title: string
  state: PickupState
  /** Until when it is kept, or by when it has to be paid. */
  until: Date | null
  /** What is shown for it, while it can be fetched. */
  code: string | null
  /** Address of its page, without the language. */
  to: string
}

export const pickupStates = ['unpaid', 'preparing', 'ready', 'collected'] as const
export type PickupState = (typeof pickupStates)[number]

/** The newest pickups of the account of the request, `most` at most, in the states that are named; and how many there are. */
export type FindPickups = (
  context: Context,
  wanted: { states: readonly PickupState[]; most: number },
) => Promise<{ pickups: Pickup[]; total: number }>
