import { m } from '#messages/messages.js'
import type { QuestionType } from '../contract.ts'

export const questionTypeLabels: Record<QuestionType, () => string> = {
  inquiry: m.center_type_inquiry,
  website: m.center_type_website,
  personal: m.center_type_personal,
  other: m.center_type_other,
}
