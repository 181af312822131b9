import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { auth } from '#people/auth/contract.ts'
import { certify } from '#people/certify/contract.ts'
import { companies } from '#people/companies/contract.ts'
import { consents } from '#people/consents/contract.ts'
import { consents as consentTable } from '#people/consents/table.ts'
import { users } from '#people/users/contract.ts'
import { users as userTable } from '#people/users/table.ts'
import { form, pdf, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { joining } from '../contract.ts'
import { buildJoining, joiningInput, proveEmail } from '../factory.ts'

const api = prepareTestApi()
let version: string
beforeAll(async () => {
  version = await buildJoining(api.context)
})

let people = 0
/** Returns join input with a newly proven address. */
const createInput = async (overrides: Partial<Parameters<typeof joiningInput>[1]> = {}) => {
  people += 1
  const email = `person${people}@example.com`
  api.clock.forward(61_000)
  const proof = await proveEmail(api.context, api.client(certify), email)
  return { email, input: joiningInput(version, { username: `person${people}`, proof, ...overrides }) }
}

const catchRefusal = (call: Promise<unknown>): Promise<CallRefused> =>
  call.then(
    () => {
      throw new Error('It was not refused')
    },
    (error) => error as CallRefused,
  )

const logIn = async (name: string, password: string): Promise<Actor> => {
  const basic = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const session = await api.client(auth).refreshToken({}, { headers: { authorization: basic } })
  if (!('refreshToken' in session)) throw new Error('A second step was asked for')
  const { refreshToken } = session
  const { accessToken } = await api
    .client(auth)
    .accessToken({}, { headers: { authorization: `Bearer ${refreshToken}` } })
  return { userId: '', sessionId: '', refreshToken, accessToken }
}

const buildCompanyInput = (ticket: string, overrides: object = {}) => ({
  name: '(주)구운결',
  ceo: '서가온',
  businessNumber: '124-81-00998',
  category: '생활 도자',
  address: '서울특별시 중구 너른마당길 40',
  businessRegistration: ticket,
  ...overrides,
})

describe('joining as a person', () => {
  it('creates an account that logs in by username or e-mail address', async () => {
    const { email, input } = await createInput({ locale: 'en' })
    const { user } = await api.client(joining).join({ body: input })
    expect(user).toMatchObject({ username: input.username, kind: 'PERSON' })
    for (const name of [input.username, email.toUpperCase()]) {
      const me = await logIn(name, input.password)
      expect(await api.client(users, me).me()).toMatchObject({
        me: {
          username: input.username,
          name: input.name,
          email,
          phone: null,
          locale: 'en',
          level: 'member',
          scope: [],
        },
      })
    }
  })

  it('stores each consent with its version, and none that was not given', async () => {
    const { input } = await createInput()
    const { user } = await api.client(joining).join({ body: input })
    const rows = await api.context.database.select().from(consentTable).where(eq(consentTable.userId, user._id))
    expect(rows.map(({ subject, given, how }) => [subject, given, how]).sort()).toEqual([
      ['age', true, 'join'],
      ['channel:EMAIL', true, 'join'],
      ['terms:privacy', true, 'join'],
      ['terms:service', true, 'join'],
    ])
  })

  it('refuses a person under 14, a missing required consent, and consent to another version', async () => {
    const { input } = await createInput()
    const refuseJoin = (overrides: object) =>
      catchRefusal(api.client(joining).join({ body: { ...input, ...overrides } }))
    expect(await refuseJoin({ over14: false })).toMatchObject({
      status: 400,
      refusal: { fields: { over14: expect.any(String) } },
    })
    const only = { terms: [{ code: 'service', version }] }
    expect(await refuseJoin({ consents: only })).toMatchObject({
      status: 400,
      refusal: { fields: { consents: expect.any(String) } },
    })
    const old = { terms: ['service', 'privacy'].map((code) => ({ code, version: '2020-01-01' })) }
    expect(await refuseJoin({ consents: old })).toMatchObject({
      status: 400,
      refusal: { fields: { consents: expect.any(String) } },
    })
    expect(await refuseJoin({ password: 'password1234' })).toMatchObject({
      refusal: { fields: { password: expect.any(String) } },
    })
    for (const username of ['ab', '1abc', 'a@b.example', 'a:bc', '한글이름', 'x'.repeat(31)])
      expect(await refuseJoin({ username })).toMatchObject({
        status: 400,
        refusal: { fields: { username: expect.any(String) } },
      })
    expect(await refuseJoin({ level: 'owner' })).toMatchObject({
      status: 400,
      refusal: { fields: { level: expect.any(String) } },
    })
    // The failed attempts did not spend the proof.
    await api.client(joining).join({ body: input })
  })

  it('accepts a proof once', async () => {
    const { input } = await createInput()
    await api.client(joining).join({ body: input })
    const again = await catchRefusal(api.client(joining).join({ body: { ...input, username: 'somebody-else' } }))
    expect(again).toMatchObject({ status: 400, refusal: { fields: { proof: expect.any(String) } } })
    const forged = await catchRefusal(api.client(joining).join({ body: { ...input, proof: 'e30.e30' } }))
    expect(forged).toMatchObject({ status: 400, refusal: { fields: { proof: expect.any(String) } } })
  })

  it('refuses a proof after an hour', async () => {
    const { input } = await createInput()
    api.clock.forward(61 * 60_000)
    expect(await catchRefusal(api.client(joining).join({ body: input }))).toMatchObject({ status: 400 })
  })

  it('reports a taken username and keeps the proof for another', async () => {
    const first = await createInput()
    await api.client(joining).join({ body: first.input })
    const { input } = await createInput()
    const refused = await catchRefusal(api.client(joining).join({ body: { ...input, username: first.input.username } }))
    expect(refused).toMatchObject({ status: 409, refusal: { code: 'taken', fields: { username: expect.any(String) } } })
    await api.client(joining).join({ body: input })
  })

  it('reveals an account with this contact only after the contact is proven', async () => {
    const { email, input } = await createInput()
    await api.client(joining).join({ body: input })
    api.clock.forward(61_000)
    const client = api.client(certify)
    const registered = await client.send({ body: { channel: 'EMAIL', contact: email } })
    const unknown = await client.send({ body: { channel: 'EMAIL', contact: 'nobody@example.com' } })
    const listKeys = (answer: typeof registered) => Object.keys(answer.certification).sort()
    expect(listKeys(registered)).toEqual(listKeys(unknown))
    api.clock.forward(61_000)
    const proof = await proveEmail(api.context, client, email)
    const again = await catchRefusal(
      api.client(joining).join({ body: joiningInput(version, { username: 'another-name', proof }) }),
    )
    expect(again).toMatchObject({ status: 409, refusal: { fields: { proof: expect.any(String) } } })
  })

  it('logs no name, address or contact', async () => {
    const { email, input } = await createInput({ name: '노한별' })
    await api.client(joining).join({ body: input })
    await logIn(input.username, input.password)
    const { rows } = await api.context.database.execute(
      sql`SELECT FROM audit WHERE strpos(audit::text, '노한별') > 0 OR strpos(audit::text, ${email}) > 0`,
    )
    expect(rows).toEqual([])
  })
})

describe('joining as a company', () => {
  const upload = async () =>
    (await api.client(users).uploadRegistration({ form: form('businessRegistration', ['등록증.pdf', pdf()]) })).file
      .ticket

  it('stores the company, its private certificate and its logo', async () => {
    const { input } = await createInput()
    const logo = (await api.client(users).uploadLogo({ form: form('logo', ['logo.png', await picture('png')]) })).file
      .ticket
    const body = { ...input, kind: 'COMPANY' as const, company: buildCompanyInput(await upload(), { logo }) }
    await api.client(joining).join({ body })
    const me = await logIn(input.username, input.password)
    const answer = await api.client(companies, me).company()
    expect(answer.company).toMatchObject({
      name: '(주)구운결',
      businessNumber: '1248100998',
      businessRegistration: { name: '등록증.pdf', mime: 'application/pdf' },
      logo: { name: 'logo.png', width: expect.any(Number) },
      photo: null,
    })
    const url = answer.company?.businessRegistration?.url ?? ''
    const file = await api.request({ url })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain('attachment')
    api.clock.forward(6 * 60_000)
    expect((await api.request({ url })).statusCode).toBe(404)
  })

  it('refuses a wrong check digit, a taken business number, a used ticket, and a person with a company', async () => {
    const { input } = await createInput()
    const joinWith = (overrides: object, kind = 'COMPANY') =>
      catchRefusal(api.client(joining).join({ body: { ...input, kind, company: overrides } as never }))
    const ticket = await upload()
    expect(await joinWith(buildCompanyInput(ticket, { businessNumber: '124-81-00997' }))).toMatchObject({
      status: 400,
      refusal: { fields: { 'company.businessNumber': expect.stringContaining('끝자리') } },
    })
    expect(await joinWith(buildCompanyInput(ticket))).toMatchObject({
      status: 409,
      refusal: { fields: { 'company.businessNumber': expect.any(String) } },
    })
    const other = { businessNumber: '220-81-62517' }
    expect(await joinWith(buildCompanyInput('e30.e30', other))).toMatchObject({
      status: 400,
      refusal: { fields: { 'company.businessRegistration': expect.any(String) } },
    })
    expect(await joinWith(buildCompanyInput(ticket, other), 'PERSON')).toMatchObject({ status: 400 })
    expect(await catchRefusal(api.client(joining).join({ body: { ...input, kind: 'COMPANY' } }))).toMatchObject({
      status: 400,
    })
    await api.client(joining).join({ body: { ...input, kind: 'COMPANY', company: buildCompanyInput(ticket, other) } })
    const next = await createInput()
    const again = { ...next.input, kind: 'COMPANY' as const }
    expect(
      await catchRefusal(
        api
          .client(joining)
          .join({ body: { ...again, company: buildCompanyInput(ticket, { businessNumber: '120-81-47521' }) } }),
      ),
    ).toMatchObject({ status: 400, refusal: { fields: { 'company.businessRegistration': expect.any(String) } } })
  })

  it('refuses a file whose content does not match its name', async () => {
    const paper = form('businessRegistration', ['paper.pdf', Buffer.from('MZ not a paper')])
    expect(await catchRefusal(api.client(users).uploadRegistration({ form: paper }))).toMatchObject({ status: 415 })
    const svg = form('logo', ['logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')])
    expect(await catchRefusal(api.client(users).uploadLogo({ form: svg }))).toMatchObject({ status: 415 })
  })
})

