import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { sendLotMail } from './find-works.ts'

/** Mails a bidder that the work was withdrawn from its auction. */
export const sendWithdrawnMail = (
  within: Context,
  told: { work: string; user: string; reason: string },
): Promise<void> => sendLotMail(within, told, [m.works_mail_withdrawn_subject, m.works_mail_withdrawn_text])
