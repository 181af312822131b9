import { and, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import type { FairRow } from '#match/fairs/table.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import type { ParticipationRow, ProfileRow } from '../table.ts'

const texts = {
  approved: [m.participants_mail_approved_subject, m.participants_mail_approved_text],
  asked: [m.participants_mail_asked_subject, m.participants_mail_asked_text],
  refused: [m.participants_mail_refused_subject, m.participants_mail_refused_text],
} as const

interface DecidedParticipation {
  part: ParticipationRow
  profile: ProfileRow
  fair: FairRow
}

/** Queues the decision mail to a company in its language, in the caller's transaction. */
export const sendDecisionMail = async (
  within: Context,
  { part, profile, fair }: DecidedParticipation,
): Promise<void> => {
  if (!(part.state in texts)) return
  const [subject, text] = texts[part.state as keyof typeof texts]
  const [user] = await within.database
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, profile.userId), eq(users.state, 'active')))
  if (!user?.email) return
  const options = { locale: user.locale }
  const title = textIn(user.locale, fair.title)
  const path = `${user.locale === 'ko' ? '' : `/${user.locale}`}/me/fairs`
  const link = `${await matchOrigin(within)}${path}`
  await queueMail(within, {
    to: user.email,
    about: profile.userId,
    subject: subject({ fair: title }, options),
    html: htmlOf(text({ name: user.name, fair: title, reason: part.reason, link }, options)),
  })
}
