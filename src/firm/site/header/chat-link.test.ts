import { expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { getContactLink } from './contact-link.ts'

const modules = { firm: true, match: true, auction: true, shop: true }
const form = { to: '/consult', words: m.site_consult_short(), icon: 'write', isChat: false }
const chat = { to: 'https://chat.example/firm', words: m.site_chat(), icon: 'chat', isChat: true }

it.each([
  [null, null],
  ['/consult', form],
  ['https://chat.example/firm', chat],
])('returns the contact link labeled by its target: %s', (chatUrl, way) => {
  expect(getContactLink({ chatUrl, modules })).toEqual(way)
})

it("omits the firm's form while its site is disabled, but keeps an external chat", () => {
  const without = { ...modules, firm: false }
  expect(getContactLink({ chatUrl: '/consult', modules: without })).toBeNull()
  expect(getContactLink({ chatUrl: 'https://chat.example/firm', modules: without })).toEqual(chat)
})
