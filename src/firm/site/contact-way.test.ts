import { expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { contactOf } from './contact-way.ts'

const modules = { firm: true, match: true, auction: true, shop: true }
const form = { to: '/consult', words: m.site_consult_short(), icon: 'write', isChat: false }
const chat = { to: 'https://chat.example/firm', words: m.site_chat(), icon: 'chat', isChat: true }

it.each([
  [null, null],
  ['/consult', form],
  ['https://chat.example/firm', chat],
])('what the settings have is opened, and named for what it is: %s', (chatUrl, way) => {
  expect(contactOf({ chatUrl, modules })).toEqual(way)
})

it('where the Firm is switched off there is no form of it, and a chat elsewhere stays', () => {
  const without = { ...modules, firm: false }
  expect(contactOf({ chatUrl: '/consult', modules: without })).toBeNull()
  expect(contactOf({ chatUrl: 'https://chat.example/firm', modules: without })).toEqual(chat)
})
