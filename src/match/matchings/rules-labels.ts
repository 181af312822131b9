import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { MatchingState, Side } from './rules.ts'

export const stateLabels: Record<MatchingState, () => string> = {
  requested: m.matchings_state_requested,
  offered: m.matchings_state_offered,
  confirmed: m.matchings_state_confirmed,
  held: m.matchings_state_held,
  no_show: m.matchings_state_no_show,
  declined: m.matchings_state_declined,
  cancelled: m.matchings_state_cancelled,
  expired: m.matchings_state_expired,
}

export const wayLabels = { online: m.matchings_way_online, offline: m.matchings_way_offline } as const

/** Reasons why a time cannot be picked. */
export const refusalLabels = {
  not_given: m.matchings_pick_not_given,
  past: m.matchings_pick_past,
  own_meeting: m.matchings_pick_own_meeting,
  their_meeting: m.matchings_pick_their_meeting,
  no_place: m.matchings_pick_no_place,
} as const

const actions: Record<string, typeof m.matchings_action_request> = {
  request: m.matchings_action_request,
  edit: m.matchings_action_edit,
  offer: m.matchings_action_offer,
  confirm: m.matchings_action_confirm,
  lose: m.matchings_action_lose,
  decline: m.matchings_action_decline,
  withdraw: m.matchings_action_withdraw,
  cancel: m.matchings_action_cancel,
  reopen: m.matchings_action_reopen,
  move: m.matchings_action_move,
  unseat: m.matchings_action_unseat,
  suspend: m.matchings_action_suspend,
  resume: m.matchings_action_resume,
  expire: m.matchings_action_expire,
  rate: m.matchings_action_rate,
  report: m.matchings_action_report,
  hold: m.matchings_action_hold,
  uphold: m.matchings_action_uphold,
  overrule: m.matchings_action_overrule,
  agree: m.matchings_action_agree,
  place: m.board_log_place,
  restore: m.board_log_restore,
}
/** Returns the name of an action, in `locale` or else the language of the page. */
export const actionLabel = (action: string, locale?: Locale): string =>
  actions[action]?.({}, locale && { locale }) ?? action

/** Returns who acted; for the operator, on whose behalf. */
export const actorLabel = ({ side, actedFor }: { side: keyof typeof sideLabels; actedFor: Side | null }): string =>
  actedFor ? actedForLabels[actedFor]() : sideLabels[side]()

const actedForLabels = { buyer: m.matchings_side_for_buyer, seller: m.matchings_side_for_seller } as const

export const sideLabels = {
  buyer: m.matchings_side_buyer,
  seller: m.matchings_side_seller,
  operator: m.matchings_side_operator,
  system: m.matchings_side_system,
} as const
