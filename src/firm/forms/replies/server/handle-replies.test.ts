import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { forms as contract } from '../../contract.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { formRequests } from '../../table.ts'
import { replies } from '../contract.ts'
import { holdSeconds } from '../rules.ts'

const api = prepareTestApi()
let staff: Actor
let mails: MailServer
beforeAll(async () => {
  await buildFormKind(api.context)
})
beforeEach(async () => {
  staff = await api.actor(['console', 'console:forms'])
  mails = new MailServer()
  await buildSender(api, await mails.listen())
})
afterEach(() => mails.close())

const formsClient = () => api.client(contract, staff)
const repliesClient = () => api.client(replies, staff)
const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )
const deliverMail = (id: string) => jobHandlers(api.services).deliverMail?.({ id })
const letter = { subject: '답변드립니다', text: '오세진 님께\n\n도면을 검토했습니다.\n다음 주에 연락드리겠습니다.' }

/** Creates a request and returns functions that reply with the version read last. */
const openRequest = async (answers: Record<string, string> = {}) => {
  const { id } = await buildRequest(api.context, answers)
  const params = { id }
  const readRequest = async () => (await formsClient().get({ params })).form
  const sendAnswer = async (rest: object = {}) => {
    const body = { ...letter, updatedAt: (await readRequest()).updatedAt, ...rest }
    return (await repliesClient().email({ params, body })).form
  }
  return { id, params, read: readRequest, answer: sendAnswer }
}
const findMail = async (recipient = 'sejin@estate.example') => {
  const rows = await api.services.database
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    // Without an order, an updated row comes last.
    .orderBy(outbox.createdAt, outbox.id)
  return rows.filter(({ notBefore }) => notBefore !== null).at(-1)
}

