import { m } from '#messages/messages.js'
import type { AnswerStatus, QuestionState } from '../rules.ts'

export const stateLabels: Record<QuestionState, () => string> = {
  open: m.center_state_open,
  answered: m.center_state_answered,
  closed: m.center_state_closed,
}

export const answerLabels: Record<AnswerStatus, () => string> = {
  unanswered: m.center_unanswered,
  answered: m.center_answered,
}
