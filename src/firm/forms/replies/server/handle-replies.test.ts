import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { MailServer } from '#test/providers/mail-server.ts'
import { type Actor, createTestApi, type TestApi } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../../app.ts'
import { forms as contract } from '../../contract.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { formRequests } from '../../table.ts'
import { replies } from '../contract.ts'
import { holdSeconds } from '../rules.ts'

let api: TestApi
let staff: Actor
let mails: MailServer
beforeAll(async () => {
  api = await createTestApi()
  await buildFormKind(api.context)
})
afterAll(() => api.close())
beforeEach(async () => {
  staff = await api.actor(['console', 'console:forms'])
  mails = new MailServer()
  await buildSender(api, await mails.listen())
})
afterEach(() => mails.close())

const office = () => api.client(contract, staff)
const desk = () => api.client(replies, staff)
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )
const deliver = (id: string) => jobHandlers(api.services).deliverMail?.({ id })
const letter = { subject: '답변드립니다', text: '오세진 님께\n\n도면을 검토했습니다.\n다음 주에 연락드리겠습니다.' }

/** Creates a request and returns functions that reply with the version read last. */
const open = async (answers: Record<string, string> = {}) => {
  const { id } = await buildRequest(api.context, answers)
  const params = { id }
  const read = async () => (await office().get({ params })).form
  const answer = async (rest: object = {}) => {
    const body = { ...letter, updatedAt: (await read()).updatedAt, ...rest }
    return (await desk().email({ params, body })).form
  }
  return { id, params, read, answer }
}
const mailOf = async (recipient = 'sejin@estate.example') => {
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
    const { answer, read } = await open()
    const before = await read()
    const without = [
      () => buildSetting(api.context),
      async () => {
        await buildSender(api)
        api.services.mail = undefined
      },
    ]
    const letters = await api.services.database.$count(outbox)
    for (const take of without) {
      await take()
      const { status, refusal } = await refused(answer())
      expect([status, refusal.code]).toEqual([409, 'no_sender'])
      expect(refusal.message).toContain('보내는 메일 주소')
      expect((await desk().sender()).sender).toBeNull()
    }
    expect(await api.services.database.$count(outbox)).toBe(letters)
    expect(await read()).toMatchObject({ state: 'received', answeredAt: null, updatedAt: before.updatedAt })
    await buildSender(api)
    expect((await desk().sender()).sender).toEqual({ name: '법무법인 대청', address: 'office@daecheong.example' })
    expect((await answer()).state).toBe('answered')
  })

  it.each([
    ['nothing', '   \n '],
    ['the greeting alone', '오세진 님께\n\n'],
    ['the greeting spaced otherwise', '오세진  님께'],
    ['signs that show nothing', '오세진 님께\n\n\u200b\u3164\u00ad\u2060'],
  ])('rejects a text of %s', async (_what, text) => {
    const { answer, read } = await open()
    const { status, refusal } = await refused(answer({ text }))
    expect([status, refusal.fields?.text]).toEqual([400, expect.any(String)])
    expect((await read()).state).toBe('received')
  })

  it('rejects an unfilled placeholder', async () => {
    const { answer } = await open()
    const { refusal } = await refused(answer({ text: '사용검사일은 {사용검사일}입니다.', subject: '{건물} 진단' }))
    expect(Object.keys(refusal.fields ?? {}).sort()).toEqual(['subject', 'text'])
  })

  it('is held back for ten seconds and sent with its files', async () => {
    const { answer, params } = await open()
    const { file } = await desk().attach({
      params,
      form: form('file', ['진단 안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof desk>['attach']>[0])
    const answered = await answer({ files: [file.ticket] })
    const entry = answered.thread.find(({ kind }) => kind === 'answer')
    expect(entry).toMatchObject({ mail: 'waiting', files: [{ name: '진단 안내.pdf' }] })
    // Files of the sender and attachments of replies are separate.
    expect(answered.files).toEqual([])
    const mail = await mailOf()
    if (!mail) return expect.unreachable('is queued')
    const from = Date.parse(answered.answeredAt ?? '') + holdSeconds * 1000
    expect(mail.notBefore?.getTime()).toBe(from)
    const { rows } = await api.services.database.execute(
      sql`SELECT run_at > now() + interval '5 seconds' AS later FROM graphile_worker.jobs WHERE task_identifier = 'deliverMail' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ later: true }])
    await deliver(mail.id)
    expect(mails.taken).toEqual([])
    api.clock.forward(holdSeconds * 1000)
    await deliver(mail.id)
    expect(mails.taken).toHaveLength(1)
    expect(mails.taken[0]).toContain('Content-Disposition: attachment')
    expect(mails.taken[0]).toContain('application/pdf')
  })

  it('attaches only files uploaded for its request, each once', async () => {
    const first = await open()
    const second = await open()
    const { file } = await desk().attach({
      params: first.params,
      form: form('file', ['안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof desk>['attach']>[0])
    expect((await refused(second.answer({ files: [file.ticket] }))).refusal.fields?.files).toBeDefined()
    await first.answer({ files: [file.ticket] })
    expect((await refused(first.answer({ files: [file.ticket] }))).refusal.fields?.files).toBeDefined()
    expect(await second.read()).toMatchObject({ state: 'received' })
  })

  it('can close its request', async () => {
    const { answer } = await open()
    expect(await answer({ state: 'closed' })).toMatchObject({
      state: 'closed',
      closedAt: expect.any(String),
      answeredAt: expect.any(String),
      assignee: { _id: staff.userId },
    })
  })

  it('is previewed as the recipient will see it, with its errors', async () => {
    const { params } = await open()
    const { mail } = await desk().preview({
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
  const answerOf = (shown: { thread: { _id: string; kind: string }[] }) =>
    shown.thread.findLast(({ kind }) => kind === 'answer')?._id ?? ''

  it('is never sent; the request is restored and the text returned to its author', async () => {
    const { answer, params, read } = await open()
    const { file } = await desk().attach({
      params,
      form: form('file', ['안내.pdf', pdf()]),
    } as Parameters<ReturnType<typeof desk>['attach']>[0])
    const answered = await answer({ files: [file.ticket] })
    const back = await desk().takeBack({ params: { ...params, entry: answerOf(answered) } })
    expect(back.form).toMatchObject({ state: 'received', assignee: null, answeredAt: null })
    expect(back.letter).toMatchObject({ ...letter, files: [{ name: '안내.pdf' }] })
    expect(back.form.thread.map(({ what }) => what)).toEqual(['received', 'opened', 'withdrawn'])
    const mail = await mailOf()
    expect(mail).toMatchObject({ state: 'withdrawn', text: '', html: '' })
    api.clock.forward(holdSeconds * 1000)
    await deliver(mail?.id ?? '')
    expect(mails.taken).toEqual([])
    // Sends the reply again with the same file.
    staff = await api.actor(['console', 'console:forms'])
    await answer({ files: back.letter.files.map(({ ticket }) => ticket) })
    expect((await read()).state).toBe('answered')
  })

  it('keeps changes made in the meantime', async () => {
    const { answer, params, read } = await open()
    const colleague = await api.actor(['console', 'console:forms'])
    const answered = await answer()
    await office().update({ params, body: { assignee: colleague.userId, updatedAt: answered.updatedAt } })
    await desk().takeBack({ params: { ...params, entry: answerOf(answered) } })
    expect(await read()).toMatchObject({ state: 'assigned', assignee: { _id: colleague.userId }, answeredAt: null })
  })

  it('reopens a request closed in the meantime, because it has no reply', async () => {
    const { answer, params, read } = await open()
    const answered = await answer()
    await office().update({ params, body: { state: 'closed', updatedAt: answered.updatedAt } })
    await desk().takeBack({ params: { ...params, entry: answerOf(answered) } })
    expect(await read()).toMatchObject({ state: 'received', closedAt: null })
  })

  it('is refused after sending, also if the response of the mail server was lost', async () => {
    for (const outcome of ['sent', 'drop'] as const) {
      const { answer, params, read } = await open()
      const answered = await answer()
      const mail = await mailOf()
      api.clock.forward(holdSeconds * 1000)
      staff = await api.actor(['console', 'console:forms'])
      mails.onData = () => (outcome === 'drop' ? 'drop' : null)
      await deliver(mail?.id ?? '')?.catch(() => undefined)
      const { status, refusal } = await refused(desk().takeBack({ params: { ...params, entry: answerOf(answered) } }))
      expect([status, refusal.code]).toEqual([409, 'too_late'])
      expect((await read()).state).toBe('answered')
    }
  })

  it('requires the scope and an entry of its own request', async () => {
    const first = await open()
    const second = await open()
    const entry = answerOf(await first.answer())
    expect((await refused(desk().takeBack({ params: { ...second.params, entry } }))).status).toBe(404)
    const viewer = await api.actor(['console'])
    expect((await refused(api.client(replies, viewer).takeBack({ params: { ...first.params, entry } }))).status).toBe(
      403,
    )
  })
})

describe('recall during delivery', () => {
  /** Starts a delivery whose response the server holds back until `end` is called. */
  const handOver = async (id: string) => {
    let end: () => void = () => undefined
    const begun = new Promise<void>((began) => {
      mails.onData = () => {
        began()
        return new Promise<null>((resolve) => {
          end = () => resolve(null)
        })
      }
    })
    const done = deliver(id)
    await begun
    return { end: () => end(), done }
  }
  const prepare = async () => {
    const { answer, params } = await open()
    const answered = await answer()
    const mail = await mailOf()
    api.clock.forward(holdSeconds * 1000)
    staff = await api.actor(['console', 'console:forms'])
    const entry = answered.thread.findLast(({ kind }) => kind === 'answer')?._id ?? ''
    return { id: mail?.id ?? '', params: { ...params, entry } }
  }
  const stateOf = async (id: string) =>
    (await api.services.database.select().from(outbox).where(eq(outbox.id, id)))[0]?.state

  it('is refused immediately, without waiting for the mail server', async () => {
    const { id, params } = await prepare()
    const { end, done } = await handOver(id)
    const { refusal } = await refused(desk().takeBack({ params }))
    expect(refusal.code).toBe('too_late')
    end()
    await done
    expect([await stateOf(id), mails.taken.length]).toEqual(['sent', 1])
  })

  it('reports success with the naive twin, although the letter is delivered', async () => {
    const { id } = await prepare()
    const { end, done } = await handOver(id)
    // Naive twin: read, decide, write.
    const seen = await stateOf(id)
    const naive =
      seen === 'waiting'
        ? api.services.database.update(outbox).set({ state: 'withdrawn' }).where(eq(outbox.id, id)).execute()
        : expect.unreachable('is read as waiting')
    end()
    await done
    await naive
    expect([await stateOf(id), mails.taken.length]).toEqual(['withdrawn', 1])
  })

  it('either recalls or delivers each letter', async () => {
    const letters = []
    for (let count = 0; count < 12; count += 1) letters.push(await prepare())
    const outcomes = await Promise.all(
      letters.map(async ({ id, params }) => {
        const [back] = await Promise.all([
          desk()
            .takeBack({ params })
            .then(
              () => true,
              () => false,
            ),
          deliver(id),
        ])
        return { back, state: await stateOf(id) }
      }),
    )
    for (const { back, state } of outcomes) expect(state).toBe(back ? 'withdrawn' : 'sent')
    expect(mails.taken).toHaveLength(outcomes.filter(({ back }) => !back).length)
    const answered = await api.services.database.$count(formRequests, eq(formRequests.state, 'answered'))
    expect(answered).toBeGreaterThanOrEqual(mails.taken.length)
  })
})
