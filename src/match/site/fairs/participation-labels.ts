import type { ParticipationState } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'

/** Labels of the member's participation states. */
export const participationLabels: Record<ParticipationState, () => string> = {
  submitted: m.match_own_submitted,
  asked: m.match_own_asked,
  approved: m.match_own_approved,
  refused: m.match_own_refused,
  withdrawn: m.match_own_withdrawn,
}
