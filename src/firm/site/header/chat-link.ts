import { m } from '#messages/messages.js'
import type { PublicSetting } from '#platform/settings/contract.ts'

/** Link to the firm's channel in a messenger, beside the phone number. */
export interface ChatLink {
  to: string
  words: string
}

/** Returns the link to the chat; null without one. A path of this site, as older settings have it, is no chat. */
export const getChatLink = ({ chatUrl }: Pick<PublicSetting, 'chatUrl'>): ChatLink | null =>
  chatUrl && /^https:\/\//.test(chatUrl) ? { to: chatUrl, words: m.site_chat() } : null
