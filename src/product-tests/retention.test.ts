import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { drafts } from '#kit/drafts/table.ts'
import { buildCode, createContact } from '#people/certify/factory.ts'
import { contactCodes } from '#people/certify/table.ts'
import { messages } from '#people/messages/contract.ts'
import { buildMail, buildRecipient, buildSending } from '#people/messages/factory.ts'
import { outbox, sendingRecipients } from '#people/messages/table.ts'
import { questions as asked } from '#people/questions/contract.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { questionEntries, questionFiles, questions } from '#people/questions/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { legalHolds } from '#people/withdrawals/table.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { jobHandlers } from '../app.ts'

/** Retention periods of docs/privacy.md; a run that deleted something writes a log line. */

const api = prepareTestApi()

const password = 'a quiet gate of pine'
const day = 24 * 3_600_000
const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * day)
const yearsAgo = (years: number, days = 0) => {
  const at = daysAgo(days)
  at.setUTCFullYear(at.getUTCFullYear() - years)
  return at
}
const run = (job: string) => jobHandlers(api.services)[job]?.({}) ?? Promise.reject(new Error(`No job ${job}`))

let since: string
beforeEach(async () => {
  for (const table of [outbox, sendingRecipients, questions, contactCodes, drafts])
    await api.services.database.delete(table)
  await run('forgetCodes')
  const { rows } = await api.services.database.execute<{ id: string }>(
    sql`SELECT coalesce(max(id), 0)::text AS id FROM audit`,
  )
  since = rows[0]?.id ?? '0'
})

/** Complete log lines of this test's runs; they must name no person. */
const runsOf = async () =>
  (
    await api.services.database.execute(sql`
      SELECT action, entity, entity_id AS id, summary, after, actor FROM audit
      WHERE id > ${since}::bigint AND action = 'destroy' ORDER BY id`)
  ).rows
const noted = (entity: string, total: number, after: object) => ({
  action: 'destroy',
  entity,
  id: null,
  summary: String(total),
  after,
  actor: null,
})

describe('message texts', () => {
  const states = ['sent', 'failed', 'held', 'withdrawn', 'waiting'] as const
  const mailOf = async (state: (typeof states)[number], createdAt: Date) => {
    const { id } = await buildMail(api.context)
    await api.services.database.update(outbox).set({ state, createdAt }).where(eq(outbox.id, id))
    return id
  }
  const rowOf = async (id: string) => (await api.services.database.select().from(outbox).where(eq(outbox.id, id)))[0]

  it('are deleted after 30 days in every state but waiting, and held ones can no longer be sent', async () => {
    const old = new Map<string, string>()
    for (const state of states) old.set(state, await mailOf(state, daysAgo(31)))
    const young = await mailOf('held', daysAgo(29))
    await run('forgetMails')
    for (const state of ['sent', 'failed', 'withdrawn', 'held'] as const)
      expect(await rowOf(old.get(state) ?? '')).toMatchObject({
        state: state === 'held' ? 'failed' : state,
        html: '',
        text: '',
      })
    expect((await rowOf(old.get('waiting') ?? ''))?.text).not.toBe('')
    expect(await rowOf(young)).toMatchObject({ state: 'held', text: expect.stringContaining('곧') })
    const staff = await api.actor(['console', 'console:messages'])
    const resend = (id: string) => api.client(messages, staff).resend({ params: { id } })
    await expect(resend(old.get('held') ?? '')).rejects.toMatchObject({ status: 409 })
    expect((await resend(young)).message.state).toBe('waiting')
    await run('forgetMails')
    expect(await runsOf()).toEqual([noted('messages', 4, { texts: 4 })])
  })

  it('are deleted with row and recipient address after a year', async () => {
    await mailOf('failed', daysAgo(366))
    const { id } = await buildSending(api.context)
    await buildRecipient(api.context, id, { state: 'sent', createdAt: daysAgo(366) })
    await run('forgetMails')
    await run('forgetRecipients')
    expect(await api.services.database.$count(outbox)).toBe(0)
    expect(await runsOf()).toEqual([
      noted('messages', 2, { texts: 1, lines: 1 }),
      noted('sendings', 1, { addresses: 1 }),
    ])
  })
})

