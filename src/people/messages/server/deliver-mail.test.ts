import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWorker } from '#kit/ports/jobs.ts'
import { smtpPort } from '#kit/ports/mail.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { jobHandlers } from '../../../app.ts'
import { messages as contract } from '../contract.ts'
import { buildMail } from '../factory.ts'
import { outbox } from '../table.ts'
import { queueMail } from './queue-messages.ts'

const bench = prepareBench(['console:messages'])
const client = () => bench.api.client(contract, bench.editor)
const readRow = async (id: string) =>
  (await bench.api.services.database.select().from(outbox).where(eq(outbox.id, id)))[0]

const createSmtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const parseMessageId = (mail: string | undefined) => /^message-id: (.+)$/im.exec(mail ?? '')?.[1]

let listener: MailServer
let url: string
beforeEach(async () => {
  listener = new MailServer()
  url = await listener.listen()
  await bench.api.services.database.delete(outbox)
  await bench.api.services.database.execute('DELETE FROM graphile_worker._private_jobs')
  await buildSetting(bench.api.context, {
    mail: { senderName: '법무법인 대청', senderAddress: 'office@daecheong.example' },
  })
})
afterEach(() => listener.close())

const deliverTo = (id: string, address: string | undefined = url) =>
  jobHandlers({ ...bench.api.services, mail: smtpPort(address) }).deliverMail?.({ id })

