import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { stateLabels } from '../rules-labels.ts'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'match',
      position: 40,
      to: '/console/matchings',
      label: m.matchings_title,
      scope: 'console:fairs',
      keywords: 'matchings meetings 상담 매칭 洽谈',
    },
  ],
  memberParts: { matchings: { position: 32, title: m.matchings_title, states: stateLabels } },
  entities: { matchings: m.matchings_title },
  actions: {
    request: m.matchings_action_request,
    edit: m.matchings_action_edit,
    offer: m.matchings_action_offer,
    confirm: m.matchings_action_confirm,
    lose: m.matchings_action_lose,
    decline: m.matchings_action_decline,
    reopen: m.matchings_action_reopen,
    move: m.matchings_action_move,
    unseat: m.matchings_action_unseat,
    suspend: m.matchings_action_suspend,
    resume: m.matchings_action_resume,
    place: m.board_log_place,
    restore: m.board_log_restore,
    hold_plan: m.board_log_hold,
    release_plan: m.board_log_release,
    rate: m.matchings_action_rate,
    report: m.matchings_action_report,
    withdraw: m.matchings_action_withdraw,
    cancel: m.matchings_cancel,
    enter: m.meetings_log_enter,
    invite: m.meetings_log_invite,
    uninvite: m.meetings_log_uninvite,
    attach: m.meetings_log_attach,
    admit: m.meetings_log_admit,
    turn_away: m.meetings_log_turn_away,
  },
}
