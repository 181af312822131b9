import { m } from '#messages/messages.js'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { IconName } from '#ui/controls/icon.tsx'

/** Contact option beside the phone number. */
export interface ContactLink {
  to: string
  words: string
  icon: IconName
  isChat: boolean
}

/**
 * Returns the contact link that staff set as chat URL, labeled by its target: a URL of this site is a form. Null
 * without a URL, or for a form of the firm while its site is disabled.
 */
export const getContactLink = ({
  chatUrl,
  modules,
}: Pick<PublicSetting, 'chatUrl' | 'modules'>): ContactLink | null => {
  if (!chatUrl || (!modules.firm && chatUrl.startsWith('/'))) return null
  return chatUrl.startsWith('/')
    ? { to: chatUrl, words: m.site_consult_short(), icon: 'write', isChat: false }
    : { to: chatUrl, words: m.site_chat(), icon: 'chat', isChat: true }
}
