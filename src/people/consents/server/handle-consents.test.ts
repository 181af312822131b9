import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { consents } from '../contract.ts'
import { buildAskedTerms } from '../factory.ts'
import type { ConsentSubject } from '../rules.ts'
import { consents as table } from '../table.ts'

let api: TestApi
let version: string
beforeAll(async () => {
  api = await createTestApi()
  version = await buildAskedTerms(api.context)
})
afterAll(() => api.close())

const member = async () => api.client(consents, await api.actor([]))

describe('consents', () => {
  it('are offered in the versions in force', async () => {
    const { terms, channels } = await api.client(consents).asked()
    expect(terms.map((item) => [item.code, item.version, item.required])).toEqual([
      ['service', version, true],
      ['privacy', version, true],
      ['marketing', version, false],
    ])
    expect(channels).toEqual(['EMAIL', 'SMS', 'PHONE'])
  })

  it('are given and withdrawn, each with a history event, and unchanged ones add none', async () => {
    const client = await member()
    const marketing = (given: boolean) => ({ terms: [{ code: 'marketing', version, given }] })
    await client.updateConsents({ body: { ...marketing(true), channels: { EMAIL: true, SMS: false } } })
    await client.updateConsents({ body: marketing(true) })
    const answer = await client.updateConsents({ body: marketing(false) })
    const stateOf = (subject: string) => answer.consents.find((item) => item.subject === subject)?.given
    expect([stateOf('terms:marketing'), stateOf('channel:EMAIL'), stateOf('channel:SMS')]).toEqual([false, true, false])
    const lines = answer.history.map(({ subject, given, how }) => `${subject} ${given} ${how}`)
    expect(lines[0]).toBe('terms:marketing false me')
    expect(lines.sort()).toEqual(['channel:EMAIL true me', 'terms:marketing false me', 'terms:marketing true me'])
    expect((await client.list()).history).toEqual(answer.history)
  })

  it('refuse a version that was not shown, the withdrawal of a required one, and visitors', async () => {
    const client = await member()
    const refused = { status: 400, refusal: { fields: { terms: expect.any(String) } } }
    for (const item of [
      { code: 'marketing', version: '2020-01-01', given: true },
      { code: 'unheard', version, given: true },
      { code: 'service', version, given: false },
    ])
      await expect(client.updateConsents({ body: { terms: [item] } })).rejects.toMatchObject(refused)
    await expect(client.updateConsents({ body: { channels: { FAX: true } as never } })).rejects.toMatchObject({
      status: 400,
    })
    expect((await client.list()).history).toEqual([])
    await expect(api.client(consents).list()).rejects.toMatchObject({ status: 401 })
  })

  it('are reported as they were on a day, with the text of that day', async () => {
    const actor = await api.actor([])
    const dayOf = (daysAgo: number) => seoulDayOf(api.clock.now().getTime() - daysAgo * 86_400_000).day
    const at = (daysAgo: number) => new Date(api.clock.now().getTime() - daysAgo * 86_400_000)
    const text = (daysAgo: number, words: string) =>
      buildTerms(api.context, {
        code: 'privacy',
        effectiveAt: at(daysAgo).toISOString(),
        body: { ko: `<p>${words}</p>` },
      })
    const [first, second] = [await text(900, '처음의 말'), await text(500, '다음의 말')]
    const said = (subject: ConsentSubject, given: boolean, daysAgo: number, termsId: string | null = null) =>
      api.context.database
        .insert(table)
        .values({ id: api.context.newId(), userId: actor.userId, subject, given, how: 'me', termsId, at: at(daysAgo) })
    await said('terms:privacy', true, 800, first.id)
    await said('channel:SMS', true, 800)
    await said('terms:privacy', true, 400, second.id)
    await said('channel:SMS', false, 300)
    const on = async (daysAgo: number) =>
      (await api.client(consents, actor).past({ query: { day: dayOf(daysAgo) } })).consents.map(
        ({ subject, html }) => `${subject} ${html}`,
      )
    expect(await on(801)).toEqual([])
    expect(await on(800)).toEqual(['terms:privacy <p>처음의 말</p>', 'channel:SMS null'])
    expect(await on(401)).toEqual(['terms:privacy <p>처음의 말</p>', 'channel:SMS null'])
    expect(await on(400)).toEqual(['terms:privacy <p>다음의 말</p>', 'channel:SMS null'])
    expect(await on(0)).toEqual(['terms:privacy <p>다음의 말</p>'])
    // Only the caller's own consents, and only valid dates.
    expect((await (await member()).past({ query: { day: dayOf(0) } })).consents).toEqual([])
    for (const day of ['2026-02-30', '', '0000-01-01', '2026-1-1'])
      await expect(api.client(consents, actor).past({ query: { day } })).rejects.toMatchObject({ status: 400 })
  })
})
