// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { certify } from '#people/certify/contract.ts'
import { readSentCode } from '#people/certify/factory.ts'
import { contactCodes } from '#people/certify/table.ts'
import { outbox } from '#people/messages/table.ts'
import { recovery } from '#people/recovery/contract.ts'
import { users } from '#people/users/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { users as userTable } from '#people/users/table.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { createBarrier, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { joining } from '../contract.ts'
import { buildJoining, joiningInput, proveEmail } from '../factory.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let version: string
beforeAll(async () => {
  version = await buildJoining(api.context)
})

const attempts = 6
const runConcurrently = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: attempts }, (_, index) => work(index)))
const countStatus = (statuses: readonly number[], status: number) => statuses.filter((item) => item === status).length

/** Returns proofs of different contacts. */
const createProofs = async (name: string) => {
  const all: string[] = []
  for (let index = 0; index < attempts; index += 1)
    all.push(await proveEmail(api.context, api.client(certify), `${name}${index}@example.com`))
  return all
}

describe('concurrent joins', () => {
  it('give a username to one of several members, and the others keep their proof', async () => {
    const all = await createProofs('name')
    const joinWith = (username: string) => (proof: string) =>
      statusOf(api.client(joining).join({ body: joiningInput(version, { username, proof }) }), 201)
    const statuses = await Promise.all(all.map(joinWith('wanted')))
    expect(countStatus(statuses, 201)).toBe(1)
    expect(countStatus(statuses, 409)).toBe(attempts - 1)
    const again = await Promise.all(
      all.map((proof, index) => (statuses[index] === 201 ? 201 : joinWith(`other${index}`)(proof))),
    )
    expect(countStatus(again, 201)).toBe(attempts)
  })

  it('let one of several members with a proof of the same contact join', async () => {
    const all: string[] = []
    for (let index = 0; index < 3; index += 1) {
      all.push(await proveEmail(api.context, api.client(certify), 'shared@example.com'))
      api.clock.forward(61_000)
    }
    const statuses = await Promise.all(
      all.map((proof, index) =>
        statusOf(api.client(joining).join({ body: joiningInput(version, { username: `shared${index}`, proof }) }), 201),
      ),
    )
    expect(countStatus(statuses, 201)).toBe(1)
    expect(await api.context.database.$count(userTable, eq(userTable.email, 'shared@example.com'))).toBe(1)
  })

  it('let one of several companies with the same business number join and leave no account without a company', {
    tags: ['deep'],
  }, async () => {
    api.clock.forward(3_600_000)
    const all = await createProofs('firm')
    const tickets = await runConcurrently(async () => {
      const upload = form('businessRegistration', ['paper.pdf', pdf()])
      return (await api.client(users).uploadRegistration({ form: upload })).file.ticket
    })
    const statuses = await Promise.all(
      all.map((proof, index) => {
        const company = {
          name: '누리상회',
          ceo: '독고누리',
          businessNumber: '124-81-00998',
          category: '도자',
          address: '서울',
          businessRegistration: tickets[index] ?? '',
        }
        const body = joiningInput(version, { username: `firm${index}`, proof, kind: 'COMPANY', company })
        return statusOf(api.client(joining).join({ body }), 201)
      }),
    )
    expect(countStatus(statuses, 201)).toBe(1)
    expect(await api.context.database.$count(userTable, eq(userTable.kind, 'COMPANY'))).toBe(1)
  })

  it('confirm a code once, and guesses share the five attempts', async () => {
    const client = api.client(certify)
    const { certification } = await client.send({ body: { channel: 'EMAIL', contact: 'once@example.com' } })
    const code = await readSentCode(api.context, 'once@example.com')
    const confirmCode = (id: string, given: string, contact: string) =>
      statusOf(client.confirm({ params: { id }, body: { channel: 'EMAIL', contact, code: given } }), 200)
    expect(
      countStatus(await runConcurrently(() => confirmCode(certification._id, code, 'once@example.com')), 200),
    ).toBe(1)
    const other = await client.send({ body: { channel: 'EMAIL', contact: 'guess@example.com' } })
    const right = await readSentCode(api.context, 'guess@example.com')
    const wrong = right === '000000' ? '000001' : '000000'
    await Promise.all(
      Array.from({ length: 12 }, () => confirmCode(other.certification._id, wrong, 'guess@example.com')),
    )
    const [row] = await api.context.database
      .select({ attempts: contactCodes.attempts })
      .from(contactCodes)
      .where(eq(contactCodes.id, other.certification._id))
    expect(row?.attempts).toBe(5)
    expect(await confirmCode(other.certification._id, right, 'guess@example.com')).toBe(400)
  })

  it('set one password with a recovery link', async () => {
    const user = await buildUser(api.context, { email: 'lost@example.com', password: 'the one before it' })
    await api.client(recovery).ask({ body: { what: 'password', contact: 'lost@example.com' } })
    const [mail] = await api.context.database.select().from(outbox).where(eq(outbox.recipient, 'lost@example.com'))
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const statuses = await runConcurrently((index) =>
      statusOf(api.client(recovery).password({ body: { token, password: `a quiet gate of pine ${index}` } }), 204),
    )
    expect(countStatus(statuses, 204)).toBe(1)
    const [row] = await api.context.database.select().from(userTable).where(eq(userTable.id, user.id))
    expect(row?.passwordHash).not.toBe(user.passwordHash)
  })

  it('spend one code many times with the naive read-then-write', async () => {
    await crowd.pool.query('CREATE TABLE naive_codes (id int PRIMARY KEY, spent boolean NOT NULL)')
    await crowd.pool.query('INSERT INTO naive_codes VALUES (1, false)')
    const haveLooked = createBarrier()
    const spent = await crowd.callConcurrently(async () => {
      const { rows } = await crowd.pool.query<{ spent: boolean }>('SELECT spent FROM naive_codes')
      await haveLooked()
      if (rows[0]?.spent) return 0
      await crowd.pool.query('UPDATE naive_codes SET spent = true')
      return 1
    })
    expect(spent.reduce<number>((sum, item) => sum + item, 0)).toBeGreaterThan(1)
  })
})

