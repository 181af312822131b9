import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { type Crowd, createBarrier, openCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { questions as contract, questionTemplates } from '../contract.ts'
import { buildQuestion } from '../factory.ts'
import { idleDays, uploadHours } from '../rules.ts'
import { questionFiles, questions, questionWords } from '../table.ts'
import { closeOldQuestions } from './close-old-questions.ts'
import { personal } from './export-personal-data.ts'

const api = prepareTestApi()
let asker: Actor
let otherMember: Actor
let staff: Actor
beforeAll(async () => {
  asker = await api.actor([], { email: 'asker@example.com', name: '도이수' })
  otherMember = await api.actor([])
  staff = await api.actor(['console', 'console:questions'], { name: '민서경' })
})

const clientOf = (actor: Actor | null) => api.client(contract, actor)
const body = { type: 'inquiry' as const, title: '첨부 방법', text: '어디에 첨부하나요?' }
const askQuestion = async (overrides: object = {}) =>
  (await clientOf(asker).ask({ body: { ...body, ...overrides } })).inquire
const uploadFile = async (actor: Actor, name = '하자 대장.pdf') => {
  const call = { form: form('file', [name, pdf()]) } as never
  return (await clientOf(actor).upload(call)).file
}
const answerQuestion = async (id: string, text = '이 문의에 첨부해 주시면 됩니다.', files: string[] = []) => {
  const { question } = await clientOf(staff).get({ params: { id } })
  return (await clientOf(staff).answer({ params: { id }, body: { text, files, updatedAt: question.updatedAt } }))
    .question
}
/** Adds a staff entry without changing the state; returns its id. */
const addFollowUp = async (question: string, text: string) => {
  const { rows } = await api.services.database.execute<{ id: string }>(sql`
    INSERT INTO question_entries (id, question_id, author, text, created_at, updated_at)
    VALUES (${api.clock.newId()}, ${question}::uuid, 'staff', ${text}, now(), now()) RETURNING id`)
  return rows[0]?.id ?? ''
}
const notFound = { status: 404, refusal: { code: 'not_found' } }

describe('a question', () => {
  it('is asked, answered with a mail, followed up and closed', async () => {
    const file = await uploadFile(asker)
    const question = await askQuestion({ files: [file._id] })
    expect(question).toMatchObject({ state: 'open', title: body.title, files: 1, entries: [{ text: body.text }] })

    const answered = await answerQuestion(question._id)
    expect(answered).toMatchObject({ state: 'answered', user: { name: '도이수', email: 'asker@example.com' } })
    expect(answered.entries.map(({ author, actor }) => [author, actor])).toEqual([
      ['member', null],
      ['staff', '민서경'],
    ])
    const [mail] = await api.services.database.select().from(outbox).where(eq(outbox.recipient, 'asker@example.com'))
    expect(mail?.subject).toContain(body.title)
    expect(mail?.text).not.toContain('첨부해 주시면 됩니다')

    const params = { id: question._id }
    const reopened = (await clientOf(asker).goOn({ params, body: { text: '잘 되지 않습니다.' } })).inquire
    expect([reopened.state, reopened.entries.length]).toEqual(['open', 3])
    expect((await clientOf(asker).close({ params })).inquire.state).toBe('closed')
    expect((await clientOf(asker).close({ params })).inquire.state).toBe('closed')
    await expect(clientOf(asker).goOn({ params, body: { text: '하나 더' } })).rejects.toMatchObject({ status: 409 })
    const current = (await clientOf(staff).get({ params })).question
    const late = { text: '늦은 답', updatedAt: current.updatedAt }
    await expect(clientOf(staff).answer({ params, body: late })).rejects.toMatchObject({ status: 409 })
  })

  it('is listed for its author by state and words, and counts views of both sides', async () => {
    const question = await askQuestion({ title: '주차 등록' })
    await clientOf(asker).open({ params: { id: question._id } })
    await clientOf(staff).get({ params: { id: question._id } })
    const { inquires } = await clientOf(asker).mine({ query: { q: '주차', state: 'open' } })
    expect(inquires).toMatchObject([{ _id: question._id, views: 2, updatedAt: question.updatedAt }])
    expect((await clientOf(asker).mine({ query: { q: '주차', state: 'answered' } })).total).toBe(0)
    const found = await clientOf(staff).list({ query: { q: '주차' } })
    expect(found.questions).toMatchObject([{ _id: question._id, user: { name: '도이수' } }])
  })

  it('is found by staff by any part of its subject, entries and author, and by nothing else', async () => {
    const question = await askQuestion({ title: '수강 등록 Fee', text: '교육장 좌석이 남아 있나요?' })
    const findByWords = async (q: string) =>
      (await clientOf(staff).list({ query: { q } })).questions.map(({ _id }) => _id)
    for (const words of ['등록 fee', '장 좌석', '교', '도이수', '이수'])
      expect(await findByWords(words), words).toContain(question._id)
    for (const words of ['등록fee', '좌석이 없', '%', '좌_이'])
      expect(await findByWords(words), words).not.toContain(question._id)
    await clientOf(asker).goOn({ params: { id: question._id }, body: { text: '그리고 주차권도 필요합니다.' } })
    expect(await findByWords('주차권도')).toEqual([question._id])
    await api.services.database.execute(sql`DELETE FROM questions WHERE id = ${question._id}::uuid`)
    expect(await findByWords('장 좌석')).not.toContain(question._id)
    expect(await api.services.database.$count(questionWords, eq(questionWords.questionId, question._id))).toBe(0)
  })

  it('is found by concurrent entries, and by the current text of an entry only', { tags: ['deep'] }, async () => {
    const { _id: id } = await askQuestion({ title: '동시에 쓴 말' })
    const followUps = await Promise.all(['하나를 더합니다', '둘을 더합니다'].map((text) => addFollowUp(id, text)))
    const findByWords = async (q: string) =>
      (await clientOf(staff).list({ query: { q } })).questions.map(({ _id }) => _id)
    for (const words of ['하나를 더', '둘을 더', '에 쓴 말']) expect(await findByWords(words), words).toEqual([id])
    const { database } = api.services
    await database.execute(sql`UPDATE question_entries SET text = '셋을 더합니다' WHERE id = ${followUps[0]}::uuid`)
    await database.execute(sql`DELETE FROM question_entries WHERE id = ${followUps[1]}::uuid`)
    await database.execute(sql`UPDATE questions SET title = '나중에 쓴 말' WHERE id = ${id}::uuid`)
    for (const words of ['하나를 더', '둘을 더', '동시에 쓴']) expect(await findByWords(words), words).toEqual([])
    for (const words of ['셋을 더', '나중에 쓴']) expect(await findByWords(words), words).toEqual([id])
  })

  it('is answered as fast with ten entries of ten thousand characters in one line', async () => {
    const { _id: id } = await askQuestion()
    // Each line has thousands of distinct two-character windows.
    const buildLongLine = (turn: number) =>
      Array.from({ length: 10_000 }, (_, place) => String.fromCodePoint(0xac00 + ((place * (turn + 7)) % 11_000))).join(
        '',
      )
    for (let turn = 0; turn < 10; turn += 1) await addFollowUp(id, buildLongLine(turn))
    const began = performance.now()
    expect((await answerQuestion(id, buildLongLine(10))).entries).toHaveLength(12)
    expect(performance.now() - began).toBeLessThan(1000)
    const { questions: found } = await clientOf(staff).list({ query: { q: buildLongLine(10).slice(5000, 5040) } })
    expect(found.map(({ _id }) => _id)).toEqual([id])
  })

  it('answers 404 to another member for every request', async () => {
    const file = await uploadFile(asker)
    const { _id: id } = await askQuestion({ files: [file._id] })
    const params = { id }
    const otherClient = clientOf(otherMember)
    await expect(otherClient.open({ params })).rejects.toMatchObject(notFound)
    await expect(otherClient.goOn({ params, body: { text: '남의 것' } })).rejects.toMatchObject(notFound)
    await expect(otherClient.close({ params })).rejects.toMatchObject(notFound)
    await expect(otherClient.openFile({ params: { id, file: file._id } })).rejects.toMatchObject(notFound)
    await expect(otherClient.get({ params })).rejects.toMatchObject({ status: 403 })
    await expect(clientOf(null).open({ params })).rejects.toMatchObject({ status: 401 })
    expect((await otherClient.mine({})).total).toBe(0)
    expect((await clientOf(asker).open({ params })).inquire).toMatchObject({ state: 'open', views: 1, entries: [{}] })
  })

  it.each([
    [{ title: ' ' }, 'title'],
    [{ text: '' }, 'text'],
    [{ type: 'praise' }, 'type'],
    [{ title: 'a'.repeat(201) }, 'title'],
  ])('is refused as %o', async (wrong, field) => {
    await expectRefusal(askQuestion(wrong), 400, field)
  })

  it('is answered from the version that was read, not over a later entry', async () => {
    const { _id: id } = await askQuestion()
    const { question } = await clientOf(staff).get({ params: { id } })
    await clientOf(asker).goOn({ params: { id }, body: { text: '하나 더 있습니다.' } })
    const stale = clientOf(staff).answer({ params: { id }, body: { text: '답', updatedAt: question.updatedAt } })
    await expect(stale).rejects.toMatchObject({ status: 412, refusal: { current: { state: 'open' } } })
    expect((await clientOf(asker).open({ params: { id } })).inquire.entries).toHaveLength(2)
  })
})

describe('a question at the address of the customer centre', () => {
  it('is sent, listed and opened like one of my page, with writer, date, answer status and views', async () => {
    const { question } = await clientOf(asker).askCenter({ body: { ...body, title: '고객센터 주소' } })
    expect(question).toMatchObject({ writer: '도이수', answerStatus: 'unanswered', views: 0, files: 0 })
    await answerQuestion(question._id)
    const { questions: found, total } = await clientOf(asker).listCenter({ query: { q: '고객센터 주소' } })
    expect(total).toBe(1)
    expect(found).toMatchObject([
      { _id: question._id, writer: '도이수', answerStatus: 'answered', createdAt: question.createdAt, views: 1 },
    ])
    const opened = await clientOf(asker).getCenter({ params: { id: question._id } })
    expect(opened.question).toMatchObject({ views: 2, entries: [{ author: 'member' }, { author: 'staff' }] })
    await clientOf(asker).goOn({ params: { id: question._id }, body: { text: '다시 묻습니다.' } })
    expect((await clientOf(asker).open({ params: { id: question._id } })).inquire.answerStatus).toBe('unanswered')
    const { inquire } = await clientOf(asker).close({ params: { id: question._id } })
    expect([inquire.state, inquire.answerStatus]).toEqual(['closed', 'unanswered'])
    await expect(clientOf(otherMember).getCenter({ params: { id: question._id } })).rejects.toMatchObject(notFound)
    await expect(clientOf(null).listCenter({})).rejects.toMatchObject({ status: 401 })
    await expectRefusal(clientOf(asker).askCenter({ body: { ...body, title: ' ' } }), 400, 'title')
  })
})

describe('a question that staff keep', () => {
  const nameOf = async ({ userId }: Actor) => {
    const { rows } = await api.services.database.execute<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${userId}`,
    )
    return rows[0]?.username ?? ''
  }

  it('is entered for a member, who finds it among their own', async () => {
    const username = await nameOf(asker)
    const { question } = await clientOf(staff).create({ body: { ...body, title: '전화로 물음', username } })
    expect(question).toMatchObject({ state: 'open', user: { name: '도이수' }, entries: [{ author: 'member' }] })
    const { inquires } = await clientOf(asker).mine({ query: { q: '전화로 물음' } })
    expect(inquires.map(({ _id }) => _id)).toEqual([question._id])
    await expectRefusal(clientOf(staff).create({ body: { ...body, username: 'nobody-here' } }), 400, 'username')
    const reader = await api.actor(['console', 'console:questions:read'])
    await expect(clientOf(reader).create({ body: { ...body, username } })).rejects.toMatchObject({ status: 403 })
  })

  it('is corrected from the version that was read, and closed', async () => {
    const asked = await askQuestion()
    const params = { id: asked._id }
    const correct = (change: object, updatedAt?: string) =>
      clientOf(staff).update({ params, body: { ...change, ...(updatedAt && { updatedAt }) } })
    await expect(correct({ title: '고친 제목' })).rejects.toMatchObject({ status: 400 })
    const { question } = await correct({ title: '고친 제목', type: 'website' }, asked.updatedAt)
    expect(question).toMatchObject({ title: '고친 제목', type: 'website', state: 'open' })
    await expect(correct({ title: '늦은 제목' }, asked.updatedAt)).rejects.toMatchObject({ status: 412 })
    expect((await correct({ state: 'closed' }, question.updatedAt)).question).toMatchObject({ state: 'closed' })
    await expect(correct({ title: '더 늦은 제목' }, question.updatedAt)).rejects.toMatchObject({ status: 409 })
    await expectRefusal(correct({ state: 'answered' }, question.updatedAt), 400, 'state')
  })

  it('is deleted with its files until it was answered', async () => {
    const file = await uploadFile(asker)
    const { _id: id } = await askQuestion({ files: [file._id] })
    const reader = await api.actor(['console', 'console:questions:read'])
    await expect(clientOf(reader).remove({ params: { id } })).rejects.toMatchObject({ status: 403 })
    await clientOf(staff).remove({ params: { id } })
    await expect(clientOf(staff).get({ params: { id } })).rejects.toMatchObject(notFound)
    await expect(clientOf(staff).remove({ params: { id } })).rejects.toMatchObject(notFound)
    expect(await api.services.files.size(`${file._id}/private`)).toBeNull()
    const { _id: answered } = await askQuestion()
    await answerQuestion(answered)
    await expect(clientOf(staff).remove({ params: { id: answered } })).rejects.toMatchObject({ status: 409 })
    await clientOf(asker).goOn({ params: { id: answered }, body: { text: '다시 묻습니다.' } })
    await expect(clientOf(staff).remove({ params: { id: answered } })).rejects.toMatchObject({ status: 409 })
  })
})

describe('a file of a question', () => {
  it('can be attached once, by the member who uploaded it', async () => {
    const file = await uploadFile(asker)
    const stolen = clientOf(otherMember).ask({ body: { ...body, files: [file._id] } })
    await expectRefusal(stolen, 400, 'files')
    const { _id: id } = await askQuestion({ files: [file._id] })
    await expect(askQuestion({ files: [file._id] })).rejects.toMatchObject({ status: 400 })
    const { url } = await clientOf(asker).openFile({ params: { id, file: file._id } })
    expect((await api.request({ url })).statusCode).toBe(200)
    const download = await clientOf(staff).lookAtFile({ params: { id, file: file._id } })
    expect((await api.request({ url: download.url })).headers['content-disposition']).toContain('attachment')
    const other = await askQuestion()
    const otherDownload = clientOf(asker).openFile({ params: { id: other._id, file: file._id } })
    await expect(otherDownload).rejects.toMatchObject(notFound)
  })

  it('without an entry is deleted after a day with its bytes', async () => {
    const file = await uploadFile(asker)
    await closeOldQuestions(api.context)
    expect(await api.services.files.size(`${file._id}/private`)).not.toBeNull()
    api.clock.forward(uploadHours * 3_600_000 + 1000)
    await closeOldQuestions(api.context)
    expect(await api.services.files.size(`${file._id}/private`)).toBeNull()
    expect(await api.services.database.$count(questionFiles, eq(questionFiles.id, file._id))).toBe(0)
  })
})

it('closes answered questions without activity', async () => {
  const { id } = await buildQuestion(api.context, {
    userId: asker.userId,
    entries: [
      { author: 'member', text: '물음' },
      { author: 'staff', text: '답' },
    ],
  })
  const readState = async () =>
    (await api.services.database.select().from(questions).where(eq(questions.id, id)))[0]?.state
  await closeOldQuestions(api.context)
  expect(await readState()).toBe('answered')
  api.clock.forward((idleDays + 1) * 24 * 3_600_000)
  await closeOldQuestions(api.context)
  expect(await readState()).toBe('closed')
})

it('gives a member an archive of their questions and keeps only what the law requires after a withdrawal', async () => {
  const leaver = await api.actor([])
  const file = await uploadFile(leaver, '보낼 것.pdf')
  const waiting = await uploadFile(leaver, '두고 간 것.pdf')
  const { inquire } = await clientOf(leaver).ask({ body: { ...body, title: '떠나기 전 물음', files: [file._id] } })
  const subject = { userId: leaver.userId, username: '', email: null, phone: null }
  const archive = await personal.archive?.(api.context, subject)
  expect(archive).toMatchObject({ questions: [{ title: '떠나기 전 물음', entries: [{ text: body.text }] }] })
  expect(await personal.files?.(api.context, subject)).toEqual([{ id: file._id, name: 'questions/보낼 것.pdf' }])
  const [retained] = (await personal.retained?.(api.context, subject)) ?? []
  expect(retained).toMatchObject({ basis: 'complaint', records: [{ title: '떠나기 전 물음' }] })
  const forgotten = await personal.forget?.(api.context, subject)
  expect(forgotten?.toSorted()).toEqual([file._id, waiting._id].toSorted())
  expect(await api.services.database.$count(questions, eq(questions.id, inquire._id))).toBe(0)
  expect(await personal.files?.(api.context, subject)).toEqual([])
  expect(await personal.retained?.(api.context, subject)).toEqual([])
})

it('answers start from templates that staff manage', async () => {
  const keeper = await api.actor(['console', 'console:questions'])
  const client = api.client(questionTemplates, keeper)
  const { template } = await client.create({ body: { title: '접수', text: '접수되었습니다.' } })
  expect((await client.list({ query: { q: '접수' } })).templates).toEqual([template])
  const other = await api.actor(['console'])
  await expect(api.client(questionTemplates, other).list({})).rejects.toMatchObject({ status: 403 })
})

describe('64 concurrent requests', { tags: ['deep'] }, () => {
  let crowd: Crowd
  let member: Actor
  beforeAll(async () => {
    crowd = openCrowd(api)
    // Log in again, because the clock advanced by weeks.
    member = await api.actor([])
    staff = await api.actor(['console', 'console:questions'])
  })
  afterAll(() => crowd.close())

  it('answering one version: one succeeds', async () => {
    const { id } = await buildQuestion(api.context, { userId: member.userId })
    const { question } = await clientOf(staff).get({ params: { id } })
    const statuses = await crowd.callConcurrently((index) =>
      statusOf(
        clientOf(staff).answer({ params: { id }, body: { text: `답 ${index}`, updatedAt: question.updatedAt } }),
        201,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect((await clientOf(staff).get({ params: { id } })).question.entries).toHaveLength(2)
  })

  it('naively reading the version and then answering: several succeed', { tags: ['deep'] }, async () => {
    const { id } = await buildQuestion(api.context, { userId: member.userId })
    const haveLooked = createBarrier()
    const claimed = await crowd.callConcurrently(async () => {
      const { rows } = await crowd.pool.query('SELECT state FROM questions WHERE id = $1', [id])
      await haveLooked()
      if (rows[0].state !== 'open') return 0
      const done = await crowd.pool.query(
        `UPDATE questions SET state = 'answered', answered_at = now() WHERE id = $1`,
        [id],
      )
      return done.rowCount ?? 0
    })
    expect(claimed.reduce((sum, item) => sum + item, 0)).toBeGreaterThan(1)
  })

  it('answering and deleting one question: one of the two succeeds', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { id } = await buildQuestion(api.context, { userId: member.userId })
      const { question } = await clientOf(staff).get({ params: { id } })
      const body = { text: '답', updatedAt: question.updatedAt }
      const statuses = await Promise.all([
        statusOf(clientOf(staff).answer({ params: { id }, body }), 201),
        statusOf(clientOf(staff).remove({ params: { id } }), 204),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual(statuses)
    }
  })

  it('asking with one file: one question gets it', async () => {
    const file = await uploadFile(member)
    const statuses = await Promise.all(
      Array.from({ length: 16 }, () => statusOf(clientOf(member).ask({ body: { ...body, files: [file._id] } }), 201)),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    const { rows } = await api.services.database.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM questions WHERE user_id = ${member.userId} AND title = ${body.title}`,
    )
    expect(rows[0]?.count).toBe(1)
  })
})
