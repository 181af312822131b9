import { eq } from 'drizzle-orm'
import { languageTag } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { queueMail, queueSms } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'

/** Values for the text of a notice. */
interface Facts {
  firm: string
  time: string
  /** Page where the owner can see and change the setting. */
  link: string
}

type Sentence<F> = (facts: F, options: { locale: Locale }) => string

interface NoticeRecipient {
  id: string
  email: string | null
  phone: string | null
  locale: Locale
}

/**
 * Notifies an account in its language about a change of its security: by mail, or by text message if it has no address.
 * Runs in the caller's transaction.
 */
export const notifyAccount = async (
  within: Context,
  { id, email, phone, locale }: NoticeRecipient,
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

/** Security events with a notice, besides a new device. */
const noticeEvents = {
  twoStepOff: [m.auth_mail_two_step_off_subject, m.auth_mail_two_step_off_text],
  secondStepReset: [m.auth_mail_reset_subject, m.auth_mail_reset_text],
  appChanged: [m.auth_mail_app_subject, m.auth_mail_app_text],
  passkeyAdded: [m.auth_mail_passkey_subject, m.auth_mail_passkey_text],
} as const

/** Notifies the owner of a security change, in case another person made it. */
export const notifySecurityChange = async (
  within: Context,
  userId: string,
  event: keyof typeof noticeEvents,
): Promise<void> => {
  const [account] = await within.database
    .select({ id: users.id, email: users.email, phone: users.phone, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
  const [subject, text] = noticeEvents[event]
  if (account) await notifyAccount(within, account, subject, text)
}

/** Notifies the previous contact of an account that the contact changed. */
export const notifyContactChanged = (within: Context, before: NoticeRecipient): Promise<void> =>
  notifyAccount(within, before, m.auth_mail_contact_subject, m.auth_mail_contact_text)

/** Notifies an account of a log-in from a new device. */
export const notifyNewDevice = (
  within: Context,
  account: { id: string; email: string | null; locale: Locale },
  device: string,
): Promise<void> =>
  // Mail only: a text message for each new browser would soon be ignored.
  notifyAccount(
    within,
    { id: account.id, email: account.email, phone: null, locale: account.locale },
    m.auth_mail_device_subject,
    (facts, options) => m.auth_mail_device_text({ ...facts, device, address: within.scope.address }, options),
  )
