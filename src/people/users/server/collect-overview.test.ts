import { expect, it } from 'vitest'
import { buildBookmarkableRecord, buildMark } from '#people/bookmarks/factory.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { consents } from '#people/consents/contract.ts'
import { buildAskedTerms } from '#people/consents/factory.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { idleDays } from '#people/questions/rules.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { users as contract } from '../contract.ts'

const api = prepareTestApi()

const day = 24 * 3_600_000
const readOverview = (actor: Actor | null, locale: 'ko' | 'en' | 'cn' = 'ko') =>
  api.client(contract, actor, locale).overview()

it('is empty for an account without data and refused without a session', async () => {
  expect(await readOverview(await api.actor([]))).toEqual({ waits: [], news: [] })
  await expect(readOverview(null)).rejects.toMatchObject({ status: 401 })
})

it('lists unread answers, the first to close first, in three languages and only for their author', async () => {
  const [asker, other] = [await api.actor([]), await api.actor([])]
  const now = api.clock.now().getTime()
  const askQuestion = (title: string, daysAgo: number, author: 'member' | 'staff') =>
    buildQuestion(api.context, {
      userId: asker.userId,
      title,
      createdAt: new Date(now - daysAgo * day),
      entries: [{ author, text: '내용' }],
    })
  const late = await askQuestion('늦은 답', 2, 'staff')
  await askQuestion('기다리는 문의', 3, 'member')
  const early = await askQuestion('이른 답', 5, 'staff')
  await askQuestion('오래된 문의', 9, 'member')
  const { waits, news } = await readOverview(asker)
  expect(waits.map(({ title }) => title)).toEqual(['이른 답', '늦은 답'])
  expect(waits[0]).toMatchObject({
    _id: `questions.${early.id}`,
    kind: '1:1 문의',
    act: '답변 보기',
    until: new Date((early.answeredAt?.getTime() ?? 0) + idleDays * day).toISOString(),
    to: `/center/questions?open=${early.id}`,
  })
  expect(news).toMatchObject([{ _id: 'questions.own', total: 4, to: '/center/questions' }])
  expect(news[0]?.entries.map(({ title }) => title)).toEqual(['늦은 답', '기다리는 문의', '이른 답'])
  expect(news[0]?.entries[0]).toMatchObject({ _id: late.id, state: '답변' })
  const acts = await Promise.all(
    (['ko', 'en', 'cn'] as const).map(async (locale) => (await readOverview(asker, locale)).waits[0]?.act),
  )
  expect(new Set(acts).size).toBe(3)
  expect(await readOverview(other)).toEqual({ waits: [], news: [] })
})

it('lists the latest bookmarks that are visible', async () => {
  const actor = await api.actor([])
  const visibleRecord = await buildBookmarkableRecord(api.context)
  await buildMark(api.context, { userId: actor.userId, recordId: visibleRecord })
  await buildMark(api.context, { userId: actor.userId, recordId: api.context.newId() })
  await buildMark(api.context, {
    userId: actor.userId,
    recordId: await buildBookmarkableRecord(api.context),
    act: 'like',
  })
  const { news } = await readOverview(actor)
  expect(news).toMatchObject([{ _id: 'bookmarks.bookmarks', entries: [{ title: '글' }], to: '/me/bookmarks' }])
})

it('asks a company for missing data, and every member for changed terms until they agree', async () => {
  const actor = await api.actor([])
  await buildCompany(api.context, { userId: actor.userId })
  expect((await readOverview(actor)).waits.map(({ _id }) => _id)).toEqual(['companies.businessRegistration'])
  const version = await buildAskedTerms(api.context)
  const withoutTerms = (await readOverview(actor)).waits.map(({ _id }) => _id)
  expect(withoutTerms).toEqual(
    expect.arrayContaining(['consents.terms:service', 'consents.terms:privacy', 'companies.businessRegistration']),
  )
  const terms = ['service', 'privacy'].map((code) => ({ code, version, given: true }))
  await api.client(consents, actor).updateConsents({ body: { terms } })
  const after = (await readOverview(actor)).waits.map(({ _id }) => _id)
  expect(after.filter((id) => /^consents\.terms:(service|privacy)$/.test(id))).toEqual([])
})
