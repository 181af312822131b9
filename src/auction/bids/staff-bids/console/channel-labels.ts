import { m } from '#messages/messages.js'
import type { StaffChannel } from '../contract.ts'

/** Listed one by one: `m[…]` would bundle every message of the product. */
export const channelLabels: Record<StaffChannel, () => string> = {
  telephone: m.bids_channel_telephone,
  paper: m.bids_channel_paper,
  floor: m.bids_channel_floor,
}
