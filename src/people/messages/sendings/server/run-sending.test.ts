import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpPort } from '#kit/ports/mail.ts'
import type { Sms } from '#kit/ports/sms.ts'
import { Context } from '#kit/server/context.ts'
import { consents } from '#people/consents/contract.ts'
import { buildAskedTerms } from '#people/consents/factory.ts'
import type { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { bodyOf, headerOf, MailServer } from '#test/providers/mail-server.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { jobHandlers } from '../../../../app.ts'
import { messages as contract } from '../../contract.ts'
import { buildRecipient, buildSending, sendingInput } from '../../factory.ts'
import { outbox, sendingRecipients, sendings } from '../../table.ts'

const bench = prepareBench(['console:messages'])
const client = () => bench.api.client(contract, bench.editor)
const inDaytime = '2027-03-02T03:00:00.000Z'

let listener: MailServer
let port: ReturnType<typeof smtpPort>
beforeEach(async () => {
  listener = new MailServer()
  port = smtpPort(await listener.listen())
  const { services } = bench.api
  services.mail = port
  services.settings.publicUrl = 'https://daecheong.example'
  for (const table of [sendings, outbox]) await services.database.delete(table)
  await services.database.execute('DELETE FROM graphile_worker._private_jobs')
  await services.database.update(users).set({ email: null, phone: null })
  await buildSetting(bench.api.context, {
    mail: { senderName: '법무법인 대청', senderAddress: 'office@daecheong.example' },
    desk: { addresses: ['desk@daecheong.example'] },
  })
  await setClock(inDaytime)
})
afterEach(async () => {
  bench.api.services.sms = undefined
  await listener.close()
})

/** Sets the clock; staff log in again, because no session lasts that long. */
const setClock = async (moment: string) => {
  bench.api.clock.forward(Date.parse(moment) - bench.api.clock.now().getTime())
  bench.editor = await bench.api.actor(['console', 'console:audit', 'console:messages'], {
    name: '한편집',
  })
}

let count = 0
/** Creates a member with a contact and these consents. */
const buildMember = async (
  granted: { marketing?: boolean; EMAIL?: boolean; SMS?: boolean; night?: boolean } = {},
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<Actor & { email: string; phone: string }> => {
  count += 1
  const email = `member${count}@example.com`
  const phone = `+8210${String(20_000_000 + count)}`
  const actor = await bench.api.actor([], { email, phone, name: `회원${count}`, ...overrides })
  const version = await buildAskedTerms(bench.api.context)
  const { marketing, night, ...channels } = granted
  const { state } = overrides
  if (state === undefined)
    await bench.api.client(consents, actor).updateConsents({
      body: {
        terms: marketing === undefined ? [] : [{ code: 'marketing', version, given: marketing }],
        channels,
        ...(night !== undefined && { night }),
      },
    })
  return { ...actor, email, phone }
}
const allConsents = { marketing: true, EMAIL: true, SMS: true }
const takeBack = (actor: Actor, channels: object) =>
  bench.api.client(consents, actor).updateConsents({ body: { channels } })

const toAll = (...list: string[]) => ({ by: 'list' as const, list })
const adInput = (overrides: object = {}) =>
  sendingInput({
    purpose: 'advertising',
    subject: { ko: '{이름} 님, 설명회에 초대합니다', en: 'Dear {name}, join us' },
    html: { ko: '<p>{이름} 님을 모십니다.</p>', en: '<p>Dear {name}, please come.</p>' },
    ...overrides,
  })

const runSending = (id: string) => jobHandlers(bench.api.services).runSending?.({ id })
const send = async (input: object) => {
  const { sending } = await client().createSending({ body: input as never })
  return (await client().send({ params: { id: sending._id }, body: { updatedAt: sending.updatedAt } })).sending
}
const readStates = async (id: string) => {
  const { recipients } = await client().recipients({ params: { id }, query: { limit: 100 } })
  return recipients.map(({ state, reason }) => (reason ? `${state} ${reason}` : state)).sort()
}
describe('the preview', () => {
  it('reports excluded recipients with the reason', async () => {
    const willing = await buildMember(allConsents)
    const silent = await buildMember({})
    const onlyChannel = await buildMember({ EMAIL: true })
    const back = await buildMember(allConsents)
    await takeBack(back, { EMAIL: false })
    const locked = await buildMember({}, { state: 'locked' })
    const none = await buildMember(allConsents, { email: null })
    const invalid = await buildMember(allConsents, { email: 'not an address' })
    const returned = await buildMember(allConsents)
    for (const _ of [1, 2]) {
      const { id } = await buildSending(bench.api.context, { state: 'done' })
      await buildRecipient(bench.api.context, id, { address: returned.email, state: 'failed', bounced: true })
    }
    const usernameOf = async ({ userId }: Actor) =>
      (await bench.api.services.database.select().from(users).where(eq(users.id, userId)))[0]?.username ?? ''
    const audience = toAll(
      willing.email,
      willing.email.toUpperCase(),
      silent.email,
      onlyChannel.email,
      back.email,
      await usernameOf(locked),
      await usernameOf(none),
      await usernameOf(invalid),
      returned.email,
      'stranger@example.com',
      'nobody-has-this-name',
    )
    const { gate } = await client().gate({ body: adInput({ audience }) })
    expect(gate.left.map(({ reason, count }) => [reason, count])).toEqual([
      ['locked', 1],
      ['unknown', 1],
      ['no_address', 1],
      ['bad_address', 1],
      ['returned', 1],
      ['no_consent', 3],
      ['opted_out', 1],
      ['duplicate', 1],
    ])
    expect(gate).toMatchObject({ total: 11, allowed: 1, faults: [], delayed: 0, delayedUntil: null })
    const { gate: notice } = await client().gate({ body: sendingInput({ audience }) })
    expect(notice.left.map(({ reason }) => reason)).toEqual([
      'locked',
      'unknown',
      'no_address',
      'bad_address',
      'returned',
      'duplicate',
    ])
    expect(notice.allowed).toBe(5)
  })

  it('finds members by level, kind, consent and words', async () => {
    const company = await buildMember(allConsents, { kind: 'COMPANY', name: '한빛상사' })
    const person = await buildMember({ SMS: true }, { name: '한빛나' })
    const listByFilter = async (filter: object) =>
      (await client().gate({ body: sendingInput({ audience: { by: 'filter', ...filter } }) })).gate
    const [level] = (
      await bench.api.services.database.execute<{ key: string }>(
        sql`SELECT l.key FROM users u JOIN levels l ON l.id = u.level_id WHERE u.id = ${company.userId}`,
      )
    ).rows
    expect((await listByFilter({ q: '한빛' })).total).toBe(2)
    expect((await listByFilter({ q: '한빛', kinds: ['COMPANY'] })).sample?.to).toBe(company.email)
    expect((await listByFilter({ levels: [level?.key] })).total).toBe(1)
    expect((await listByFilter({ q: '한빛', consent: 'EMAIL' })).sample?.to).toBe(company.email)
    expect((await listByFilter({ q: '%' })).total).toBe(0)
    expect((await listByFilter({ q: person.email })).total).toBe(1)
    const { levels, channels } = await client().options()
    expect(levels.map(({ key }) => key)).toContain(level?.key)
    expect(channels).toEqual(['mail'])
  })

  it('reports missing placeholder values and refuses unknown placeholders', async () => {
    const { email } = await buildMember(allConsents)
    const { gate } = await client().gate({
      body: sendingInput({ html: { ko: '<p>{회사} {이름}</p>' }, audience: toAll(email, 'stranger@example.com') }),
    })
    expect(gate.missing).toEqual([
      { field: 'company', count: 2 },
      { field: 'name', count: 1 },
    ])
    await expect(
      client().createSending({ body: sendingInput({ html: { ko: '<p>{주민번호}</p>' } }) }),
    ).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { 'html.ko': expect.stringContaining('치환') } },
    })
  })

  it('reports consents of more than two years and missing configuration', async () => {
    const { email } = await buildMember(allConsents)
    await setClock('2029-03-05T03:00:00.000Z')
    const readGate = async () => (await client().gate({ body: adInput({ audience: toAll(email) }) })).gate
    expect(await readGate()).toMatchObject({ oldConsents: 1, allowed: 1, faults: [] })
    bench.api.services.settings.publicUrl = undefined
    bench.api.services.mail = undefined
    expect((await readGate()).faults).toEqual(['no_sender', 'no_public_url'])
    await expect(send(adInput({ audience: toAll(email) }))).rejects.toMatchObject({
      refusal: { code: 'no_sender' },
    })
    const { gate } = await client().gate({
      body: sendingInput({ channel: 'alimtalk', purpose: 'advertising', audience: toAll(email) }),
    })
    expect(gate.faults).toEqual(['empty', 'no_provider', 'no_template', 'no_public_url', 'alimtalk_advertising'])
  })

  it('refuses an empty audience or content and a past send time', async () => {
    const { email } = await buildMember({})
    await expectRefusal(send(adInput({ audience: toAll(email) })), 400, 'audience')
    await expect(send(sendingInput({ html: {}, audience: toAll(email) }))).rejects.toMatchObject({
      refusal: { fields: { 'html.ko': expect.any(String) } },
    })
    await expect(
      send(sendingInput({ sendAt: '2027-03-01T03:00:00.000Z', audience: toAll(email) })),
    ).rejects.toMatchObject({ refusal: { fields: { sendAt: expect.any(String) } } })
  })
})

