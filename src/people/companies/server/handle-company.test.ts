import { describe, expect, it } from 'vitest'
import { buildTicket } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { companies } from '../contract.ts'
import { buildCompany } from '../factory.ts'

const api = prepareTestApi()

const createMember = async () => {
  const actor = await api.actor([])
  const row = await buildCompany(api.context, { userId: actor.userId })
  return { client: api.client(companies, actor), row, updatedAt: row.updatedAt.toISOString() }
}

describe("the caller's own company", () => {
  it('is updated field by field, with papers by ticket and a fixed business number', async () => {
    const { client, row, updatedAt } = await createMember()
    const logo = await buildTicket(api.context, 'uploadLogo')
    const { company } = await client.updateCompany({ body: { name: '누리상회', logo, updatedAt } })
    expect(company).toMatchObject({
      name: '누리상회',
      ceo: row.ceo,
      businessNumber: row.businessNumber,
      logo: { name: 'picture.png', mime: 'image/png' },
    })
    // File URLs are signed anew in every response.
    const logoNow = { ...company.logo, url: expect.any(String) }
    expect(await client.company()).toEqual({ company: { ...company, logo: logoNow } })
    const without = await client.updateCompany({ body: { logo: null, updatedAt: company.updatedAt } })
    expect(without.company.logo).toBeNull()
    const other = { businessNumber: '124-81-00998', updatedAt: without.company.updatedAt }
    await expectRefusal(client.updateCompany({ body: other as object }), 400, 'businessNumber')
  })

  it('refuses an outdated or missing version, an empty name and a ticket of another kind', async () => {
    const { client, updatedAt } = await createMember()
    const otherTicket = await buildTicket(api.context, 'uploadIntroduction')
    const createRefusal = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })
    await expect(client.updateCompany({ body: { name: ' ', updatedAt } })).rejects.toMatchObject(createRefusal('name'))
    await expect(client.updateCompany({ body: { logo: otherTicket, updatedAt } })).rejects.toMatchObject(
      createRefusal('logo'),
    )
    await expect(client.updateCompany({ body: { name: '누리' } })).rejects.toMatchObject({
      refusal: { code: 'stamp_required' },
    })
    await client.updateCompany({ body: { name: '누리', updatedAt } })
    await expect(client.updateCompany({ body: { name: '나리', updatedAt } })).rejects.toMatchObject({ status: 412 })
    expect((await client.company()).company?.name).toBe('누리')
  })

  it('is null for a person and refused without a session', async () => {
    const person = api.client(companies, await api.actor([]))
    expect(await person.company()).toEqual({ company: null })
    const body = { name: '누리', updatedAt: new Date().toISOString() }
    await expect(person.updateCompany({ body })).rejects.toMatchObject({ status: 409 })
    await expect(api.client(companies).company()).rejects.toMatchObject({ status: 401 })
  })
})
