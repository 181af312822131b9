import { eq } from 'drizzle-orm'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpPort } from '#kit/ports/mail.ts'
import { SmsRefused } from '#kit/ports/sms.ts'
import { createContact } from '#people/certify/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { jobHandlers } from '../../../app.ts'
import { messages as contract } from '../contract.ts'
import { buildMail, buildRecipient, buildSending } from '../factory.ts'
import { outbox, sendingRecipients } from '../table.ts'
import { isBounce } from './classify-refusal.ts'
import { findContactChannels } from './find-contact-channels.ts'

/** An address is blocked by permanent refusals of its own server, never by a fault of the sender. */

const bench = prepareBench(['console:messages'])
const createSmtpError = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

let server: MailServer | undefined
beforeEach(() => buildSetting(bench.api.context, { mail: { senderName: '대청', senderAddress: 'office@example.com' } }))
afterEach(() => server?.close())

const startServer = async (options: SMTPServerOptions, login = '') => {
  server = new MailServer(options)
  bench.api.services.mail = smtpPort((await server.listen()).replace('//', `//${login}`))
}
/** Starts a mail server that rejects every password, as after an expiry. */
const wrongPassword = () =>
  startServer(
    {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(createSmtpError(535, '5.7.8 Username and Password not accepted')),
    },
    'office:over@',
  )
const refuseRecipients = (code: number, words: string) =>
  startServer({ onRcptTo: (_address, _session, done) => done(createSmtpError(code, words)) })

const buildMember = async () => {
  const email = createContact()
  return { email, id: (await buildUser(bench.api.context, { email })).id }
}
const getJobs = () => jobHandlers(bench.api.services)

/** Sends one message to an address; returns its result. */
const sendTo = async (address: string, runs = 1) => {
  const { id } = await buildSending(bench.api.context)
  await buildRecipient(bench.api.context, id, { address })
  for (let run = 0; run < runs; run += 1) {
    await getJobs().runSending?.({ id })
    if (runs > 1) bench.api.clock.forward(2 * 3_600_000)
  }
  const rows = await bench.api.services.database
    .select()
    .from(sendingRecipients)
    .where(eq(sendingRecipients.sendingId, id))
  return rows[0]
}
const isReached = async (id: string) => (await findContactChannels(bench.api.context, id))?.email != null

describe('an address', () => {
  it('is blocked after its server reported twice that the mailbox does not exist, for notices too', async () => {
    const { id, email } = await buildMember()
    await refuseRecipients(550, '5.1.1 <x>: Recipient address rejected: User unknown')
    expect(await sendTo(email)).toMatchObject({ state: 'failed', bounced: true })
    expect(await isReached(id)).toBe(true)
    expect(await sendTo(email)).toMatchObject({ state: 'failed', bounced: true })
    expect(await isReached(id)).toBe(false)
    expect(await sendTo(email)).toMatchObject({ state: 'skipped', reason: 'returned' })
  })

  it('is unblocked after a manual resend', async () => {
    const { id, email } = await buildMember()
    await refuseRecipients(550, '5.1.1 no such user')
    const row = await sendTo(email)
    await sendTo(email)
    expect(await isReached(id)).toBe(false)
    bench.editor = await bench.api.actor(['console', 'console:messages'])
    await bench.api.client(contract, bench.editor).retry({ params: { id: row?.sendingId ?? '' }, body: {} })
    expect(await isReached(id)).toBe(true)
  })

  it("stays open while the sender's password is wrong, however long", { tags: ['deep'] }, async () => {
    const { id, email } = await buildMember()
    await wrongPassword()
    expect(await sendTo(email)).toMatchObject({ state: 'queued', attempts: 1, error: expect.stringContaining('535') })
    for (const _ of [1, 2, 3])
      expect(await sendTo(email, 9)).toMatchObject({ state: 'failed', attempts: 8, bounced: false })
    expect(await isReached(id)).toBe(true)
  })

  it.each([
    [550, '5.7.1 Message rejected due to local policy'],
    [553, '5.1.8 Sender address rejected'],
    [550, 'relaying denied'],
    [554, 'Your address 5.1.1.7 is blocked'],
    [552, '5.2.2 mailbox full'],
  ])('stays open after %i %s', { tags: ['deep'] }, async (code, words) => {
    const { id, email } = await buildMember()
    await refuseRecipients(code, words)
    for (const _ of [1, 2, 3]) expect(await sendTo(email)).toMatchObject({ state: 'failed', bounced: false })
    expect(await isReached(id)).toBe(true)
  })

  it('stays open after eight temporary refusals', { tags: ['deep'] }, async () => {
    const { id, email } = await buildMember()
    await refuseRecipients(451, '4.3.0 try again later')
    for (const _ of [1, 2]) expect(await sendTo(email, 9)).toMatchObject({ state: 'failed', bounced: false })
    expect(await isReached(id)).toBe(true)
  })

  it('counts as bounced only by the enhanced status code of its server', () => {
    const isBounceResponse = (response: string) => isBounce(Object.assign(new Error(response), { response }))
    expect(['550 5.1.1 no', '550-5.1.10 no', '553 5.1.3', '550 5.2.1 disabled'].map(isBounceResponse)).toEqual(
      Array(4).fill(true),
    )
    expect(['450 4.1.1 no', '550 5.1.11 x', '550 5.1.1.1 x', '', '550 no 5.1.1'].map(isBounceResponse)).toEqual(
      Array(5).fill(false),
    )
    expect(isBounce(new SmsRefused('ValidationError', '550 5.1.1', 'never'))).toBe(false)
  })
})

describe('a mail in the outbox', () => {
  it("waits while the sender's password is wrong and is sent once it is right", async () => {
    const { id } = await buildMail(bench.api.context)
    const readRow = async () =>
      (await bench.api.services.database.select().from(outbox).where(eq(outbox.id, id)))[0] ?? {}
    await wrongPassword()
    await expect(getJobs().deliverMail?.({ id })).rejects.toThrow('535')
    expect(await readRow()).toMatchObject({ state: 'waiting', attempts: 1 })
    await server?.close()
    await startServer({})
    await getJobs().deliverMail?.({ id })
    expect(await readRow()).toMatchObject({ state: 'sent' })
  })
})