describe('reply by e-mail', () => {
  it('is refused without a configured sender, without any change', async () => {
    const { answer, read } = await openRequest()
    const before = await read()
    const without = [
      () => buildSetting(api.context),
      async () => {
        await buildSender(api)
        api.services.mail = undefined
      },
    ]
    const letters = await api.services.database.$count(outbox)
    for (const sendWithout of without) {
      await sendWithout()
      const { status, refusal } = await catchRefusal(answer())
      expect([status, refusal.code]).toEqual([409, 'no_sender'])
      expect(refusal.message).toContain('보내는 메일 주소')
      expect((await repliesClient().sender()).sender).toBeNull()
    }
    expect(await api.services.database.$count(outbox)).toBe(letters)
    expect(await read()).toMatchObject({ state: 'received', answeredAt: null, updatedAt: before.updatedAt })
    await buildSender(api)
    expect((await repliesClient().sender()).sender).toEqual({
      name: '법무법인 대청',
      address: 'office@daecheong.example',
    })
    expect((await answer()).state).toBe('answered')
  })

  it.each([
    ['nothing', '   \n '],
    ['the greeting alone', '오세진 님께\n\n'],
    ['the greeting spaced otherwise', '오세진  님께'],
    ['signs that show nothing', '오세진 님께\n\n\u200b\u3164\u00ad\u2060'],
  ])('rejects a text of %s', async (_what, text) => {
    const { answer, read } = await openRequest()
    const { status, refusal } = await catchRefusal(answer({ text }))
    expect([status, refusal.fields?.text]).toEqual([400, expect.any(String)])
    expect((await read()).state).toBe('received')
  })

  it('rejects an unfilled placeholder', async () => {
    const { answer } = await openRequest()
    const { refusal } = await catchRefusal(answer({ text: '사용검사일은 {사용검사일}입니다.', subject: '{건물} 진단' }))
    expect(Object.keys(refusal.fields ?? {}).sort()).toEqual(['subject', 'text'])
  })

  it('is held back for ten seconds and sent with its files', async () => {
    const { answer, params } = await openRequest()
    const { file } = await repliesClient().attach({
      params,
      form: form('file', ['진단 안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof repliesClient>['attach']>[0])
    const answered = await answer({ files: [file.ticket] })
    const entry = answered.thread.find(({ kind }) => kind === 'answer')
    expect(entry).toMatchObject({ mail: 'waiting', files: [{ name: '진단 안내.pdf' }] })
    // Files of the sender and attachments of replies are separate.
    expect(answered.files).toEqual([])
    const mail = await findMail()
    if (!mail) return expect.unreachable('is queued')
    const from = Date.parse(answered.answeredAt ?? '') + holdSeconds * 1000
    expect(mail.notBefore?.getTime()).toBe(from)
    const { rows } = await api.services.database.execute(
      sql`SELECT run_at > now() + interval '5 seconds' AS later FROM graphile_worker.jobs WHERE task_identifier = 'deliverMail' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ later: true }])
    await deliverMail(mail.id)
    expect(mails.received).toEqual([])
    api.clock.forward(holdSeconds * 1000)
    await deliverMail(mail.id)
    expect(mails.received).toHaveLength(1)
    expect(mails.received[0]).toContain('Content-Disposition: attachment')
    expect(mails.received[0]).toContain('application/pdf')
  })

  it('attaches only files uploaded for its request, each once', async () => {
    const first = await openRequest()
    const second = await openRequest()
    const { file } = await repliesClient().attach({
      params: first.params,
      form: form('file', ['안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof repliesClient>['attach']>[0])
    expect((await catchRefusal(second.answer({ files: [file.ticket] }))).refusal.fields?.files).toBeDefined()
    await first.answer({ files: [file.ticket] })
    expect((await catchRefusal(first.answer({ files: [file.ticket] }))).refusal.fields?.files).toBeDefined()
    expect(await second.read()).toMatchObject({ state: 'received' })
  })

  it('can close its request', async () => {
    const { answer } = await openRequest()
    expect(await answer({ state: 'closed' })).toMatchObject({
      state: 'closed',
      closedAt: expect.any(String),
      answeredAt: expect.any(String),
      assignee: { _id: staff.userId },
    })
  })

  it('is previewed as the recipient will see it, with its errors', async () => {
    const { params } = await openRequest()
    const { mail } = await repliesClient().preview({
      params,
      body: { subject: '안내', text: '<b>{날짜}</b>에 뵙겠습니다.\n\n끝' },
    })
    expect(mail).toMatchObject({
      from: { address: 'office@daecheong.example' },
      to: 'sejin@estate.example',
      html: '<p>&lt;b&gt;{날짜}&lt;/b&gt;에 뵙겠습니다.</p><p>끝</p>',
      faults: { text: expect.any(String) },
    })
  })
})

describe('recalled reply', () => {
  const findAnswerId = (shown: { thread: { _id: string; kind: string }[] }) =>
    shown.thread.findLast(({ kind }) => kind === 'answer')?._id ?? ''

  it('is never sent; the request is restored and the text returned to its author', async () => {
    const { answer, params, read } = await openRequest()
    const { file } = await repliesClient().attach({
      params,
      form: form('file', ['안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof repliesClient>['attach']>[0])
    const answered = await answer({ files: [file.ticket] })
    const back = await repliesClient().takeBack({ params: { ...params, entry: findAnswerId(answered) } })
    expect(back.form).toMatchObject({ state: 'received', assignee: null, answeredAt: null })
    expect(back.letter).toMatchObject({ ...letter, files: [{ name: '안내.pdf' }] })
    expect(back.form.thread.map(({ what }) => what)).toEqual(['received', 'opened', 'withdrawn'])
    const mail = await findMail()
    expect(mail).toMatchObject({ state: 'withdrawn', text: '', html: '' })
    api.clock.forward(holdSeconds * 1000)
    await deliverMail(mail?.id ?? '')
    expect(mails.received).toEqual([])
    // Sends the reply again with the same file.
    staff = await api.actor(['console', 'console:forms'])
    await answer({ files: back.letter.files.map(({ ticket }) => ticket) })
    expect((await read()).state).toBe('answered')
  })

  it('keeps changes made in the meantime', async () => {
    const { answer, params, read } = await openRequest()
    const colleague = await api.actor(['console', 'console:forms'])
    const answered = await answer()
    await formsClient().update({ params, body: { assignee: colleague.userId, updatedAt: answered.updatedAt } })
    await repliesClient().takeBack({ params: { ...params, entry: findAnswerId(answered) } })
    expect(await read()).toMatchObject({ state: 'assigned', assignee: { _id: colleague.userId }, answeredAt: null })
  })

  it('reopens a request closed in the meantime, because it has no reply', async () => {
    const { answer, params, read } = await openRequest()
    const answered = await answer()
    await formsClient().update({ params, body: { state: 'closed', updatedAt: answered.updatedAt } })
    await repliesClient().takeBack({ params: { ...params, entry: findAnswerId(answered) } })
    expect(await read()).toMatchObject({ state: 'received', closedAt: null })
  })

  it('is refused after sending, also if the response of the mail server was lost', async () => {
    for (const outcome of ['sent', 'drop'] as const) {
      const { answer, params, read } = await openRequest()
      const answered = await answer()
      const mail = await findMail()
      api.clock.forward(holdSeconds * 1000)
      staff = await api.actor(['console', 'console:forms'])
      mails.onData = () => (outcome === 'drop' ? 'drop' : null)
      await deliverMail(mail?.id ?? '')?.catch(() => undefined)
      const { status, refusal } = await catchRefusal(
        repliesClient().takeBack({ params: { ...params, entry: findAnswerId(answered) } }),
      )
      expect([status, refusal.code]).toEqual([409, 'too_late'])
      expect((await read()).state).toBe('answered')
    }
  })

  it('requires the scope and an entry of its own request', async () => {
    const first = await openRequest()
    const second = await openRequest()
    const entry = findAnswerId(await first.answer())
    expect((await catchRefusal(repliesClient().takeBack({ params: { ...second.params, entry } }))).status).toBe(404)
    const viewer = await api.actor(['console'])
    expect(
      (await catchRefusal(api.client(replies, viewer).takeBack({ params: { ...first.params, entry } }))).status,
    ).toBe(403)
  })
})

describe('recall during delivery', () => {
  /** Starts a delivery whose response the server holds back until `end` is called. */
  const startHandover = async (id: string) => {
    let end: () => void = () => undefined
    const started = new Promise<void>((began) => {
      mails.onData = () => {
        began()
        return new Promise<null>((resolve) => {
          end = () => resolve(null)
        })
      }
    })
    const done = deliverMail(id)
    await started
    return { end: () => end(), done }
  }
  const prepareReply = async () => {
    const { answer, params } = await openRequest()
    const answered = await answer()
    const mail = await findMail()
    api.clock.forward(holdSeconds * 1000)
    staff = await api.actor(['console', 'console:forms'])
    const entry = answered.thread.findLast(({ kind }) => kind === 'answer')?._id ?? ''
    return { id: mail?.id ?? '', params: { ...params, entry } }
  }
  const readState = async (id: string) =>
    (await api.services.database.select().from(outbox).where(eq(outbox.id, id)))[0]?.state

  it('is refused immediately, without waiting for the mail server', async () => {
    const { id, params } = await prepareReply()
    const { end, done } = await startHandover(id)
    const { refusal } = await catchRefusal(repliesClient().takeBack({ params }))
    expect(refusal.code).toBe('too_late')
    end()
    await done
    expect([await readState(id), mails.received.length]).toEqual(['sent', 1])
  })

  it('reports success with the naive version, although the letter is delivered', async () => {
    const { id } = await prepareReply()
    const { end, done } = await startHandover(id)
    // Naive version: read, decide, write.
    const stateBefore = await readState(id)
    const naive =
      stateBefore === 'waiting'
        ? api.services.database.update(outbox).set({ state: 'withdrawn' }).where(eq(outbox.id, id)).execute()
        : expect.unreachable('is read as waiting')
    end()
    await done
    await naive
    expect([await readState(id), mails.received.length]).toEqual(['withdrawn', 1])
  })

  it('either recalls or delivers each letter', { tags: ['deep'] }, async () => {
    const letters = []
    for (let count = 0; count < 12; count += 1) letters.push(await prepareReply())
    const outcomes = await Promise.all(
      letters.map(async ({ id, params }) => {
        const [back] = await Promise.all([
          repliesClient()
            .takeBack({ params })
            .then(
              () => true,
              () => false,
            ),
          deliverMail(id),
        ])
        return { back, state: await readState(id) }
      }),
    )
    for (const { back, state } of outcomes) expect(state).toBe(back ? 'withdrawn' : 'sent')
    expect(mails.received).toHaveLength(outcomes.filter(({ back }) => !back).length)
    const answered = await api.services.database.$count(formRequests, eq(formRequests.state, 'answered'))
    expect(answered).toBeGreaterThanOrEqual(mails.received.length)
  })
})