describe('advertising', () => {
  it('has its mark, the sender and the opt-out link, in the recipient’s language', async () => {
    const korean = await buildMember(allConsents, { name: '<b>하은</b>' })
    const english = await buildMember(allConsents, { locale: 'en', name: 'Ella' })
    const { _id } = await send(adInput({ audience: toAll(korean.email, english.email) }))
    await runSending(_id)
    expect(listener.received).toHaveLength(2)
    const mailTo = (to: string) => listener.received.find((mail) => headerOf(mail, 'To') === to) ?? ''
    expect(headerOf(mailTo(korean.email), 'Subject')).toBe('(광고) <b>하은</b> 님, 설명회에 초대합니다')
    expect(headerOf(mailTo(english.email), 'Subject')).toBe('(광고) Dear Ella, join us')
    expect(headerOf(mailTo(english.email), 'List-Unsubscribe')).toMatch(
      /^<https:\/\/daecheong\.example\/en\/opt-out\/[\w-]{16}>$/,
    )
    const body = bodyOf(mailTo(korean.email))
    expect(body).toContain('&lt;b&gt;하은&lt;/b&gt; 님을 모십니다.')
    expect(body).toContain('office@daecheong.example')
    expect(body).toMatch(/<a href="https:\/\/daecheong\.example\/opt-out\/[\w-]{16}"/)
    expect(await readStates(_id)).toEqual(['sent', 'sent'])
    expect((await client().getSending({ params: { id: _id } })).sending).toMatchObject({
      state: 'done',
      counts: { sent: 2 },
    })
  })

  it('waits at night until 08:00, except for members who agreed to the night', async () => {
    const day = await buildMember(allConsents)
    const night = await buildMember({ ...allConsents, night: true })
    await setClock('2027-03-02T12:30:00.000Z')
    const { gate } = await client().gate({ body: adInput({ audience: toAll(day.email, night.email) }) })
    expect(gate).toMatchObject({ allowed: 2, delayed: 1, delayedUntil: '2027-03-02T23:00:00.000Z' })
    const { _id } = await send(adInput({ audience: toAll(day.email, night.email) }))
    await runSending(_id)
    expect(listener.received.map((mail) => headerOf(mail, 'To'))).toEqual([night.email])
    expect(await readStates(_id)).toEqual(['queued', 'sent'])
    await setClock('2027-03-02T22:59:00.000Z')
    await runSending(_id)
    expect(listener.received).toHaveLength(1)
    await setClock('2027-03-02T23:00:01.000Z')
    await runSending(_id)
    expect(await readStates(_id)).toEqual(['sent', 'sent'])
  })

  it('is not sent to a member who withdrew consent after the recipients were stored', async () => {
    const recipient = await buildMember(allConsents)
    const other = await buildMember(allConsents)
    const { _id } = await send(
      adInput({ audience: toAll(recipient.email, other.email), sendAt: '2027-03-02T04:00:00.000Z' }),
    )
    await runSending(_id)
    expect(listener.received).toEqual([])
    await takeBack(recipient, { EMAIL: false })
    await setClock('2027-03-02T04:00:01.000Z')
    await runSending(_id)
    expect(listener.received.map((mail) => headerOf(mail, 'To'))).toEqual([other.email])
    expect(await readStates(_id)).toEqual(['sent', 'skipped opted_out'])
  })

  it('is opted out of by its link without a log-in, which adds to the history', async () => {
    const recipient = await buildMember(allConsents)
    const { _id } = await send(adInput({ audience: toAll(recipient.email) }))
    await runSending(_id)
    const [row] = await bench.api.services.database
      .select()
      .from(sendingRecipients)
      .where(eq(sendingRecipients.sendingId, _id))
    const token = row?.optOut ?? ''
    const anonymous = bench.api.client(contract)
    expect((await anonymous.optOut({ params: { token } })).optOut).toEqual({
      channel: 'EMAIL',
      address: expect.stringMatching(/^me\*\*\*@example\.com$/),
      given: true,
    })
    for (const _ of ['first', 'again'])
      expect((await anonymous.confirmOptOut({ params: { token } })).optOut.given).toBe(false)
    const { history } = await bench.api.client(consents, recipient).list()
    expect(history.filter(({ subject }) => subject === 'channel:EMAIL')).toMatchObject([
      { given: false, how: 'link' },
      { given: true, how: 'me' },
    ])
    for (const wrong of ['0000000000000000', 'short', "' OR 1=1 --     "])
      await expect(anonymous.optOut({ params: { token: wrong } })).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status === 404 || status === 400),
      })
  })
})

