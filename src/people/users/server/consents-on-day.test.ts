import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import type { ConsentSource, ConsentSubject } from '#people/consents/rules.ts'
import { consents as table } from '#people/consents/table.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { members } from '../contract-members.ts'
import { buildUser } from '../factory.ts'

// Consents of a member on a day, as staff see them.

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:users'], { rank: 80, name: '나누리' })
})

const toSeoulDate = (local: string) => new Date(`${local}+09:00`)

const recordDecision = (
  userId: string,
  subject: ConsentSubject,
  given: boolean,
  at: Date,
  termsId: string | null = null,
  how: ConsentSource = 'me',
) => api.context.database.insert(table).values({ id: api.context.newId(), userId, subject, given, how, termsId, at })

const listConsentsOn = async (id: string, day: string, actor: Actor | null = staff) =>
  (await api.client(members, actor).consentsOn({ params: { id }, query: { day } })).consents

const findConsentOn = async (id: string, day: string, subject: string) =>
  (await listConsentsOn(id, day)).find((item) => item.subject === subject)

describe('the consents of a member on a day', () => {
  it('have the version and text of that day, from its first to its last instant in Seoul', async () => {
    const { id } = await buildUser(api.context)
    const createVersion = (day: string, words: string) =>
      buildTerms(api.context, {
        code: 'privacy',
        title: { ko: `${day} 처리방침` },
        effectiveAt: toSeoulDate(`${day}T00:00:00`).toISOString(),
        body: { ko: `<p>${words}</p>`, en: `<p>${words} in English</p>` },
      })
    const first = await createVersion('2024-01-15', '처음')
    const second = await createVersion('2025-03-01', '다음')
    // The last instant of 11 June in Seoul is the afternoon of that day in UTC; the next one is 12 June.
    await recordDecision(id, 'terms:privacy', true, toSeoulDate('2024-06-11T23:59:59.999'), first.id, 'join')
    await recordDecision(id, 'terms:privacy', true, toSeoulDate('2025-03-05T00:00:00'), second.id)

    const findPrivacyOn = (day: string) => findConsentOn(id, day, 'terms:privacy')
    const nothing = { given: false, version: null, words: null, how: null, at: null }
    // No consent before the text existed.
    expect(await findPrivacyOn('2024-01-14')).toBeUndefined()
    expect(await findPrivacyOn('2024-06-10')).toMatchObject({ ...nothing, inForce: '2024-01-15', required: true })
    const agreedFirst = {
      given: true,
      version: '2024-01-15',
      title: '2024-01-15 처리방침',
      words: { ko: '<p>처음</p>', en: '<p>처음 in English</p>' },
      how: 'join',
      at: toSeoulDate('2024-06-11T23:59:59.999').toISOString(),
    }
    expect(await findPrivacyOn('2024-06-11')).toMatchObject({ ...agreedFirst, inForce: '2024-01-15' })
    // A new version is not agreed to automatically: the consent keeps its text.
    expect(await findPrivacyOn('2025-02-28')).toMatchObject({ ...agreedFirst, inForce: '2024-01-15' })
    expect(await findPrivacyOn('2025-03-04')).toMatchObject({ ...agreedFirst, inForce: '2025-03-01' })
    expect(await findPrivacyOn('2025-03-05')).toMatchObject({
      given: true,
      version: '2025-03-01',
      inForce: '2025-03-01',
      words: { ko: '<p>다음</p>' },
      how: 'me',
    })
  })

  it('that were withdrawn and given again are reported as at the end of each day', async () => {
    const { id } = await buildUser(api.context)
    await recordDecision(id, 'channel:SMS', true, toSeoulDate('2025-01-10T10:00:00'), null, 'join')
    await recordDecision(id, 'channel:SMS', false, toSeoulDate('2025-02-10T00:00:00'), null, 'link')
    await recordDecision(id, 'channel:SMS', true, toSeoulDate('2025-03-10T12:00:00'))
    // Given and withdrawn within one day: not given at its end.
    await recordDecision(id, 'night', true, toSeoulDate('2025-04-10T09:00:00'))
    await recordDecision(id, 'night', false, toSeoulDate('2025-04-10T18:00:00'))
    const readSmsOn = async (day: string) => {
      const { given, how } = (await findConsentOn(id, day, 'channel:SMS')) ?? {}
      return [given, how]
    }
    expect(await readSmsOn('2025-01-09')).toEqual([false, null])
    expect(await readSmsOn('2025-01-10')).toEqual([true, 'join'])
    expect(await readSmsOn('2025-02-09')).toEqual([true, 'join'])
    expect(await readSmsOn('2025-02-10')).toEqual([false, 'link'])
    expect(await readSmsOn('2025-03-09')).toEqual([false, 'link'])
    expect(await readSmsOn('2025-03-10')).toEqual([true, 'me'])
    expect(await findConsentOn(id, '2025-04-10', 'night')).toMatchObject({
      given: false,
      at: toSeoulDate('2025-04-10T18:00:00').toISOString(),
    })
    expect(await findConsentOn(id, '2025-04-10', 'channel:EMAIL')).toMatchObject({
      given: false,
      at: null,
      version: null,
    })
  })

  it('require permission to read members, and exclude other members and future days', async () => {
    const [{ id }, other] = [await buildUser(api.context), await buildUser(api.context)]
    await recordDecision(other.id, 'channel:SMS', true, toSeoulDate('2025-01-10T10:00:00'))
    expect((await listConsentsOn(id, '2025-01-10')).filter(({ given }) => given)).toEqual([])
    const now = api.clock.now().getTime()
    expect(await listConsentsOn(id, seoulDayOf(now).day)).not.toEqual([])
    const refused = { status: 400, refusal: { fields: { day: expect.any(String) } } }
    for (const day of [seoulDayOf(now + 24 * 3_600_000).day, '2026-02-30', '', '2026-1-1', '0000-01-01'])
      await expect(listConsentsOn(id, day)).rejects.toMatchObject(refused)
    await expect(listConsentsOn(id, '2025-01-10', await api.actor(['console', 'console:terms']))).rejects.toMatchObject(
      {
        status: 403,
      },
    )
    await expect(listConsentsOn(id, '2025-01-10', null)).rejects.toMatchObject({ status: 401 })
    const withdrawnUser = await buildUser(api.context, { state: 'withdrawn' })
    for (const item of [withdrawnUser.id, api.clock.newId()])
      await expect(listConsentsOn(item, '2025-01-10')).rejects.toMatchObject({ status: 404 })
  })

  it('are logged when read, also right after the member page was opened', async () => {
    const { id } = await buildUser(api.context, { name: '가람휘' })
    await api.client(members, staff).get({ params: { id } })
    await listConsentsOn(id, '2025-01-10')
    const reader = await api.actor(['console', 'console:audit'])
    const { lines } = await api.client(audit, reader).personal({ query: { of: id } })
    expect(lines.map(({ act, entity, actor, of: member }) => [act, entity, actor, member?._id])).toEqual([
      ['read', 'consents', '나누리', id],
      ['read', 'users', '나누리', id],
    ])
    expect(JSON.stringify(lines.map(({ summary }) => summary))).not.toContain('가람휘')
  })
})
