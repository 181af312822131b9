import { m } from '#messages/messages.js'

const names = { EMAIL: m.account_channel_mail, SMS: m.account_channel_sms, PHONE: m.account_channel_phone } as const

/** What a channel of advertising is called. */
export const channelName = (channel: keyof typeof names): string => names[channel]()

/** What is agreed to: the title of a text, else the name of what has none. */
export const consentName = ({ subject, title }: { subject: string; title: string }): string => {
  const channel = subject.replace(/^channel:/, '')
  if (channel in names) return m.account_news_by({ channel: names[channel as keyof typeof names]() })
  if (subject === 'night') return m.account_news_at_night()
  return subject === 'age' ? m.join_over14() : title
}
