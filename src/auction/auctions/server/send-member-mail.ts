import { and, eq } from 'drizzle-orm'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'

type Message<F> = (facts: F & { name: string }, options: { locale: Locale }) => string

/** Subject and text of a mail. */
export type MailMessages<F> = readonly [subject: Message<F>, text: Message<F>]

export interface MailRecipient {
  userId: string
  email: string
  name: string
  locale: Locale
  /** Absolute address of a page in the recipient's language. */
  urlOf: (path: string) => string
}

/** Returns the recipient of a mail; null if the account has no address or is not active. */
export const findMailRecipient = async (context: Context, userId: string): Promise<MailRecipient | null> => {
  const [user] = await context.database
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.state, 'active')))
  if (!user?.email) return null
  const { email, name, locale } = user
  const site = `${context.services.settings.publicUrl ?? ''}${locale === 'ko' ? '' : `/${locale}`}`
  return { userId, email, name, locale, urlOf: (path) => site + path }
}

/** Mails a member in their language. */
export const sendMemberMail = async <F>(
  within: Context,
  { userId, email, name, locale }: MailRecipient,
  [subject, text]: MailMessages<NoInfer<F>>,
  facts: F,
): Promise<void> => {
  const inputs = { ...facts, name }
  await queueMail(within, {
    to: email,
    about: userId,
    subject: subject(inputs, { locale }),
    html: htmlOf(text(inputs, { locale })),
  })
}
