import { m } from '#messages/messages.js'

const names = { EMAIL: m.account_channel_mail, SMS: m.account_channel_sms, PHONE: m.account_channel_phone } as const

/** Returns the display name of an advertising channel. */
export const getChannelName = (channel: keyof typeof names): string => names[channel]()

/** Returns the title of the agreed text, or the name of a consent that has no text. */
export const getConsentName = ({ subject, title }: { subject: string; title: string }): string => {
  const channel = subject.replace(/^channel:/, '')
  if (channel in names) return m.account_news_by({ channel: names[channel as keyof typeof names]() })
  if (subject === 'night') return m.account_news_at_night()
  return subject === 'age' ? m.join_over14() : title
}