it('the profile keeps saved changes and refuses an outdated version', async () => {
  const { input } = await createInput()
  await api.client(joining).join({ body: input })
  const me = await logIn(input.username, input.password)
  const client = api.client(users, me)
  const before = (await client.me()).me
  const photo = (await api.client(users).uploadPhoto({ form: form('photo', ['me.png', await picture('png')]) })).file
    .ticket
  const { me: after } = await client.updateMe({ body: { name: '서한낮', photo, updatedAt: before.updatedAt } })
  expect(after).toMatchObject({ name: '서한낮', photo: { name: 'me.png' } })
  expect((await api.request({ url: after.photo?.url ?? '' })).headers['content-type']).toBe('image/webp')
  expect(await catchRefusal(client.updateMe({ body: { name: '늦음', updatedAt: before.updatedAt } }))).toMatchObject({
    status: 412,
  })
  expect(await catchRefusal(client.updateMe({ body: { name: '없음' } }))).toMatchObject({ status: 400 })
  api.clock.forward(61_000)
  const proof = await proveEmail(api.context, api.client(certify), 'moved@example.com')
  const { me: moved } = await client.updateMe({
    body: { proof, password: input.password, updatedAt: after.updatedAt },
  })
  expect(moved.email).toBe('moved@example.com')
})

