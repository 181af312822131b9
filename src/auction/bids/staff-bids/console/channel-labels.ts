import { m } from '#messages/messages.js'

/** Listed one by one: `m[…]` would bundle every message of the product. */
export const channelLabels = {
  online: m.bids_channel_online,
  telephone: m.bids_channel_telephone,
  paper: m.bids_channel_paper,
  floor: m.bids_channel_floor,
} as const
