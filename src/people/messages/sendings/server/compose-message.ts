import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { languageTag } from '#kit/locale.ts'
import { toHeaderLine } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanHtml, htmlOf, plainText } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { advertisingMark, type Field, fillPlaceholders, type Purpose, type SendingChannel } from '../rules.ts'

/** Sender details that the law requires in every advertisement: name, phone number and address. */
export interface SenderDetails {
  name: Readonly<Partial<Record<Locale, string>>> & { ko: string }
  phone: string
  senderName: string
  address: string | null
  publicUrl: string | undefined
}

export const readSenderDetails = async (context: Context): Promise<SenderDetails> => {
  const { name, phone, mail } = await readSetting(context)
  return {
    name: { ko: name.ko, ...(name.en && { en: name.en }), ...(name.cn && { cn: name.cn }) },
    phone,
    senderName: mail.senderName,
    address: mail.senderAddress,
    publicUrl: context.services.settings.publicUrl,
  }
}

/** Recipient with the values of the placeholders. */
export interface Recipient {
  address: string
  locale: Locale
  name: string
  username: string
  company: string
}

type LocalizedText = Partial<Record<Locale, string | undefined>>

export interface Content {
  channel: SendingChannel
  purpose: Purpose
  subject: LocalizedText
  html: LocalizedText
  text: LocalizedText
}

/** Returns the recipient's language if the message is complete in it, otherwise Korean. */
const chooseLanguage = ({ channel, subject, html, text }: Content, locale: Locale): Locale =>
  (channel === 'mail' ? html[locale] && subject[locale] : text[locale]) ? locale : 'ko'

export const createOptOutUrl = (publicUrl: string | undefined, locale: Locale, token: string): string =>
  `${publicUrl ?? ''}${locale === 'ko' ? '' : `/${locale}`}/opt-out/${token || '0000000000000000'}`

export interface ComposedMessage {
  locale: Locale
  subject: string
  html: string
  text: string
  optOut: string
  /** Variables of the Alimtalk template, by the Korean names of the fields. */
  variables: Record<string, string>
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Composes the message to one recipient. Advertising gets the mark in front of the subject or text, and at the end the
 * sender, contact and opt-out link (Network Act, article 50, paragraph 4), so that authors cannot forget them.
 */
export const composeMessage = (
  sender: SenderDetails,
  content: Content,
  recipient: Recipient,
  token: string,
): ComposedMessage => {
  const locale = chooseLanguage(content, recipient.locale)
  const options = { locale }
  const site = textIn(locale, sender.name)
  const { name, username, company } = recipient
  const values: Record<Field, string> = { name, username, company, site }
  const missing: Record<Field, string> = {
    name: m.sendings_blank_name({}, options),
    username: '–',
    company: '–',
    site,
  }
  const fillText = (text: string | undefined) => fillPlaceholders(text ?? '', values, missing)
  const isAdvertising = content.purpose === 'advertising'
  const optOut = createOptOutUrl(sender.publicUrl, locale, token)
  const mark = isAdvertising ? `${advertisingMark} ` : ''
  const subject = toHeaderLine(`${content.channel === 'mail' ? mark : ''}${fillText(content.subject[locale])}`)
  const variables = {
    이름: values.name || missing.name,
    아이디: values.username || '–',
    회사: values.company || '–',
    사이트: site,
  }
  if (content.channel !== 'mail') {
    const words = fillText(content.text[locale])
    const text = isAdvertising
      ? `${mark}[${site}] ${words}\n${m.sendings_footer_sms({ phone: sender.phone, link: optOut }, options)}`
      : words
    return { locale, subject, html: '', text, optOut, variables }
  }
  const safe = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, escapeHtml(value)]))
  const body = cleanHtml(fillPlaceholders(content.html[locale] ?? '', safe, missing))
  const contact = m.sendings_footer_sender({ name: site, phone: sender.phone, address: sender.address ?? '' }, options)
  const footer = isAdvertising
    ? `<hr>${htmlOf(`${contact}\n${m.sendings_footer_mail({}, options)}`)}<p><a href="${escapeHtml(optOut)}">${escapeHtml(m.sendings_opt_out({}, options))}</a></p>`
    : ''
  const html = `<div lang="${languageTag[locale]}">${body}${footer}</div>`
  const textFooter = isAdvertising
    ? `\n\n${contact}\n${m.sendings_footer_mail({}, options)}\n${m.sendings_opt_out({}, options)}: ${optOut}`
    : ''
  return { locale, subject, html, text: `${plainText(body)}${textFooter}`, optOut, variables }
}