describe('consents', () => {
  it('are given and withdrawn, and each adds to the history', async () => {
    const { input } = await createInput()
    const { user } = await api.client(joining).join({ body: input })
    const me = await logIn(input.username, input.password)
    const client = api.client(consents, me)
    await client.updateConsents({ body: { channels: { EMAIL: false, SMS: true } } })
    const { consents: states, history } = await client.updateConsents({ body: { channels: { EMAIL: false } } })
    expect(
      states.filter(({ subject }) => subject.startsWith('channel')).map(({ subject, given }) => [subject, given]),
    ).toEqual([
      ['channel:EMAIL', false],
      ['channel:SMS', true],
      ['channel:PHONE', false],
    ])
    expect(history.filter(({ how }) => how === 'me').map(({ subject, given }) => [subject, given])).toEqual([
      ['channel:SMS', true],
      ['channel:EMAIL', false],
    ])
    expect(
      await catchRefusal(client.updateConsents({ body: { terms: [{ code: 'service', version, given: false }] } })),
    ).toMatchObject({ status: 400, refusal: { fields: { terms: expect.any(String) } } })
    for (const statement of ['UPDATE consents SET given = false', 'DELETE FROM consents', 'TRUNCATE consents'])
      await expect(api.context.database.execute(statement)).rejects.toThrow()
    expect(await api.context.database.$count(consentTable, eq(consentTable.userId, user._id))).toBe(6)
  })
})

it('an account that is not a company has none', async () => {
  const me = await api.actor([])
  expect(await api.client(companies, me).company()).toEqual({ company: null })
  const change = { name: '누리상회', updatedAt: new Date().toISOString() }
  expect(await catchRefusal(api.client(companies, me).updateCompany({ body: change }))).toMatchObject({ status: 409 })
  expect(await api.context.database.$count(userTable)).toBeGreaterThan(0)
})
