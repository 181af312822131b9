import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProof, newContact } from '#people/certify/factory.ts'
import { type Actor, createTestApi, type TestApi } from '#test/api.ts'
import { users } from './contract.ts'
import { buildTicket } from './factory.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const member = async (overrides: Parameters<TestApi['actor']>[1] = {}) => {
  const actor: Actor = await api.actor([], overrides)
  const client = api.client(users, actor)
  return { client, me: (await client.me()).me }
}
const refusedFor = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })

describe('the own account', () => {
  it('is changed field by field; a contact by its proof, a photograph by its ticket', async () => {
    const { client, me } = await member()
    const email = newContact()
    const { me: changed } = await client.updateMe({
      body: {
        name: '차은결',
        photo: await buildTicket(api.context, 'uploadPhoto'),
        proof: await buildProof(api.context, email),
        updatedAt: me.updatedAt,
      },
    })
    expect(changed).toMatchObject({ name: '차은결', locale: 'ko', email, photo: { name: 'picture.png' } })
    expect((await client.me()).me).toMatchObject({ name: '차은결', email })
    const { me: plain } = await client.updateMe({ body: { photo: null, updatedAt: changed.updatedAt } })
    expect(plain).toMatchObject({ name: '차은결', photo: null })
  })

  it('takes no proof or ticket twice, of another kind or made up, and no name of two lines', async () => {
    const { client, me } = await member()
    const { updatedAt } = me
    const proof = await buildProof(api.context)
    const photo = await buildTicket(api.context, 'uploadPhoto')
    const { me: changed } = await client.updateMe({ body: { proof, photo, updatedAt } })
    const refused = (body: object, field: string) =>
      expect(client.updateMe({ body: { ...body, updatedAt: changed.updatedAt } })).rejects.toMatchObject(
        refusedFor(field),
      )
    for (const spent of [proof, 'e30.e30', '']) await refused({ proof: spent }, 'proof')
    for (const spent of [photo, await buildTicket(api.context, 'uploadLogo'), 'e30.e30'])
      await refused({ photo: spent }, 'photo')
    await refused({ name: 'a\nb' }, 'name')
    await refused({ level: 'owner' }, 'level')
  })

  it('is not changed from an older version or without one, nor by a stranger', async () => {
    const { client, me } = await member()
    await client.updateMe({ body: { name: '차은결', updatedAt: me.updatedAt } })
    await expect(client.updateMe({ body: { name: '나', updatedAt: me.updatedAt } })).rejects.toMatchObject({
      status: 412,
    })
    await expect(client.updateMe({ body: { name: '나' } })).rejects.toMatchObject({
      refusal: { code: 'stamp_required' },
    })
    await expect(api.client(users).me()).rejects.toMatchObject({ status: 401 })
  })

  it('does not get the contact of another account', async () => {
    const email = newContact()
    await member({ email })
    const { client, me } = await member()
    const proof = await buildProof(api.context, email)
    await expect(client.updateMe({ body: { proof, updatedAt: me.updatedAt } })).rejects.toMatchObject({ status: 409 })
    expect((await client.me()).me.email).toBeNull()
  })
})
