import { and, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { requestMeetingPath } from '../rules.ts'
import type { FoundInvitation } from './find-invitations.ts'

/** Queues the invitation mail to a buyer in its language, in the caller's transaction. */
export const sendInvitationMail = async (within: Context, found: FoundInvitation): Promise<void> => {
  const { invitation, fair, seller, sellerCompany, buyer } = found
  const [user] = await within.database
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, buyer.userId), eq(users.state, 'active')))
  if (!user?.email) return
  const { locale } = user
  const facts = {
    name: user.name,
    company: textIn(locale, { ...seller.names, ko: sellerCompany.name }),
    fair: textIn(locale, fair.title),
    message: invitation.message,
    link: (await matchOrigin(within)) + inLocale(locale, requestMeetingPath({ fair: fair.id, seller: seller.id })),
  }
  await queueMail(within, {
    to: user.email,
    about: buyer.userId,
    subject: m.invitations_mail_subject(facts, { locale }),
    html: htmlOf(m.invitations_mail_text(facts, { locale })),
  })
}
