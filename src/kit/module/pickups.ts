import type { Context } from '../server/context.ts'

/** Item that a member collects in person. */
export interface Pickup {
  _id: string
  createdAt: Date
  /** Number shown to the member: S-2611-0412. */
  number: string
  /** Title in the language of the request. */
  title: string
  state: PickupState
  /** End of the storage period, or the payment deadline. */
  until: Date | null
  /** Pickup code; set while the item is ready to be collected. */
  code: string | null
  /** Path of its page, without the language. */
  to: string
}

export const pickupStates = ['unpaid', 'preparing', 'ready', 'collected'] as const
export type PickupState = (typeof pickupStates)[number]

/** Finds the latest pickups of the request's account in the given states, at most `most`, and their total. */
export type FindPickups = (
  context: Context,
  wanted: { states: readonly PickupState[]; most: number },
) => Promise<{ pickups: Pickup[]; total: number }>
