import { m } from '#messages/messages.js'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { IconName } from '#ui/icon.tsx'

/** The way beside the telephone by which visitors reach the firm. */
export interface ContactWay {
  to: string
  words: string
  icon: IconName
  isChat: boolean
}

/**
 * The address that staff gave for chats, named for what opens there: an address of this site is a form, whatever its
 * field in the settings is called. None without an address, nor for a form of the Firm where that is switched off.
 */
export const contactOf = ({ chatUrl, modules }: Pick<PublicSetting, 'chatUrl' | 'modules'>): ContactWay | null => {
  if (!chatUrl || (!modules.firm && chatUrl.startsWith('/'))) return null
  return chatUrl.startsWith('/')
    ? { to: chatUrl, words: m.site_consult_short(), icon: 'write', isChat: false }
    : { to: chatUrl, words: m.site_chat(), icon: 'chat', isChat: true }
}