describe('questions', () => {
  const closed = (userId: string, closedAt: Date) =>
    buildQuestion(api.context, { userId, state: 'closed', closedAt, createdAt: daysAgo(2000) })

  it('are deleted three years after closing, with replies and attachments, and no others', async () => {
    const member = await api.actor([])
    const { file } = await api.client(asked, member).upload({ form: form('file', ['하자 대장.pdf', pdf()]) as never })
    const over = await closed(member.userId, yearsAgo(3, 1))
    const [entry] = await api.services.database
      .select()
      .from(questionEntries)
      .where(eq(questionEntries.questionId, over.id))
    await api.services.database
      .update(questionFiles)
      .set({ entryId: entry?.id ?? null })
      .where(eq(questionFiles.id, file._id))
    const kept = await closed(member.userId, yearsAgo(3, -1))
    const open = await buildQuestion(api.context, { userId: member.userId, createdAt: daysAgo(2000) })
    await run('tidyQuestions')
    await run('tidyQuestions')
    const left = await api.services.database.select({ id: questions.id }).from(questions)
    expect(left.map(({ id }) => id).sort()).toEqual([kept.id, open.id].sort())
    expect(await api.services.database.$count(questionFiles)).toBe(0)
    expect(await runsOf()).toEqual([noted('questions', 2, { questions: 1, files: 1 })])
  })

  it('of a deleted member are held three years from closing', async () => {
    const member = await api.actor([], { password })
    await closed(member.userId, yearsAgo(4))
    await closed(member.userId, yearsAgo(1))
    await buildQuestion(api.context, { userId: member.userId })
    await api.client(withdrawals, member).withdraw({ body: { password } })
    const holds = await api.services.database
      .select({ until: legalHolds.until, records: legalHolds.records })
      .from(legalHolds)
      .where(eq(legalHolds.basis, 'complaint'))
      .orderBy(legalHolds.until)
    expect(holds.map(({ records }) => records)).toEqual([1, 1])
    const inYears = holds.map(({ until }) => (until.getTime() - api.clock.now().getTime()) / (365.25 * day))
    expect(inYears.map(Math.round)).toEqual([2, 3])
  })
})

describe('drafts and codes', () => {
  it('are deleted after 90 days without a change, and after a day', async () => {
    const draft = (updatedAt: Date) => ({
      entity: 'practices',
      recordId: api.clock.newId(),
      content: {},
      base: {},
      madeFrom: updatedAt,
      author: '한편집',
      createdAt: daysAgo(200),
      updatedAt,
    })
    const [old, young] = [draft(daysAgo(91)), draft(daysAgo(89))]
    await api.services.database.insert(drafts).values([old, young])
    await buildCode(api.context, createContact())
    await run('forgetAnswers')
    await run('forgetCodes')
    const left = await api.services.database.select({ id: drafts.recordId }).from(drafts)
    expect(left).toEqual([{ id: young.recordId }])
    expect(await api.services.database.$count(contactCodes)).toBe(1)
    api.clock.forward(day + 1)
    await run('forgetCodes')
    await run('forgetCodes')
    const [first, second, ...more] = await runsOf()
    expect([first, more]).toEqual([noted('practices', 1, { drafts: 1 }), []])
    expect(second).toMatchObject({ entity: 'users', id: null, actor: null, after: { codes: 1 } })
  })

  it('leave no log line if nothing expired', async () => {
    await buildUser(api.context)
    for (const job of ['forgetMails', 'forgetRecipients', 'tidyQuestions', 'forgetAnswers', 'forgetCodes'])
      await run(job)
    expect(await runsOf()).toEqual([])
  })
})