describe('a mail', () => {
  it('is delivered once, as text and HTML, from the sender in the settings', async () => {
    const { id } = await buildMail(bench.api.context, { html: '<p>균열 <b>사진</b></p><script>x()</script>' })
    await deliverTo(id)
    await deliverTo(id)
    expect(listener.received).toHaveLength(1)
    const [mail = ''] = listener.received
    expect(mail).toMatch(/^From: =\?UTF-8\?.+\?= <office@daecheong\.example>$/im)
    expect(mail).toMatch(/^To: resident@example\.com$/im)
    expect(parseMessageId(mail)).toBe(`<${id}@daecheong.example>`)
    expect(mail).toContain('multipart/alternative')
    expect(mail).not.toContain('script')
    expect(await readRow(id)).toMatchObject({ state: 'sent', attempts: 1, error: null, text: '균열 사진' })
    expect((await readRow(id))?.sentAt).not.toBeNull()
  })

  it('is delivered once when two processes claim it', async () => {
    const { id } = await buildMail(bench.api.context)
    await Promise.all([deliverTo(id), deliverTo(id), deliverTo(id)])
    expect(listener.received).toHaveLength(1)
    expect(await readRow(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('exists only if the transaction that caused it commits', async () => {
    await expect(
      bench.api.context.transaction(async (within) => {
        await buildMail(within)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await bench.api.services.database.$count(outbox)).toBe(0)
    const { rows } = await bench.api.services.database.execute('SELECT 1 FROM graphile_worker._private_jobs')
    expect(rows).toEqual([])
  })

  it("is retried after a temporary refusal (451) and stores the server's response", async () => {
    listener.onData = (attempt) => (attempt === 1 ? createSmtpError(451, '4.3.0 try again later') : null)
    const { id } = await buildMail(bench.api.context)
    await expect(deliverTo(id)).rejects.toThrow('451')
    expect(await readRow(id)).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('4.3.0') })
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
    expect(listener.received).toHaveLength(1)
  })

  it('fails after eight temporary refusals', async () => {
    listener.onData = () => createSmtpError(451, '4.3.0 never')
    const { id } = await buildMail(bench.api.context)
    for (let attempt = 1; attempt < 8; attempt += 1) await expect(deliverTo(id)).rejects.toThrow('451')
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'failed', attempts: 8 })
  })

  it('fails immediately after a permanent refusal (550) and can be resent by hand', async () => {
    listener.onData = (attempt) => (attempt === 1 ? createSmtpError(550, '5.1.1 no such mailbox') : null)
    const { id } = await buildMail(bench.api.context)
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'failed', attempts: 1, error: expect.stringContaining('5.1.1') })
    const { message } = await client().resend({ params: { id } })
    expect(message).toMatchObject({ state: 'waiting', attempts: 0, error: null })
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'sent' })
    await expect(client().resend({ params: { id } })).rejects.toMatchObject({ status: 409 })
    expect(listener.received).toHaveLength(1)
  })

  it('whose acceptance response was lost is resent once with the same Message-ID', async () => {
    listener.onData = (attempt) => (attempt === 1 ? 'drop' : null)
    const { id } = await buildMail(bench.api.context)
    await expect(deliverTo(id)).rejects.toThrow()
    expect(await readRow(id)).toMatchObject({ state: 'waiting', attempts: 1 })
    await deliverTo(id)
    await deliverTo(id)
    expect(listener.received.map(parseMessageId)).toEqual([`<${id}@daecheong.example>`, `<${id}@daecheong.example>`])
    expect(await readRow(id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('waits when the server does not answer', async () => {
    const { id } = await buildMail(bench.api.context)
    await expect(deliverTo(id, 'smtp://127.0.0.1:1')).rejects.toThrow()
    expect(await readRow(id)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('is held, readable in the console, until a sender is configured, and then sent', async () => {
    const { id } = await buildMail(bench.api.context)
    await jobHandlers(bench.api.services).deliverMail?.({ id })
    expect((await client().get({ params: { id } })).message).toMatchObject({ state: 'held', attempts: 0 })
    await client().resend({ params: { id } })
    await buildSetting(bench.api.context)
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'held' })
    expect(listener.received).toEqual([])
  })

  it('with a line break in its address is refused before it is written', async () => {
    const to = 'a@example.com\r\nBcc: everybody@example.com'
    await expect(queueMail(bench.api.context, { to, about: null, subject: 'a', html: 'a' })).rejects.toMatchObject({
      details: { fields: { to: 'line_break' } },
    })
    expect(await bench.api.services.database.$count(outbox)).toBe(0)
  })

  it('has a subject and a sender of one line, whatever is stored', async () => {
    await buildSetting(bench.api.context, {
      mail: { senderName: '대청\r\nBcc: everybody@example.com', senderAddress: 'office@daecheong.example' },
    })
    const { id } = await buildMail(bench.api.context, { subject: '안내\r\nBcc: everybody@example.com\u2028\u0007끝' })
    expect(await readRow(id)).toMatchObject({ subject: '안내 Bcc: everybody@example.com 끝' })
    await deliverTo(id)
    expect(await readRow(id)).toMatchObject({ state: 'sent' })
    expect(listener.received.join('\n')).not.toMatch(/^Bcc:/im)
  })

  it('keeps any name and subject within its header', async () => {
    await buildSetting(bench.api.context, {
      mail: { senderName: '"대청", Law <x@evil.example>', senderAddress: 'office@daecheong.example' },
    })
    const { id } = await buildMail(bench.api.context, { subject: `${'긴 제목 '.repeat(40)}=?UTF-8?Q?x?=` })
    await deliverTo(id)
    const headers = listener.received[0]?.split('\r\n\r\n')[0] ?? ''
    expect(headers.match(/^(from|to|subject|bcc|cc|sender):/gim)?.map((name) => name.toLowerCase())).toEqual([
      'from:',
      'to:',
      'subject:',
    ])
    expect(headers.replace(/\r\n /g, ' ')).toMatch(/^From: .*<office@daecheong\.example>$/im)
  })
})

describe('the queue', () => {
  it('delivers committed mails automatically and retries after a refusal', async () => {
    listener.onData = (attempt) => (attempt === 1 ? createSmtpError(421, '4.7.0 busy') : null)
    const worker = await startWorker(
      bench.api.database.directUrl,
      jobHandlers({ ...bench.api.services, mail: smtpPort(url) }),
      [],
      bench.api.services.log,
    )
    const { id } = await buildMail(bench.api.context)
    await vi.waitFor(async () => expect((await readRow(id))?.attempts).toBe(1), 30_000)
    // The back-off grows with each attempt; skip the wait.
    await vi.waitFor(async () => {
      await bench.api.services.database.execute(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`,
      )
      expect((await readRow(id))?.state).toBe('sent')
    }, 8000)
    await wait(50)
    expect(listener.received).toHaveLength(1)
    await worker.stop()
  })
})

describe('the console', () => {
  it('lists messages by state, words and age', async () => {
    const ids = [
      (await buildMail(bench.api.context, { subject: '하나', to: 'one@example.com' })).id,
      (await buildMail(bench.api.context, { subject: '둘' })).id,
    ]
    await bench.api.services.database
      .update(outbox)
      .set({ state: 'held' })
      .where(eq(outbox.id, ids[1] ?? ''))
    const findSubjects = async (query: object) =>
      (await client().list({ query })).messages.map(({ subject }) => subject)
    expect(await findSubjects({})).toEqual(['둘', '하나'])
    expect(await findSubjects({ sort: 'createdAt' })).toEqual(['하나', '둘'])
    expect(await findSubjects({ state: 'held' })).toEqual(['둘'])
    expect(await findSubjects({ q: 'ONE@' })).toEqual(['하나'])
    expect(await client().list({ query: { limit: 1 } })).toMatchObject({ total: 2, limit: 1 })
    await expect(client().get({ params: { id: bench.api.clock.newId() } })).rejects.toMatchObject({ status: 404 })
  })

  it("sends a test in the caller's language and refuses an invalid address", async () => {
    const subjects = await Promise.all(
      (['ko', 'en', 'cn'] as const).map(async (locale) => {
        const { message } = await bench.api
          .client(contract, bench.editor, locale)
          .test({ body: { to: 'staff@example.com', subject: '시험' } })
        return message.subject
      }),
    )
    expect(new Set(subjects).size).toBe(3)
    for (const body of [
      { to: 'nobody' },
      { to: 'a@example.com, b@example.com' },
      { to: 'a@example.com\r\nBcc: b@example.com' },
      { to: 'staff@example.com', subject: 'a\r\nBcc: b@example.com' },
      { to: 'staff@example.com', html: '<p>' },
    ])
      await expect(client().test({ body: body as never })).rejects.toMatchObject({ status: 400 })
  })

  it('resends once per idempotency key', async () => {
    const { id } = await buildMail(bench.api.context)
    await bench.api.services.database.update(outbox).set({ state: 'held' })
    const options = { headers: { 'idempotency-key': 'again' } }
    const first = await client().resend({ params: { id } }, options)
    expect(await client().resend({ params: { id } }, options)).toEqual(first)
  })
})
