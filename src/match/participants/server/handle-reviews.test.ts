import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { buildProduct } from '#match/products/factory.ts'
import { buildEntry } from '#match/programmes/factory.ts'
import { companies } from '#people/companies/table.ts'
import { users } from '#people/users/table.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { reviews as contract } from '../contract-review.ts'
import { buildParticipation, buildProfile } from '../factory.ts'
import { isEmailOfSite } from '../rules.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const staff = async (name?: string) => {
  const actor = await api.actor(['console', 'console:fairs'])
  if (name) await api.services.database.update(users).set({ name }).where(eq(users.id, actor.userId))
  return api.client(contract, actor)
}

const waiting = async (fairId: string, role: 'seller' | 'buyer' = 'buyer', facts: object = {}) => {
  const profile = await buildProfile(api.context, { role, ...facts })
  const part = await buildParticipation(api.context, { fairId, profileId: profile.id, state: 'submitted' })
  return { profile, part, params: { id: part.id }, updatedAt: part.updatedAt.toISOString() }
}

describe('a participation under review', () => {
  it('includes programme entries, products, automatic checks and history', async () => {
    const fair = await buildFair(api.context)
    const { part, profile, params, updatedAt } = await waiting(fair.id, 'seller', {
      website: 'https://www.gyeol.example/ko',
      contactEmail: 'hello@gyeol.example',
    })
    const fitting = await buildProfile(api.context, { role: 'buyer', interests: ['tableware'] })
    await buildParticipation(api.context, { fairId: fair.id, profileId: fitting.id })
    const otherFair = await buildFair(api.context)
    await buildParticipation(api.context, {
      fairId: otherFair.id,
      profileId: profile.id,
      state: 'refused',
      reason: '명단에 없습니다.',
    })
    const [company] = await api.services.database.select().from(companies).where(eq(companies.id, profile.companyId))
    if (!company) throw new Error('A profile has a company')
    await buildEntry(api.context, { businessNumber: company.businessNumber, company: `(주) ${company.name}` })
    const product = await buildProduct(api.context, { profileId: profile.id, fairs: [] })

    const desk = await staff('김서연')
    await desk.remark({ params, body: { text: '매장 주소를 확인했습니다.' } })
    await desk.decideOne({ params, body: { state: 'asked', reason: '사진이 더 필요합니다.', updatedAt } })
    const { participation } = await desk.get({ params })
    expect(participation).toMatchObject({
      _id: part.id,
      state: 'asked',
      reason: '사진이 더 필요합니다.',
      decidedBy: '김서연',
      refusedBefore: 1,
      programmes: [{ company: `(주) ${company.name}` }],
      products: [{ _id: product.id, picture: null }],
      otherFairs: [{ state: 'refused' }],
      checks: [
        { kind: 'listed', good: true, count: 1 },
        { kind: 'named', good: true },
        { kind: 'refused', good: false, count: 1 },
        { kind: 'domain', good: true },
        { kind: 'fits', good: true, count: 1 },
      ],
    })
    const again = await desk.get({ params })
    expect(again.participation.history.map(({ act, text }) => [act, text])).toEqual([
      ['remark', '매장 주소를 확인했습니다.'],
      ['asked', '사진이 더 필요합니다.'],
      ['read', ''],
    ])
  })

  it('accepts remarks only from staff with write permission, and none without text', async () => {
    const fair = await buildFair(api.context)
    const { params } = await waiting(fair.id)
    const desk = await staff()
    await expectRefusal(desk.remark({ params, body: { text: ' ' } }), 400, 'text')
    const reader = api.client(contract, await api.actor(['console', 'console:fairs:read']))
    await expect(reader.remark({ params, body: { text: '확인' } })).rejects.toMatchObject({ status: 403 })
    await expect(desk.remark({ params: { id: api.context.newId() }, body: { text: '확인' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('a decision on a participation', () => {
  it('requires a reason unless it is an approval', async () => {
    const fair = await buildFair(api.context)
    const { params, updatedAt } = await waiting(fair.id)
    const desk = await staff()
    for (const state of ['asked', 'refused'] as const)
      await expectRefusal(desk.decideOne({ params, body: { state, reason: ' ', updatedAt } }), 400, 'reason')
    const { participation } = await desk.decideOne({ params, body: { state: 'approved', updatedAt } })
    expect(participation.state).toBe('approved')
  })

  it('gets 409 with the earlier decision and its author when it comes second', async () => {
    const fair = await buildFair(api.context)
    const { params, updatedAt } = await waiting(fair.id)
    const [first, second] = [await staff('김서연'), await staff()]
    await first.decideOne({ params, body: { state: 'approved', updatedAt } })
    const late = second.decideOne({ params, body: { state: 'refused', reason: '서류가 다릅니다.', updatedAt } })
    await expect(late).rejects.toMatchObject({
      status: 409,
      refusal: {
        fields: { state: expect.any(String) },
        current: { state: 'approved', decidedBy: '김서연', decidedAt: expect.any(String) },
      },
    })
    // A batch decision skips it for the same reason.
    const { decided, passed } = await second.decide({
      body: {
        ids: [params.id],
        seen: [{ _id: params.id, updatedAt }],
        state: 'refused',
        reason: '서류가 다릅니다.',
      },
    })
    expect({ decided, passed }).toEqual({ decided: [], passed: [params.id] })
    expect((await first.get({ params })).participation.state).toBe('approved')
  })

  it('is made exactly once by 64 concurrent requests', { tags: ['deep'] }, async () => {
    const fair = await buildFair(api.context)
    const { params, updatedAt } = await waiting(fair.id)
    const desk = await staff('김서연')
    const answers = await crowd.callConcurrently(async (index) => {
      const state = (['approved', 'asked', 'refused'] as const)[index % 3] ?? 'approved'
      try {
        return (await desk.decideOne({ params, body: { state, reason: '사유', updatedAt } })).participation.state
      } catch (refused) {
        if (refused instanceof CallRefused && refused.status === 409) return refused.refusal.current
        throw refused
      }
    })
    const decided = answers.filter((answer) => typeof answer === 'string')
    expect(decided).toHaveLength(1)
    for (const answer of answers)
      if (typeof answer !== 'string') expect(answer).toMatchObject({ state: decided[0], decidedBy: '김서연' })
    const { rows } = await crowd.pool.query<{ lines: number }>(
      `SELECT count(*)::int AS lines FROM audit WHERE entity_id = $1 AND action IN ('approved', 'asked', 'refused')`,
      [params.id],
    )
    expect(rows[0]?.lines).toBe(1)
  })

  it('is made several times in a naive version that reads first and updates afterwards (control)', {
    tags: ['deep'],
  }, async () => {
    await crowd.pool.query(`CREATE TABLE naive_parts (state text)`)
    await crowd.pool.query('CREATE TABLE naive_decisions (caller int)')
    await crowd.pool.query(`INSERT INTO naive_parts VALUES ('submitted')`)
    await crowd.readThenAct(
      () => crowd.pool.query(`SELECT FROM naive_parts WHERE state = 'submitted'`),
      async ({ rowCount }, index) => {
        if (rowCount === 0) return
        await crowd.pool.query(`UPDATE naive_parts SET state = 'approved'`)
        await crowd.pool.query('INSERT INTO naive_decisions VALUES ($1)', [index])
      },
    )
    const { rows } = await crowd.pool.query('SELECT caller FROM naive_decisions')
    expect(rows.length).toBeGreaterThan(1)
  })
})

it('recognizes whether an email address belongs to the host of a web site', () => {
  expect(isEmailOfSite('a@gyeol.example', 'https://www.gyeol.example/shop')).toBe(true)
  expect(isEmailOfSite('a@mail.gyeol.example', 'https://gyeol.example')).toBe(true)
  expect(isEmailOfSite('a@notgyeol.example', 'https://gyeol.example')).toBe(false)
  expect(isEmailOfSite('nobody', 'https://gyeol.example')).toBe(false)
})
