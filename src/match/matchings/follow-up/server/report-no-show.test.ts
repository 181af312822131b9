import { beforeEach, describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import type { SlotRow } from '#match/fairs/table.ts'
import { answerOf, buildParty, mailsTo, type Party } from '#test/match/build-fair-company.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const clientOf = (actor: Actor) => api.client(contract, actor)
const createParty = (role: 'seller' | 'buyer', locale: 'ko' | 'en' | 'cn' = 'ko') =>
  buildParty(api, { role, fairId: fair.id, account: { locale } })

let fair: Awaited<ReturnType<typeof buildFair>>
let slots: SlotRow[]
let seller: Party
let buyer: Party
let desk: ReturnType<typeof clientOf>
beforeEach(async () => {
  fair = await buildFair(api.context, { tables: 2, rooms: 2, inHours: -3 })
  slots = await listOpenSlots(api.context, fair.id)
  seller = await createParty('seller')
  buyer = await createParty('buyer', 'en')
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId })
  desk = clientOf(await api.actor(['console', 'console:fairs']))
})
const meeting = async (index = 0, to: Party = seller) => {
  const at = slots[index]
  if (!at) throw new Error('The fair has no such slot')
  const { id } = await buildMatching(api.context, {
    fairId: fair.id,
    sellerId: to.profileId,
    buyerId: buyer.profileId,
    state: 'confirmed',
    way: 'online',
    slotId: at.id,
    startsAt: at.startsAt,
    endsAt: at.endsAt,
    place: 1,
  })
  return { params: { id } }
}
const subjectsTo = async (one: Party) => (await mailsTo(api, one)).map(({ subject }) => subject)
const reason = '30분을 기다렸습니다.'
const rating = { fit: 5, preparation: 4, outcome: 3 }

describe('a no-show report', () => {
  it('mails only the other company, in its language', async () => {
    const params = await meeting()
    await seller.client.noShow({ ...params, body: { reason } })
    const mails = await mailsTo(api, buyer)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('No-show reported')])
    expect(mails[0]?.html).toContain(reason)
    expect(await subjectsTo(seller)).toEqual([])
  })

  it('is refused to a company that has rated the meeting, but not to the other side', async () => {
    const params = await meeting()
    await buyer.client.rate({ ...params, body: rating })
    expect(await answerOf(buyer.client.noShow({ ...params, body: { reason } }))).toBe('409 state')
    expect(await answerOf(seller.client.noShow({ ...params, body: { reason } }))).toBe('allowed')
    expect(await answerOf(seller.client.rate({ ...params, body: rating }))).toBe('409')
  })

  it('can be overruled by the operator, which notifies both sides and bars another report', async () => {
    const params = await meeting()
    await seller.client.noShow({ ...params, body: { reason } })
    const body = { outcome: 'held', reason: '두 기업이 만난 것을 확인했습니다.' } as const
    expect(await answerOf(buyer.client.decideNoShow({ ...params, body }))).toBe('403')
    expect(await answerOf(desk.decideNoShow({ ...params, body: { ...body, reason: ' ' } }))).toBe('400 reason')
    expect(await answerOf(desk.decideNoShow({ params: { id: api.context.newId() }, body }))).toBe('404')
    const { matching } = await desk.decideNoShow({ ...params, body })
    expect(matching.state).toBe('held')
    expect(matching.events.at(-1)).toMatchObject({ action: 'overrule', side: 'operator', reason: body.reason })
    expect((await subjectsTo(buyer)).at(-1)).toContain('Recorded as held')
    expect((await subjectsTo(seller)).at(-1)).toContain('상담 완료로 정정')
    for (const { client } of [seller, buyer])
      expect(await answerOf(client.noShow({ ...params, body: { reason } }))).toBe('409 state')
    expect(await answerOf(desk.decideNoShow({ ...params, body }))).toBe('409')
    // A meeting that was held can be rated and gets agreement lines again.
    expect(await answerOf(seller.client.rate({ ...params, body: rating }))).toBe('allowed')
    expect(await answerOf(buyer.client.agree({ ...params, body: { text: '견본 두 점' } }))).toBe('allowed')
  })

  it('can be upheld once, and overruled later', async () => {
    const params = await meeting()
    const body = { outcome: 'no_show', reason: '입장 기록이 없습니다.' } as const
    expect(await answerOf(desk.decideNoShow({ ...params, body }))).toBe('409')
    await seller.client.noShow({ ...params, body: { reason } })
    const { matching } = await desk.decideNoShow({ ...params, body })
    expect(matching).toMatchObject({ state: 'no_show' })
    expect(matching.events.at(-1)).toMatchObject({ action: 'uphold', side: 'operator' })
    expect((await subjectsTo(buyer)).at(-1)).toContain('No-show confirmed')
    expect((await subjectsTo(seller)).at(-1)).toContain('불참 확정')
    expect(await answerOf(desk.decideNoShow({ ...params, body }))).toBe('409 state')
    expect(await answerOf(desk.decideNoShow({ ...params, body: { ...body, outcome: 'held' } }))).toBe('allowed')
  })

  it('and a rating by the same company never both succeed', async () => {
    for (const index of [0, 1, 2, 3]) {
      const params = await meeting(index, await createParty('seller'))
      const answers = await Promise.all([
        answerOf(buyer.client.rate({ ...params, body: rating })),
        answerOf(buyer.client.noShow({ ...params, body: { reason } })),
      ])
      expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(1)
    }
  })

  it('succeeds beside a rating when reading before writing (control)', { tags: ['deep'] }, async () => {
    await crowd.pool.query('CREATE TABLE naive_said (what text)')
    await crowd.readThenAct(
      () => crowd.pool.query('SELECT FROM naive_said'),
      async ({ rows }, index) => {
        const outcome = index % 2 === 0 ? 'rated' : 'no_show'
        if (rows.length === 0) await crowd.pool.query('INSERT INTO naive_said VALUES ($1)', [outcome])
      },
    )
    const { rows } = await crowd.pool.query('SELECT DISTINCT what FROM naive_said')
    expect(rows).toHaveLength(2)
  })
})
