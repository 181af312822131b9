import { expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { demoSetting } from '#platform/settings/demo.ts'
import { getChatLink } from './chat-link.ts'

it.each([
  [null, null],
  // The form is no chat, whatever an older setting says.
  ['/consult', null],
  ['https://chat.example/firm', { to: 'https://chat.example/firm', words: m.site_chat() }],
])('returns the link to the chat of a messenger only: %s', (chatUrl, link) => {
  expect(getChatLink({ chatUrl })).toEqual(link)
})

it('is shown by the demonstration with a channel at an example domain', () => {
  const { to = '' } = getChatLink({ chatUrl: demoSetting.chatUrl }) ?? {}
  expect(new URL(to).hostname).toMatch(/(^|\.)example(\.com)?$/)
})
