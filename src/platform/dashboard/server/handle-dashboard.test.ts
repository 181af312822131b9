import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { figures, momentName, pendingWork, series } from '#console/shell/manifests/manifests.ts'
import { buildPost, postText } from '#content/boards/factory.ts'
import { popups } from '#content/popups/contract.ts'
import { buildPopup } from '#content/popups/factory.ts'
import { buildRequest } from '#firm/forms/factory.ts'
import type { FormState } from '#firm/forms/rules.ts'
import { buildMail, buildSending } from '#people/messages/factory.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { dashboard as contract } from '../contract.ts'

const bench = prepareBench(['console:boards', 'console:popups', 'console:messages'])
const readToday = () => bench.api.client(contract, bench.editor).today()

type TodayAnswer = Awaited<ReturnType<typeof readToday>>
const readCounts = (found: TodayAnswer) => Object.fromEntries(found.works.map(({ key, count }) => [key, count]))
const findEntries = (found: TodayAnswer, work: string) => found.works.find(({ key }) => key === work)?.entries ?? []
const listPublished = (found: TodayAnswer) => found.series['boards.published'] ?? []

it('is empty in an empty installation', async () => {
  const { series: days, ...rest } = await readToday()
  expect(rest).toEqual({
    figures: { 'boards.published': 0, 'popups.shown': 0 },
    works: [
      'boards.drafts',
      'boards.untranslated',
      'boards.scheduled',
      'approvals.asked',
      'approvals.granted',
      'messages.asked',
      'messages.mail',
    ].map((key) => ({ key, count: 0, entries: [] })),
    soon: [],
    changes: [],
  })
  expect(Object.keys(days).sort()).toEqual(['boards.published', 'statistics.visits'])
  for (const one of Object.values(days)) expect(one).toHaveLength(28)
})

