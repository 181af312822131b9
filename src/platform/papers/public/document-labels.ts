import { m } from '#messages/messages.js'

/** Labels of the buttons that fetch documents. */
export const paperNames = {
  invoice: m.papers_download_invoice,
  settlement: m.papers_download_settlement,
  receipt: m.papers_download_receipt,
  statement: m.papers_download_statement,
  badges: m.papers_download_badges,
  plan: m.papers_download_plan,
} as const

/** Message after documents were created. */
export const papersMade = m.papers_made_count