describe('recovery', () => {
  const catchRefusal = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: CallRefused) => error,
    )

  it('answers alike, and takes as long, for known and unknown contacts', async () => {
    // The fastest of several runs each, to filter out other processes of the machine.
    const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    for (let round = 0; round < 4; round += 1)
      for (const kind of ['known', 'unknown'] as const) {
        const contact = `${kind}${round}@example.com`
        if (kind === 'known') await buildUser(api.context, { email: contact, username: `known-name${round}` })
        const began = performance.now()
        expect(await api.client(recovery).ask({ body: { what: 'username', contact } })).toBeUndefined()
        quickest[kind] = Math.min(quickest[kind], performance.now() - began)
      }
    expect(Math.abs(quickest.known - quickest.unknown) / quickest.unknown).toBeLessThan(0.1)
    const mails = await api.context.database.select().from(outbox).where(sql`recipient LIKE '%known0@example.com'`)
    expect(mails.map(({ recipient }) => recipient)).toEqual(['known0@example.com'])
    expect(mails[0]?.text).toContain('known-name0')
  })

  it('refuses an invalid link and one older than 30 minutes with a message', async () => {
    await buildUser(api.context, { email: 'late@example.com' })
    await api.client(recovery).ask({ body: { what: 'password', contact: 'late@example.com' } })
    const [mail] = await api.context.database.select().from(outbox).where(eq(outbox.recipient, 'late@example.com'))
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await api.client(recovery).link({ body: { token } })
    api.clock.forward(31 * 60_000)
    expect(await catchRefusal(api.client(recovery).link({ body: { token } }))).toMatchObject({ status: 400 })
    for (const input of [{}, [], '', 'x', null])
      expect(
        await catchRefusal(
          api.client(recovery).password({ body: { token: input, password: 'a quiet gate' } } as never),
        ),
      ).toMatchObject({ status: 400, refusal: { fields: { token: expect.any(String) } } })
  })

  it('is rate-limited per contact, whether an account has it or not', async () => {
    await buildUser(api.context, { email: 'slowed@example.com' })
    for (const contact of ['slowed@example.com', 'nobody-slowed@example.com']) {
      await api.client(recovery).ask({ body: { what: 'username', contact } })
      expect(await catchRefusal(api.client(recovery).ask({ body: { what: 'username', contact } }))).toMatchObject({
        status: 429,
        retryAfter: expect.any(Number),
      })
    }
  })
})

describe('certifying a contact', () => {
  it('offers text messages only with a provider and sends through it', async () => {
    const client = api.client(certify)
    expect(await client.offered()).toEqual({ channels: ['EMAIL'] })
    const sendCode = () => client.send({ body: { channel: 'SMS', contact: '010-1234-5678' } })
    await expect(sendCode()).rejects.toMatchObject({ status: 400 })
    api.services.sms = { send: async () => 'taken' }
    expect(await client.offered()).toEqual({ channels: ['EMAIL', 'SMS'] })
    expect((await sendCode()).certification.contact).toBe('+821012345678')
    const [row] = await api.context.database.select().from(outbox).where(eq(outbox.channel, 'sms'))
    expect(row).toMatchObject({ recipient: '+821012345678', forgetAt: expect.any(Date) })
    api.services.sms = undefined
  })

  it('stores neither code nor contact in plain text, and a code expires after five minutes', async () => {
    const client = api.client(certify)
    const contact = 'expiring@example.com'
    const { certification } = await client.send({ body: { channel: 'EMAIL', contact } })
    const code = await readSentCode(api.context, contact)
    const { rows } = await api.context.database.execute(
      sql`SELECT FROM contact_codes AS c WHERE strpos(to_jsonb(c)::text, ${contact}) > 0 OR strpos(to_jsonb(c)::text, ${code}) > 0`,
    )
    expect(rows).toEqual([])
    api.clock.forward(5 * 60_000 + 1)
    await expect(
      client.confirm({ params: { id: certification._id }, body: { channel: 'EMAIL', contact, code } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('sends another code after a minute and refuses an invalid contact', async () => {
    const client = api.client(certify)
    const sendCode = (contact: string) => client.send({ body: { channel: 'EMAIL', contact } })
    await sendCode('again@example.com')
    await expect(sendCode('Again@Example.com ')).rejects.toMatchObject({ status: 429 })
    api.clock.forward(61_000)
    await sendCode('again@example.com')
    for (const contact of ['none', 'a@b', 'a@example.com\r\nBcc: b@example.com'])
      await expectRefusal(sendCode(contact), 400, 'contact')
  })
})
