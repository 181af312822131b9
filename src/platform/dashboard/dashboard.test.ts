import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildPost, postText } from '#content/boards/factory.ts'
import { popups } from '#content/popups/contract.ts'
import { buildPopup } from '#content/popups/factory.ts'
import type { FormState } from '#firm/forms/contract.ts'
import { buildRequest } from '#firm/forms/factory.ts'
import { buildMail } from '#people/messages/factory.ts'
import { prepareBench } from '#test/resource.ts'
import { dashboard as contract } from './contract.ts'

const bench = prepareBench(['console:popups'])
const today = () => bench.api.client(contract, bench.editor).today()

it('is empty in an empty house', async () => {
  const { published, ...rest } = await today()
  expect(rest).toEqual({
    counts: { requests: 0, overdue: 0, published: 0, drafts: 0, scheduled: 0, popups: 0, untranslated: 0 },
    requests: [],
    overdue: [],
    drafts: [],
    untranslated: [],
    soon: [],
    changes: [],
    mailWaiting: 0,
  })
  expect(published).toHaveLength(28)
})

it('says what needs somebody, what happens soon and what colleagues changed', async () => {
  const { context, clock } = bench.api
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString()
  await buildPost(context, { texts: { ko: postText({ subject: '번역 없음' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '두 언어' }), en: postText({ subject: 'Both' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '초안', state: 'draft' }) } })
  await buildPost(context, { texts: { ko: postText({ subject: '예약', publishFrom: at(5) }) } })
  await buildPost(context, {
    texts: { ko: postText({ subject: '지난주', publishFrom: at(-7 * 24) }), en: postText({ subject: 'x' }) },
  })
  await buildPost(context, { trashedAt: clock.now() })
  await buildPopup(context, { title: { ko: '곧 끝' }, endAt: at(3) })
  await buildPopup(context, { title: { ko: '곧 시작' }, startAt: at(4) })
  await buildPopup(context, { title: { ko: '숨김' }, visible: false, startAt: at(1) })
  await buildMail(context)
  await bench.api.client(popups, bench.editor).create({ body: { title: { ko: '내 팝업' } } })
  const colleague = await bench.api.actor(['console', 'console:popups'], { name: '김동료' })
  await bench.api.client(popups, colleague).create({ body: { title: { ko: '새 팝업' } } })
  await context.database.execute(
    sql`INSERT INTO audit (at, actor, action, entity, summary) VALUES (now(), '김동료', 'read', 'forms', '2026-000001')`,
  )

  const found = await today()
  expect(found.counts).toEqual({
    requests: 0,
    overdue: 0,
    published: 3,
    drafts: 1,
    scheduled: 1,
    popups: 3,
    untranslated: 1,
  })
  expect(found.drafts.map(({ title, to }) => [title, to])).toEqual([
    ['초안', expect.stringMatching(/^\/console\/boards\//)],
  ])
  expect(found.untranslated.map(({ title }) => title)).toEqual(['번역 없음'])
  expect(found.soon.map(({ title, note }) => [title, note])).toEqual([
    ['곧 끝', 'popup_end'],
    ['곧 시작', 'popup_start'],
    ['예약', 'publish'],
  ])
  expect(found.changes.map(({ actor, action, entity, summary }) => [actor, action, entity, summary])).toEqual([
    ['김동료', 'create', 'popups', '새 팝업'],
  ])
  expect(found.mailWaiting).toBe(1)
  expect(found.published.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const seoul = new Date(clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  expect(found.published.at(-1)).toEqual({ day: seoul, count: 2 })
  expect(new Set(found.published.map(({ day }) => day)).size).toBe(28)
})

it('shows new requests and late ones to whoever may see them, none twice, and nothing of them to others', async () => {
  const { context, clock, client, actor } = bench.api
  const office = await actor(['console', 'console:forms'])
  const sent = async (hoursAgo: number, state: FormState, message: string) => {
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
  await sent(1, 'received', '방금 온 것입니다.')
  await sent(47, 'received', '어제 온 것입니다.')
  await sent(49, 'received', '아무도 맡지 않은 지 이틀이 넘은 것입니다.')
  await sent(80, 'assigned', '맡고도 답하지 않은 것입니다.')
  await sent(30, 'assigned', '맡은 지 얼마 되지 않은 것입니다.')
  await sent(90, 'answered', '답한 것입니다.')
  await sent(90, 'closed', '닫은 것입니다.')

  const seen = await client(contract, office).today()
  expect(seen.counts).toMatchObject({ requests: 2, overdue: 2 })
  expect(seen.requests.map(({ title, from, state }) => [title, from, state])).toEqual([
    ['방금 온 것입니다.', '오세진', 'received'],
    ['어제 온 것입니다.', '오세진', 'received'],
  ])
  expect(seen.overdue.map(({ title, state }) => [title, state])).toEqual([
    ['맡고도 답하지 않은 것입니다.', 'assigned'],
    ['아무도 맡지 않은 지 이틀이 넘은 것입니다.', 'received'],
  ])
  expect(seen.overdue[0]?.to).toMatch(/^\/console\/forms\/[\da-f-]{36}$/)

  const others = await today()
  expect(others.counts).toMatchObject({ requests: 0, overdue: 0 })
  expect([others.requests, others.overdue]).toEqual([[], []])
})
