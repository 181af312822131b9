import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContact } from '#people/certify/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { recovery } from '../contract.ts'
import { buildLink } from '../factory.ts'
import { linkLifetime } from '../rules.ts'

const api = prepareTestApi()

const client = () => api.client(recovery)
const password = 'a quiet gate of pine'
const createRefusal = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })
const listMailsTo = (contact: string) => api.context.database.select().from(outbox).where(eq(outbox.recipient, contact))

describe('recovery', () => {
  it('sends a link that sets a new password once and ends every session', async () => {
    const email = createContact()
    const actor = await api.actor([], { email })
    await client().ask({ body: { what: 'password', contact: email.toUpperCase() } })
    const [mail] = await listMailsTo(email)
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const { expiresAt } = await client().link({ body: { token } })
    expect(Date.parse(expiresAt)).toBeGreaterThan(api.clock.now().getTime())
    await client().password({ body: { token, password } })
    await expect(api.client(users, actor).me()).rejects.toMatchObject({ status: 401 })
    await expect(client().link({ body: { token } })).rejects.toMatchObject(createRefusal('token'))
    await expect(client().password({ body: { token, password } })).rejects.toMatchObject(createRefusal('token'))
  })

  it('sends the username and answers the same for an unknown contact', async () => {
    const email = createContact()
    await api.actor([], { email, username: 'forgetful' })
    expect(await client().ask({ body: { what: 'username', contact: email } })).toBeUndefined()
    expect((await listMailsTo(email))[0]?.text).toContain('forgetful')
    const unknownContact = createContact()
    expect(await client().ask({ body: { what: 'username', contact: unknownContact } })).toBeUndefined()
    expect(await listMailsTo(unknownContact)).toEqual([])
  })

  it('refuses an invalid contact, an invented or expired link, and a weak password without spending the link', async () => {
    await expect(client().ask({ body: { what: 'password', contact: 'nobody' } })).rejects.toMatchObject(
      createRefusal('contact'),
    )
    for (const token of ['short', 'x'.repeat(43)])
      await expect(client().link({ body: { token } })).rejects.toMatchObject(createRefusal('token'))
    const token = await buildLink(api.context)
    await expect(client().password({ body: { token, password: 'password1234' } })).rejects.toMatchObject(
      createRefusal('password'),
    )
    await client().link({ body: { token } })
    api.clock.forward(linkLifetime + 1)
    await expect(client().password({ body: { token, password } })).rejects.toMatchObject(createRefusal('token'))
  })
})
