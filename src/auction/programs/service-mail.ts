import { htmlOf } from '#kit/html.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/service.ts'
import { addresseeOf, addressOf } from './service.ts'
import type { EntryRow, ProgramRow } from './table.ts'

/** Tells a member what was decided of the request to bid. */
export const tellEntry = async (within: Context, program: ProgramRow, entry: EntryRow): Promise<void> => {
  const user = await addresseeOf(within, entry.userId)
  if (!user) return
  const { locale } = user
  const facts = {
    name: user.name,
    program: textIn(locale, program.title),
    reason: entry.reason,
    link: addressOf(within, locale, `/auction/programs/${program.id}`),
  }
  const isApproved = entry.state === 'approved'
  const subject = isApproved ? m.programs_mail_approved_subject : m.programs_mail_refused_subject
  const text = isApproved ? m.programs_mail_approved_text : m.programs_mail_refused_text
  await queueMail(within, {
    to: user.email,
    subject: subject(facts, { locale }),
    html: htmlOf(text(facts, { locale })),
  })
}
