import { m } from '#messages/messages.js'
import type { ParticipationState } from '../rules.ts'

export const stateLabels: Record<ParticipationState, () => string> = {
  submitted: m.participants_state_submitted,
  asked: m.participants_state_asked,
  approved: m.participants_state_approved,
  refused: m.participants_state_refused,
  withdrawn: m.participants_state_withdrawn,
}
