import { afterEach, describe, expect, it } from 'vitest'
import { form, pdf, picture } from '#test/files/sample-files.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { notifications as contract } from '../contract.ts'
import { buildNotification, notificationInput } from '../factory.ts'
import { notifications } from '../table.ts'

const bench = prepareBench(['console:center'])

checkPlainResource(bench, {
  contract,
  table: 'notifications',
  input: notificationInput,
  change: { category: 'event' },
  searchTerms: { found: '연말 사무소', absent: '없는 말' },
  tags: ['notifications'],
})

afterEach(() => bench.api.services.database.delete(notifications))

const visitorClient = (locale: 'ko' | 'en' = 'ko') => bench.api.client(contract, null, locale)
const inHours = (hours: number) => new Date(bench.api.clock.now().getTime() + hours * 3_600_000).toISOString()

describe('public notices', () => {
  it('lists those in force, pinned ones first, then the newest', async () => {
    const { context } = bench.api
    await buildNotification(context, { title: { ko: '어제' }, startAt: inHours(-24) })
    await buildNotification(context, { title: { ko: '고정' }, startAt: inHours(-90), pinned: true })
    await buildNotification(context, { title: { ko: '오늘' }, startAt: inHours(-1) })
    await buildNotification(context, { title: { ko: '내일' }, startAt: inHours(24) })
    await buildNotification(context, { title: { ko: '끝난 것' }, startAt: inHours(-9), endAt: inHours(-1) })
    await buildNotification(context, { title: { ko: '숨긴 것' }, visible: false })
    const { notifications: found, total } = await visitorClient().published({})
    expect(found.map(({ title }) => title)).toEqual(['고정', '오늘', '어제'])
    expect(total).toBe(3)
    const { notification } = await visitorClient().read({ params: { id: found[1]?._id ?? '' } })
    expect([notification.newer?.title ?? null, notification.older?.title]).toEqual([null, '어제'])
  })

  it("shows the visitor's language, otherwise Korean, and names the language", async () => {
    const row = await buildNotification(bench.api.context, { startAt: inHours(-1) })
    const only = await buildNotification(bench.api.context, { title: { ko: '국문' }, body: { ko: '<p>글</p>' } })
    const english = await visitorClient('en').read({ params: { id: row.id } })
    expect(english.notification).toMatchObject({ title: 'Office hours at the end of the year', lang: 'en' })
    const korean = await visitorClient('en').read({ params: { id: only.id } })
    expect(korean.notification).toMatchObject({ title: '국문', lang: 'ko' })
  })

  it('counts 64 concurrent views without changing the version for editors', async () => {
    const row = await buildNotification(bench.api.context)
    const viewNotice = (index: number) =>
      bench.api.request({
        method: 'POST',
        url: `/api/v1/center/notifications/${row.id}/views`,
        remoteAddress: `198.51.100.${index}`,
      })
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => viewNotice(index)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(201))
    const { notification } = await bench.api.client(contract, bench.editor).get({ params: { id: row.id } })
    expect(notification).toMatchObject({ views: 64, updatedAt: row.updatedAt.toISOString() })
  })

  it('hides invisible, ended and future ones and does not count their views', async () => {
    const row = await buildNotification(bench.api.context, { startAt: inHours(1) })
    await expect(visitorClient().read({ params: { id: row.id } })).rejects.toMatchObject({ status: 404 })
    await expect(visitorClient().view({ params: { id: row.id } })).rejects.toMatchObject({ status: 404 })
  })
})

it('takes a picture or a file for a text, of staff who may write only', async () => {
  const client = bench.api.client(contract, bench.editor)
  const { picture: stored, file } = await client.upload({ form: form('file', ['사진.png', await picture('png')]) })
  expect([stored?._id, file.name]).toEqual([file._id, '사진.png'])
  const paper = await client.upload({ form: form('file', ['안내.pdf', pdf()]) })
  expect([paper.picture, paper.file.mime]).toEqual([null, 'application/pdf'])
  expect((await bench.api.request({ url: paper.file.url })).statusCode).toBe(200)
  await expect(client.upload({ form: form('file', ['a.png', Buffer.from('<svg/>')]) })).rejects.toMatchObject({
    status: 415,
  })
  const reader = await bench.api.actor(['console', 'console:center:read'])
  await expect(
    bench.api.client(contract, reader).upload({ form: form('file', ['안내.pdf', pdf()]) }),
  ).rejects.toMatchObject({ status: 403 })
})
