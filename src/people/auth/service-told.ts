import { eq } from 'drizzle-orm'
import { languageTag } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { queueMail, queueSms } from '#people/messages/service.ts'
import { users } from '#people/users/table.ts'
import { readSetting } from '#platform/settings/service.ts'

/** What the sentences of such a mail are made of. */
interface Facts {
  firm: string
  time: string
  /** Page on which its owner sees and changes what it is about. */
  link: string
}

type Sentence<F> = (facts: F, options: { locale: Locale }) => string

interface Told {
  id: string
  email: string | null
  phone: string | null
  locale: Locale
}

/**
 * Tells an account in its own language what happened to its protection: by mail, or by a text message where it has no
 * address. In the caller's transaction.
 */
export const tell = async (
  within: Context,
  { id, email, phone, locale }: Told,
  subject: Sentence<{ firm: string }>,
  text: Sentence<Facts>,
  page = '/me/security',
): Promise<void> => {
  if (!email && !phone) return
  const options = { locale }
  const { name } = await readSetting(within)
  const firm = name[locale] ?? name.ko
  const { publicUrl, port } = within.services.settings
  const time = new Intl.DateTimeFormat(languageTag[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(within.now())
  const link = `${publicUrl ?? `http://localhost:${port}`}${inLocale(locale, page)}`
  if (email)
    await queueMail(within, {
      to: email,
      about: id,
      subject: subject({ firm }, options),
      html: htmlOf(text({ firm, time, link }, options)),
    })
  else if (phone) await queueSms(within, { to: phone, about: id, text: `${subject({ firm }, options)} ${link}` })
}

/** What an account is told of, besides a new device. */
const events = {
  twoStepOff: [m.auth_mail_two_step_off_subject, m.auth_mail_two_step_off_text],
  secondStepReset: [m.auth_mail_reset_subject, m.auth_mail_reset_text],
  appChanged: [m.auth_mail_app_subject, m.auth_mail_app_text],
  passkeyAdded: [m.auth_mail_passkey_subject, m.auth_mail_passkey_text],
} as const

/** Tells an account that its protection was changed, so that its owner learns of what somebody else did. */
export const tellProtection = async (within: Context, userId: string, event: keyof typeof events): Promise<void> => {
  const [account] = await within.database
    .select({ id: users.id, email: users.email, phone: users.phone, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
  const [subject, text] = events[event]
  if (account) await tell(within, account, subject, text)
}

/** Tells the contact that an account had before that it has another one. */
export const tellContactChanged = (within: Context, before: Told): Promise<void> =>
  tell(within, before, m.auth_mail_contact_subject, m.auth_mail_contact_text)

/** Tells an account that it was logged in to from a device it was never used on. */
export const tellNewDevice = (
  within: Context,
  account: { id: string; email: string | null; locale: Locale },
  device: string,
): Promise<void> =>
  // By mail alone: a text message at each new browser would be ignored when it matters.
  tell(
    within,
    { id: account.id, email: account.email, phone: null, locale: account.locale },
    m.auth_mail_device_subject,
    (facts, options) => m.auth_mail_device_text({ ...facts, device, address: within.scope.address }, options),
  )