describe('a bulk message', () => {
  it('is sent at its time, unless it was cancelled before', async () => {
    const { email } = await buildMember()
    const sendAt = '2027-03-02T06:00:00.000Z'
    const keptSending = await send(sendingInput({ audience: toAll(email), sendAt }))
    const deletedSending = await send(sendingInput({ audience: toAll(email), sendAt }))
    expect(keptSending.state).toBe('scheduled')
    await client().cancel({ params: { id: deletedSending._id } })
    await expect(client().cancel({ params: { id: deletedSending._id } })).rejects.toMatchObject({ status: 409 })
    await jobHandlers(bench.api.services).resumeSendings?.({})
    expect(listener.received).toEqual([])
    await setClock('2027-03-02T06:00:01.000Z')
    await jobHandlers(bench.api.services).resumeSendings?.({})
    expect(listener.received).toHaveLength(1)
    expect((await client().getSending({ params: { id: keptSending._id } })).sending.state).toBe('done')
    expect((await client().getSending({ params: { id: deletedSending._id } })).sending.state).toBe('cancelled')
  })

  it('reports refusals, retries temporary ones and resends failures by hand', async () => {
    const { email } = await buildMember()
    const smtpError = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
    listener.onData = (attempt) =>
      attempt === 1 ? smtpError(451, '4.3.0 later') : attempt === 2 ? smtpError(550, '5.1.1 no such mailbox') : null
    const { _id } = await send(sendingInput({ audience: toAll(email) }))
    await runSending(_id)
    const first = async () => (await client().recipients({ params: { id: _id } })).recipients[0]
    expect(await first()).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: expect.stringContaining('4.3.0'),
    })
    await runSending(_id)
    expect((await first())?.attempts).toBe(1)
    bench.api.clock.forward(61_000)
    await runSending(_id)
    expect(await first()).toMatchObject({
      state: 'failed',
      attempts: 2,
      error: expect.stringContaining('5.1.1'),
    })
    expect((await client().getSending({ params: { id: _id } })).sending.state).toBe('done')
    expect((await client().retry({ params: { id: _id }, body: {} })).sending.state).toBe('sending')
    await runSending(_id)
    expect(await first()).toMatchObject({ state: 'sent', error: null })
    await expect(client().retry({ params: { id: _id }, body: {} })).rejects.toMatchObject({ status: 409 })
    expect(listener.received).toHaveLength(1)
  })

  it('is not resent after a lost response or a dead process, but reported as unsure', async () => {
    const lost = await buildMember()
    listener.onData = () => 'drop'
    const { _id } = await send(sendingInput({ audience: toAll(lost.email) }))
    await runSending(_id)
    await runSending(_id)
    expect(await readStates(_id)).toEqual(['unsure'])
    expect(listener.received).toHaveLength(1)
    listener.onData = () => null
    // A process claimed the second recipient and was killed.
    const { id } = await buildSending(bench.api.context)
    await buildRecipient(bench.api.context, id, { state: 'claimed', claimedAt: bench.api.clock.now(), attempts: 1 })
    await runSending(id)
    expect(await readStates(id)).toEqual(['claimed'])
    bench.api.clock.forward(6 * 60_000)
    await runSending(id)
    expect(await readStates(id)).toEqual(['unsure'])
    expect((await client().getSending({ params: { id } })).sending.state).toBe('done')
    await expect(client().retry({ params: { id }, body: {} })).rejects.toMatchObject({ status: 409 })
    await client().retry({ params: { id }, body: { unsure: true } })
    await runSending(id)
    expect(await readStates(id)).toEqual(['sent'])
    expect(listener.received).toHaveLength(2)
  })

  it('is immutable once sent, while a draft can be changed and removed and refuses outdated versions', async () => {
    const { email } = await buildMember()
    const { sending } = await client().createSending({ body: sendingInput({ audience: toAll(email) }) })
    const params = { id: sending._id }
    const { sending: changed } = await client().changeSending({
      params,
      body: { subject: { ko: '새 제목' }, updatedAt: sending.updatedAt },
    })
    expect(changed).toMatchObject({ subject: { ko: '새 제목' }, author: '한편집', state: 'draft' })
    await expect(client().send({ params, body: { updatedAt: sending.updatedAt } })).rejects.toMatchObject({
      status: 412,
    })
    const { sending: sent } = await client().send({ params, body: { updatedAt: changed.updatedAt } })
    await expect(
      client().changeSending({ params, body: { subject: { ko: '늦음' }, updatedAt: sent.updatedAt } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(client().removeSending({ params })).rejects.toMatchObject({ status: 409 })
    const other = (await client().createSending({ body: sendingInput() })).sending
    await client().removeSending({ params: { id: other._id } })
    await expect(client().getSending({ params: { id: other._id } })).rejects.toMatchObject({ status: 404 })
    const { sendings: list } = await client().listSendings({ query: { q: '새 제목' } })
    expect(list.map(({ _id }) => _id)).toEqual([sending._id])
  })

  it('can be tested on the author, marked as a test', async () => {
    const own = await bench.api.actor(['console', 'console:messages'], {
      email: 'editor@example.com',
      name: '오편집',
    })
    const ownClient = bench.api.client(contract, own)
    const { sending } = await ownClient.createSending({ body: adInput() })
    expect(await ownClient.tryOut({ params: { id: sending._id }, body: { locale: 'en' } })).toEqual({
      to: 'editor@example.com',
    })
    const [mail] = await bench.api.services.database.select().from(outbox)
    expect(mail?.subject).toBe('[Test] (광고) Dear 오편집, join us')
    await expect(client().tryOut({ params: { id: sending._id }, body: {} })).rejects.toMatchObject({ status: 400 })
  })

  it('is refused without the permission and for an unknown id', async () => {
    const viewer = bench.api.client(contract, await bench.api.actor(['console', 'console:messages:read']))
    await expect(viewer.gate({ body: sendingInput() })).rejects.toMatchObject({ status: 403 })
    await expect(viewer.email({ body: { to: 'a@example.com', subject: 'a', html: 'a' } })).rejects.toMatchObject({
      status: 403,
    })
    const id = bench.api.clock.newId()
    await expect(client().recipients({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(client().retry({ params: { id }, body: {} })).rejects.toMatchObject({ status: 404 })
    await expect(client().cancel({ params: { id } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('direct sending', () => {
  it('sends a mail or a text message immediately, with the same checks', async () => {
    const recipient = await buildMember(allConsents)
    const { sending } = await client().email({
      body: { to: recipient.email, subject: '안내', html: '<p>{이름} 님</p><script>x</script>' },
    })
    await runSending(sending._id)
    expect(bodyOf(listener.received[0] ?? '')).not.toContain('script')
    await expect(
      client().email({
        body: { to: 'stranger@example.com', subject: '설명회', html: '<p>오세요</p>', purpose: 'advertising' },
      }),
    ).rejects.toMatchObject({ status: 400 })
    const body = { to: [recipient.phone], message: '{이름} 님, 내일 뵙겠습니다.' }
    await expect(client().message({ body })).rejects.toMatchObject({ status: 400 })
    const sent: Sms[] = []
    bench.api.services.sms = { send: async (sms) => `${sent.push(sms)}` }
    const sms = await client().message({ body: { ...body, purpose: 'advertising' } })
    await runSending(sms.sending._id)
    expect(sent[0]?.text).toMatch(
      /^\(광고\) \[.+\] 회원\d+ 님, 내일 뵙겠습니다\.\n문의 02-000-0000\n무료수신거부 https:\/\/daecheong\.example\/opt-out\/[\w-]{16}$/,
    )
    await expect(client().message({ body: { ...body, to: 'call me maybe' } })).rejects.toMatchObject({
      refusal: { fields: { to: expect.any(String) } },
    })
  })

  it('lets a member write to the desk addresses of the settings', async () => {
    const recipient = await buildMember()
    const body = { subject: '영업시간', message: '토요일에도 여시나요?\n<b>고맙습니다</b>' }
    await bench.api.client(contract, recipient).write({ body })
    const [mail] = await bench.api.services.database.select().from(outbox)
    expect(mail).toMatchObject({ recipient: 'desk@daecheong.example', subject: '[회원 문의] 영업시간' })
    expect(mail?.text).toContain(recipient.email)
    expect(mail?.html).toContain('&lt;b&gt;')
    await expect(
      bench.api.client(contract, recipient).write({ body: { ...body, to: 'x@example.com' } as never }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(bench.api.client(contract).write({ body })).rejects.toMatchObject({ status: 401 })
    await buildSetting(bench.api.context)
    await expect(bench.api.client(contract, recipient).write({ body })).rejects.toMatchObject({ status: 409 })
  })
})

describe('a withdrawn account', () => {
  it('is removed from every recipient list', async () => {
    const recipient = await buildMember()
    const { _id } = await send(sendingInput({ audience: toAll(recipient.email), sendAt: '2027-03-02T06:00:00.000Z' }))
    const waiting = await buildSending(bench.api.context)
    await buildRecipient(bench.api.context, waiting.id, { userId: recipient.userId, address: recipient.email })
    const { personal } = await import('./export-personal-data.ts')
    const subject = { userId: recipient.userId, username: 'x', email: recipient.email, phone: recipient.phone }
    expect(await personal.archive?.(bench.api.context, subject)).toMatchObject({
      messages: [{ address: recipient.email }],
    })
    await personal.forget?.(new Context(bench.api.services, bench.api.context.scope), subject)
    expect(await readStates(waiting.id)).toEqual(['skipped withdrawn'])
    const { rows } = await bench.api.services.database.execute(
      sql`SELECT count(*)::int AS count FROM sendings s LEFT JOIN sending_recipients r ON r.sending_id = s.id
        WHERE s::text LIKE ${`%${recipient.email}%`} OR r::text LIKE ${`%${recipient.email}%`}`,
    )
    expect(rows).toEqual([{ count: 0 }])
    expect((await client().getSending({ params: { id: _id } })).sending.audience.list).toEqual([])
  })
})
