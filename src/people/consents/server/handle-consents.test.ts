import { beforeAll, describe, expect, it } from 'vitest'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { consents } from '../contract.ts'
import { buildAskedTerms } from '../factory.ts'
import type { ConsentSubject } from '../rules.ts'
import { consents as table } from '../table.ts'

const api = prepareTestApi()
let version: string
beforeAll(async () => {
  version = await buildAskedTerms(api.context)
})

const createMemberClient = async () => api.client(consents, await api.actor([]))

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
    const client = await createMemberClient()
    const marketingInput = (given: boolean) => ({ terms: [{ code: 'marketing', version, given }] })
    await client.updateConsents({ body: { ...marketingInput(true), channels: { EMAIL: true, SMS: false } } })
    await client.updateConsents({ body: marketingInput(true) })
    const answer = await client.updateConsents({ body: marketingInput(false) })
    const findState = (subject: string) => answer.consents.find((item) => item.subject === subject)?.given
    expect([findState('terms:marketing'), findState('channel:EMAIL'), findState('channel:SMS')]).toEqual([
      false,
      true,
      false,
    ])
    const lines = answer.history.map(({ subject, given, how }) => `${subject} ${given} ${how}`)
    expect(lines[0]).toBe('terms:marketing false me')
    expect(lines.sort()).toEqual(['channel:EMAIL true me', 'terms:marketing false me', 'terms:marketing true me'])
    expect((await client.list()).history).toEqual(answer.history)
  })

  it('refuse a version that was not shown, the withdrawal of a required one, and visitors', async () => {
    const client = await createMemberClient()
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
    const getDayAgo = (daysAgo: number) => seoulDayOf(api.clock.now().getTime() - daysAgo * 86_400_000).day
    const getDaysAgo = (daysAgo: number) => new Date(api.clock.now().getTime() - daysAgo * 86_400_000)
    const buildText = (daysAgo: number, words: string) =>
      buildTerms(api.context, {
        code: 'privacy',
        effectiveAt: getDaysAgo(daysAgo).toISOString(),
        body: { ko: `<p>${words}</p>` },
      })
    const [first, second] = [await buildText(900, '처음의 말'), await buildText(500, '다음의 말')]
    const insertDecision = (subject: ConsentSubject, given: boolean, daysAgo: number, termsId: string | null = null) =>
      api.context.database.insert(table).values({
        id: api.context.newId(),
        userId: actor.userId,
        subject,
        given,
        how: 'me',
        termsId,
        at: getDaysAgo(daysAgo),
      })
    await insertDecision('terms:privacy', true, 800, first.id)
    await insertDecision('channel:SMS', true, 800)
    await insertDecision('terms:privacy', true, 400, second.id)
    await insertDecision('channel:SMS', false, 300)
    const listConsentsOn = async (daysAgo: number) =>
      (await api.client(consents, actor).past({ query: { day: getDayAgo(daysAgo) } })).consents.map(
        ({ subject, html }) => `${subject} ${html}`,
      )
    expect(await listConsentsOn(801)).toEqual([])
    expect(await listConsentsOn(800)).toEqual(['terms:privacy <p>처음의 말</p>', 'channel:SMS null'])
    expect(await listConsentsOn(401)).toEqual(['terms:privacy <p>처음의 말</p>', 'channel:SMS null'])
    expect(await listConsentsOn(400)).toEqual(['terms:privacy <p>다음의 말</p>', 'channel:SMS null'])
    expect(await listConsentsOn(0)).toEqual(['terms:privacy <p>다음의 말</p>'])
    // Only the caller's own consents, and only valid dates.
    expect((await (await createMemberClient()).past({ query: { day: getDayAgo(0) } })).consents).toEqual([])
    for (const day of ['2026-02-30', '', '0000-01-01', '2026-1-1'])
      await expect(api.client(consents, actor).past({ query: { day } })).rejects.toMatchObject({ status: 400 })
  })
})
