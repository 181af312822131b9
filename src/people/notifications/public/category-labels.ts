import { m } from '#messages/messages.js'
import type { NotificationCategory } from '../contract.ts'

export const categoryLabels: Record<NotificationCategory, () => string> = {
  general: m.notifications_category_general,
  maintenance: m.notifications_category_maintenance,
  terms: m.notifications_category_terms,
  event: m.notifications_category_event,
}
