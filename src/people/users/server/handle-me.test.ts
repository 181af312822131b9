import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auth } from '#people/auth/contract.ts'
import { certify } from '#people/certify/contract.ts'
import { buildCode, buildProof, createContact } from '#people/certify/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { recovery } from '#people/recovery/contract.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor, TestApi } from '#test/server/test-api.ts'
import { users } from '../contract.ts'
import { buildTicket } from '../factory.ts'

const api = prepareTestApi()

const password = 'a quiet gate of pine'

const createMember = async (overrides: Parameters<TestApi['actor']>[1] = {}) => {
  const actor: Actor = await api.actor([], { password, ...overrides })
  const client = api.client(users, actor)
  return { client, actor, me: (await client.me()).me }
}
const createRefusal = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })

describe("the caller's own account", () => {
  it('is changed field by field, a contact by its proof and a photo by its ticket', async () => {
    const { client, me } = await createMember()
    const email = createContact()
    const { me: changed } = await client.updateMe({
      body: {
        name: '차은결',
        photo: await buildTicket(api.context, 'uploadPhoto'),
        proof: await buildProof(api.context, email),
        password,
        updatedAt: me.updatedAt,
      },
    })
    expect(changed).toMatchObject({ name: '차은결', locale: 'ko', email, photo: { name: 'picture.png' } })
    expect((await client.me()).me).toMatchObject({ name: '차은결', email })
    const { me: plain } = await client.updateMe({ body: { photo: null, updatedAt: changed.updatedAt } })
    expect(plain).toMatchObject({ name: '차은결', photo: null })
  })

  it('refuses a used, invented or mismatched proof or ticket, and a name of two lines', async () => {
    const { client, me } = await createMember()
    const { updatedAt } = me
    const proof = await buildProof(api.context)
    const photo = await buildTicket(api.context, 'uploadPhoto')
    const { me: changed } = await client.updateMe({ body: { proof, password, photo, updatedAt } })
    const expectRefused = (body: object, field: string) =>
      expect(client.updateMe({ body: { ...body, updatedAt: changed.updatedAt } })).rejects.toMatchObject(
        createRefusal(field),
      )
    for (const spent of [proof, 'e30.e30', '']) await expectRefused({ proof: spent, password }, 'proof')
    for (const spent of [photo, await buildTicket(api.context, 'uploadLogo'), 'e30.e30'])
      await expectRefused({ photo: spent }, 'photo')
    await expectRefused({ name: 'a\nb' }, 'name')
    await expectRefused({ level: 'owner' }, 'level')
  })

  it('refuses an outdated or missing version and a visitor', async () => {
    const { client, me } = await createMember()
    await client.updateMe({ body: { name: '차은결', updatedAt: me.updatedAt } })
    await expect(client.updateMe({ body: { name: '나', updatedAt: me.updatedAt } })).rejects.toMatchObject({
      status: 412,
    })
    await expect(client.updateMe({ body: { name: '나' } })).rejects.toMatchObject({
      refusal: { code: 'stamp_required' },
    })
    await expect(api.client(users).me()).rejects.toMatchObject({ status: 401 })
  })

  it('cannot take the contact of another account', async () => {
    const email = createContact()
    await createMember({ email })
    const { client, me } = await createMember()
    const proof = await buildProof(api.context, email)
    await expect(client.updateMe({ body: { proof, password, updatedAt: me.updatedAt } })).rejects.toMatchObject({
      status: 409,
    })
    expect((await client.me()).me.email).toBeNull()
  })
})

describe('a new contact', () => {
  const listMailsTo = (recipient: string) =>
    api.services.database.select().from(outbox).where(eq(outbox.recipient, recipient))

  it('requires the current password, and a wrong one changes nothing', async () => {
    const old = createContact()
    const { client, me } = await createMember({ email: old })
    const email = createContact()
    const proof = await buildProof(api.context, email)
    const { updatedAt } = me
    for (const input of [{}, { password: '' }, { password: 'another gate of pine' }])
      await expect(
        client.updateMe({ body: { name: '차은결', proof, ...input, updatedAt } } as never),
      ).rejects.toMatchObject(createRefusal('password'))
    expect((await client.me()).me).toEqual(me)
    expect(await listMailsTo(old)).toEqual([])
    // The failed attempt did not spend the proof.
    const { me: changed } = await client.updateMe({ body: { proof, password, updatedAt } })
    expect(changed.email).toBe(email)
  })

  it('is refused for an account without a password, which first sets one by a link', async () => {
    const { client, me } = await createMember({ passwordHash: 'none', password: undefined as never })
    const proof = await buildProof(api.context)
    await expect(client.updateMe({ body: { proof, password: 'none', updatedAt: me.updatedAt } })).rejects.toMatchObject(
      createRefusal('password'),
    )
  })

  it('notifies the previous contact in the language of the account', async () => {
    const old = createContact()
    const { client, me } = await createMember({ email: old, locale: 'en' })
    const email = createContact()
    await client.updateMe({
      body: { proof: await buildProof(api.context, email), password, updatedAt: me.updatedAt },
    })
    const [mail, ...more] = await listMailsTo(old)
    expect(mail?.subject).toContain('The contact of your account was changed')
    expect(mail?.text).toContain('/en/me/security')
    expect(more).toEqual([])
    expect((await listMailsTo(email)).filter(({ subject }) => subject.includes('changed'))).toEqual([])
  })

  it('invalidates codes and links to the previous contact, and log-ins that wait for a code', async () => {
    const old = createContact()
    const { client, actor, me } = await createMember({ email: old })
    const { pending } = await buildTwoStep(api.context, actor.userId)
    const waiting = await pending()
    await api.client(recovery).ask({ body: { what: 'password', contact: old } })
    const [mail] = await listMailsTo(old)
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await api.client(recovery).link({ body: { token } })
    const code = await buildCode(api.context, old)
    await client.updateMe({
      body: { proof: await buildProof(api.context), password, updatedAt: me.updatedAt },
    })
    await expect(
      api.client(recovery).password({ body: { token, password: 'a gate of the thief' } }),
    ).rejects.toMatchObject(createRefusal('token'))
    await expect(api.client(certify).confirm({ params: { id: code.id }, body: code.given })).rejects.toMatchObject(
      createRefusal('code'),
    )
    await expect(api.client(auth).secondStep({ body: { pending: waiting, code: '000000' } })).rejects.toMatchObject(
      createRefusal('pending'),
    )
  })
})
