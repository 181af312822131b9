import { m } from '#messages/messages.js'

/** Listed one by one: `m[…]` would bundle every message of the product. */
export const kindLabels = {
  open: m.bids_kind_open,
  maximum: m.bids_kind_maximum,
  automatic: m.bids_kind_automatic,
  void: m.bids_kind_void,
} as const