it('shows pending work, upcoming events and changes of colleagues', async () => {
  const { context, clock } = bench.api
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString()
  await buildPost(context, { texts: { ko: postText({ subject: '번역 없음' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '두 언어' }), en: postText({ subject: 'Both' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '초안', state: 'draft' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '예약', publishFrom: inHours(5) }) } })
  await buildPost(context, {
    texts: { ko: postText({ subject: '지난주', publishFrom: inHours(-7 * 24) }), en: postText({ subject: 'x' }) },
  })
  await buildPost(context, { trashedAt: clock.now() })
  await buildPopup(context, { title: { ko: '곧 끝' }, endAt: inHours(3) })
  await buildPopup(context, { title: { ko: '곧 시작' }, startAt: inHours(4) })
  await buildPopup(context, { title: { ko: '숨김' }, visible: false, startAt: inHours(1) })
  await buildMail(context)
  await buildSending(context, { state: 'asked', askedBy: bench.editor.userId, askedAt: clock.now() })
  await bench.api.client(popups, bench.editor).create({ body: { title: { ko: '내 팝업' } } })
  const colleague = await bench.api.actor(['console', 'console:popups'], { name: '김동료' })
  await bench.api.client(popups, colleague).create({ body: { title: { ko: '새 팝업' } } })
  await context.database.execute(
    sql`INSERT INTO audit (at, actor, action, entity, summary) VALUES (now(), '김동료', 'read', 'forms', '2026-000001')`,
  )

  const found = await readToday()
  expect(found.figures).toEqual({ 'boards.published': 3, 'popups.shown': 3 })
  expect(readCounts(found)).toEqual({
    'boards.drafts': 1,
    'boards.untranslated': 1,
    'boards.scheduled': 1,
    'approvals.asked': 0,
    'approvals.granted': 0,
    'messages.asked': 1,
    'messages.mail': 1,
  })
  expect(findEntries(found, 'boards.drafts').map(({ title, kind, to }) => [title, kind, to])).toEqual([
    ['초안', '소식', expect.stringMatching(/^\/console\/boards\//)],
  ])
  expect(findEntries(found, 'boards.untranslated').map(({ title }) => title)).toEqual(['번역 없음'])
  expect(findEntries(found, 'boards.scheduled').map(({ title, kind }) => [title, kind])).toEqual([
    ['예약', '게시 예정'],
  ])
  expect(found.soon.map(({ title, what }) => [title, what])).toEqual([
    ['곧 끝', 'popups.end'],
    ['곧 시작', 'popups.start'],
    ['예약', 'boards.publish'],
  ])
  expect(found.changes.map(({ actor, action, entity, summary }) => [actor, action, entity, summary])).toEqual([
    ['김동료', 'create', 'popups', '새 팝업'],
  ])
  expect(listPublished(found).reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const seoul = new Date(clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  expect(listPublished(found).at(-1)).toEqual({ day: seoul, count: 2 })
  expect(new Set(listPublished(found).map(({ day }) => day)).size).toBe(28)
})

it('has a label for every figure, work, event and series', async () => {
  const office = await bench.api.actor(['console', 'console:boards', 'console:popups', 'console:forms'])
  const found = await bench.api.client(contract, office).today()
  const unnamed = [
    ...Object.keys(found.figures).filter((name) => !figures.some(({ key }) => key === name)),
    ...Object.keys(found.series).filter((name) => !series.some(({ key }) => key === name)),
    ...found.works.map(({ key }) => key).filter((name) => !pendingWork.some(({ key }) => key === name)),
    ...found.soon.map(({ what }) => what).filter((what) => momentName(what) === ''),
  ]
  expect([found.works.length, found.soon.length, unnamed]).toEqual([10, 3, []])
})

it('describes entries in the language of the account', async () => {
  const { client, editor } = { client: bench.api.client, editor: bench.editor }
  const listKinds = async (locale: 'en' | 'cn') => {
    const found = await client(contract, editor, locale).today()
    return [findEntries(found, 'boards.scheduled')[0]?.kind]
  }
  expect([await listKinds('en'), await listKinds('cn')]).toEqual([['Scheduled'], ['定时']])
})

it('shows counts to all staff, titles only to accounts that may open them', async () => {
  const actorWithoutScopes = await bench.api.actor(['console'])
  const found = await bench.api.client(contract, actorWithoutScopes).today()
  expect(readCounts(found)).toMatchObject({ 'boards.drafts': 1, 'boards.scheduled': 1, 'messages.mail': 1 })
  expect(found.figures['popups.shown']).toBe(3)
  expect([found.works.flatMap(({ entries }) => entries), found.soon]).toEqual([[], []])
})

it('shows only changes of records the account may open, and all to readers of the log', async () => {
  const colleague = await bench.api.actor(['console', 'console:popups'], { name: '박동료' })
  await bench.api.client(popups, colleague).create({ body: { title: { ko: '다른 팝업' } } })
  await bench.api.context.database.execute(
    sql`INSERT INTO audit (at, actor, action, entity, summary) VALUES (now(), '박동료', 'answer', 'forms', '비밀 의뢰인')`,
  )
  const summariesFor = async (...scopes: `console:${string}`[]) => {
    const viewer = await bench.api.actor(['console', ...scopes])
    return (await bench.api.client(contract, viewer).today()).changes.map(({ summary }) => summary)
  }
  expect(await summariesFor()).toEqual([])
  expect(await summariesFor('console:boards')).not.toEqual(expect.arrayContaining(['다른 팝업', '비밀 의뢰인']))
  expect(await summariesFor('console:popups')).toContain('다른 팝업')
  expect(await summariesFor('console:popups')).not.toContain('비밀 의뢰인')
  expect(await summariesFor('console:audit')).toEqual(expect.arrayContaining(['다른 팝업', '비밀 의뢰인']))
})

it('shows new and overdue requests to accounts with the right, each once, and nothing to others', async () => {
  const { context, clock, client, actor } = bench.api
  const office = await actor(['console', 'console:forms'])
  const buildSentRequest = async (hoursAgo: number, state: FormState, message: string) => {
    const { id } = await buildRequest(context, { message, name: '오세진' })
    const at = new Date(clock.now().getTime() - hoursAgo * 3_600_000).toISOString()
    await context.database.execute(
      sql`UPDATE form_requests SET created_at = ${at}::timestamptz, state = ${state},
        assignee_id = CASE WHEN ${state} <> 'received' THEN (SELECT id FROM users LIMIT 1) END,
        answered_at = CASE WHEN ${state} = 'answered' THEN now() END,
        closed_at = CASE WHEN ${state} = 'closed' THEN now() END
        WHERE id = ${id}`,
    )
  }
  await buildSentRequest(1, 'received', '방금 온 것입니다.')
  await buildSentRequest(47, 'received', '어제 온 것입니다.')
  await buildSentRequest(49, 'received', '아무도 맡지 않은 지 이틀이 넘은 것입니다.')
  await buildSentRequest(80, 'assigned', '맡고도 답하지 않은 것입니다.')
  await buildSentRequest(30, 'assigned', '맡은 지 얼마 되지 않은 것입니다.')
  await buildSentRequest(90, 'answered', '답한 것입니다.')
  await buildSentRequest(90, 'closed', '닫은 것입니다.')

  const seen = await client(contract, office).today()
  expect(readCounts(seen)).toMatchObject({ 'forms.requests': 2, 'forms.overdue': 2 })
  const listTitles = (work: string) => findEntries(seen, work).map(({ title, kind, mark }) => [title, kind, mark])
  expect(listTitles('forms.requests')).toEqual([
    ['방금 온 것입니다.', '오세진', 'new'],
    ['어제 온 것입니다.', '오세진', 'new'],
  ])
  expect(listTitles('forms.overdue')).toEqual([
    ['맡고도 답하지 않은 것입니다.', '오세진', 'assigned'],
    ['아무도 맡지 않은 지 이틀이 넘은 것입니다.', '오세진', 'new'],
  ])
  expect(findEntries(seen, 'forms.overdue')[0]?.to).toMatch(/^\/console\/forms\/[\da-f-]{36}$/)

  expect((await readToday()).works.filter(({ key }) => key.startsWith('forms.'))).toEqual([])
})
