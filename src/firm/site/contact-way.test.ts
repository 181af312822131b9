import { expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { contactOf } from './contact-way.ts'

it.each([
  [null, null],
  ['/consult', { to: '/consult', words: m.site_consult_short(), icon: 'write', isChat: false }],
  ['https://chat.example/firm', { to: 'https://chat.example/firm', words: m.site_chat(), icon: 'chat', isChat: true }],
])('what the settings have is opened, and named for what it is: %s', (chatUrl, way) => {
  expect(contactOf({ chatUrl })).toEqual(way)
})
