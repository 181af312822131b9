import { expect, it } from 'vitest'
import { m } from '#messages/messages.js'
import { contactOf } from './contact-way.ts'

const modules = { firm: true, match: true, auction: true, shop: true }

it.each([
  [null, null],
  ['/consult', { to: '/consult', words: m.site_consult_short(), icon: 'write', isChat: false }],
  ['https://chat.example/firm', { to: 'https://chat.example/firm', words: m.site_chat(), icon: 'chat', isChat: true }],
])('what the settings have is opened, and named for what it is: %s', (chatUrl, way) => {
  expect(contactOf({ chatUrl, modules })).toEqual(way)
})

it.each([
  ['/consult', null],
  ['https://chat.example/firm', 'https://chat.example/firm'],
])('with the Firm off its own form is not offered: %s', (chatUrl, to) => {
  expect(contactOf({ chatUrl, modules: { ...modules, firm: false } })?.to ?? null).toBe(to)
})
