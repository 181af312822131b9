import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createContact } from '#people/certify/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { recovery } from '#people/recovery/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { allScopes } from '#test/server/test-api.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { jobHandlers } from '../../../app.ts'
import { messages as contract } from '../contract.ts'
import { buildMail } from '../factory.ts'
import { outbox } from '../table.ts'
import { queueSms } from './queue-messages.ts'

/** Messages that open an account can be read by their recipient only, not by colleagues with access to the outbox. */

const bench = prepareBench(['console:messages'])
const client = () => bench.api.client(contract, bench.editor)

beforeEach(async () => {
  bench.api.services.mail = undefined
  bench.api.services.sms = undefined
  await bench.api.services.database.delete(outbox)
})

/** Returns what the console shows of the only message to a contact. */
const readShownText = async (contact: string) => {
  const { messages } = await client().list({ query: { q: contact } })
  expect(messages).toHaveLength(1)
  const id = messages[0]?._id ?? ''
  return { id, message: (await client().get({ params: { id } })).message }
}

const requestLink = async (scopes: readonly string[], email = createContact()) => {
  await bench.api.actor(scopes, { email })
  await bench.api.client(recovery).ask({ body: { what: 'password', contact: email } })
  const [row] = await bench.api.services.database.select().from(outbox).where(eq(outbox.recipient, email))
  const token = /#([\w-]{43})/.exec(row?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  return { email, token }
}

const holdMail = (id: string) => jobHandlers(bench.api.services).deliverMail?.({ id })

describe('a password link', () => {
  it('to a member is shown in the console without a mail server', async () => {
    const { email, token } = await requestLink([])
    const { id, message } = await readShownText(email)
    expect(message.text).toContain(token)
    await holdMail(id)
    expect((await client().resend({ params: { id } })).message.text).toContain(token)
  })

  it('to staff is hidden from colleagues of any level, waiting, held or resent', async () => {
    for (const scopes of [
      ['console', 'console:settings', 'console:users'],
      ['console'],
      ['console', 'console:users:read'],
    ]) {
      const { email, token } = await requestLink(scopes)
      const { id, message } = await readShownText(email)
      expect(message).toMatchObject({ recipient: email, state: 'waiting', html: null, text: null })
      await holdMail(id)
      const { message: heldMessage } = await client().get({ params: { id } })
      expect(heldMessage).toMatchObject({ state: 'held', html: null, text: null })
      expect(JSON.stringify(await client().resend({ params: { id } }))).not.toContain(token)
    }
  })

  it('to a colleague is shown to an owner, and one to an owner is hidden from everybody', async () => {
    const { api } = bench
    const { id: levelId } = await buildLevel(api.context, { key: 'owner', rank: 100, scopes: allScopes(api.kernel) })
    const owner = api.client(contract, await api.actor([], { levelId }))
    const { email, token } = await requestLink(['console'])
    const { id } = await readShownText(email)
    expect((await owner.get({ params: { id } })).message.text).toContain(token)

    const own = createContact()
    await api.actor([], { levelId, email: own })
    await api.client(recovery).ask({ body: { what: 'password', contact: own } })
    const { id: ownerMessageId, message } = await readShownText(own)
    expect(message.text).toBeNull()
    expect((await owner.get({ params: { id: ownerMessageId } })).message.text).toBeNull()
  })

  it('to staff is hidden when the address is written in another case', async () => {
    await bench.api.actor(['console'], { email: 'Owner@Example.com' })
    await buildMail(bench.api.context, {
      to: 'owner@EXAMPLE.com',
      html: '<p>123456</p>',
      forgetAt: bench.api.clock.now(),
    })
    expect((await readShownText('owner@EXAMPLE.com')).message).toMatchObject({ html: null, text: null })
  })

  it('to staff is hidden after their contact changed', async () => {
    const { id } = await buildUser(bench.api.context, { scopes: ['console'], email: createContact() })
    const to = createContact()
    await buildMail(bench.api.context, { to, about: id, html: '<p>123456</p>', forgetAt: bench.api.clock.now() })
    expect((await readShownText(to)).message).toMatchObject({ html: null, text: null })
  })

  it('is hidden from everybody when a server delivers it', async () => {
    bench.api.services.mail = { send: () => Promise.reject(new Error('refused')) }
    const { email } = await requestLink([])
    expect((await readShownText(email)).message).toMatchObject({ html: null, text: null })
    bench.api.services.sms = { send: async ({ id }) => id }
    const to = '+821099990001'
    await queueSms(bench.api.context, { to, about: null, text: '코드 654321', forgetAt: bench.api.clock.now() })
    expect((await readShownText(to)).message).toMatchObject({ html: null, text: null })
  })

  it('is not found by a search in its text, unlike other messages', async () => {
    const { token } = await requestLink(['console'])
    await requestLink([])
    await buildMail(bench.api.context, { html: `<p>공개된 글 ${token}</p>`, to: 'plain@example.com' })
    const { messages } = await client().list({ query: { q: token } })
    expect(messages.map(({ recipient }) => recipient)).toEqual(['plain@example.com'])
  })
})

describe('a message without a code or link', () => {
  it('is shown in the console, also to staff and when a server delivers it', async () => {
    bench.api.services.mail = { send: async () => 'taken' }
    const email = createContact()
    await bench.api.actor(['console'], { email })
    await buildMail(bench.api.context, { to: email, html: '<p>회의는 두 시입니다.</p>' })
    expect((await readShownText(email)).message).toMatchObject({ text: '회의는 두 시입니다.' })
  })
})
