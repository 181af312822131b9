import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import type { SlotRow } from '#match/fairs/table.ts'
import { outbox } from '#people/messages/table.ts'
import type { Actor } from '#test/api.ts'
import { meetingPoint, prepareCrowd } from '#test/crowd.ts'
import { buildParty, type Party } from '#test/match-party.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { matchings } from '../../table.ts'

// No-show reports, and the data that each side sees of the other before it has answered.

const bench = prepareCrowd()

const clientOf = (actor: Actor) => bench.api.client(contract, actor)
const party = (role: 'seller' | 'buyer', locale: 'ko' | 'en' | 'cn' = 'ko') =>
  buildParty(bench.api, { role, fairId: fair.id, account: { locale } })

let fair: Awaited<ReturnType<typeof buildFair>>
let slots: SlotRow[]
let seller: Party
let buyer: Party
let desk: ReturnType<typeof clientOf>
const prepare = async (inHours: number) => {
  fair = await buildFair(bench.api.context, { tables: 2, rooms: 2, inHours, requestLimit: 2 })
  slots = await listOpenSlots(bench.api.context, fair.id)
  seller = await party('seller')
  buyer = await party('buyer', 'en')
  await buildTimes(bench.api.context, { fairId: fair.id, buyerId: buyer.profileId })
  desk = clientOf(await bench.api.actor(['console', 'console:fairs']))
}
const meeting = async (index = 0, to: Party = seller) => {
  const at = slots[index]
  if (!at) throw new Error('The fair has no such slot')
  const { id } = await buildMatching(bench.api.context, {
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
const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error) => {
      if (!(error instanceof CallRefused)) throw error
      return [error.status, ...Object.keys(error.refusal.fields ?? {})].join(' ')
    },
  )
const mailsTo = async ({ email }: Party) =>
  bench.api.services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)
const subjectsTo = async (one: Party) => (await mailsTo(one)).map(({ subject }) => subject)
const reason = '30분을 기다렸습니다.'
const rating = { fit: 5, preparation: 4, outcome: 3 }

describe('a no-show report', () => {
  beforeEach(() => prepare(-3))

  it('mails only the other company, in its language', async () => {
    const met = await meeting()
    await seller.client.noShow({ ...met, body: { reason } })
    const mails = await mailsTo(buyer)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('No-show reported')])
    expect(mails[0]?.html).toContain(reason)
    expect(await subjectsTo(seller)).toEqual([])
  })

  it('is refused to a company that has rated the meeting, but not to the other side', async () => {
    const met = await meeting()
    await buyer.client.rate({ ...met, body: rating })
    expect(await answerOf(buyer.client.noShow({ ...met, body: { reason } }))).toBe('409 state')
    expect(await answerOf(seller.client.noShow({ ...met, body: { reason } }))).toBe('allowed')
    expect(await answerOf(seller.client.rate({ ...met, body: rating }))).toBe('409')
  })

  it('can be overruled by the operator, which notifies both sides and bars another report', async () => {
    const met = await meeting()
    await seller.client.noShow({ ...met, body: { reason } })
    const body = { outcome: 'held', reason: '두 기업이 만난 것을 확인했습니다.' } as const
    expect(await answerOf(buyer.client.decideNoShow({ ...met, body }))).toBe('403')
    expect(await answerOf(desk.decideNoShow({ ...met, body: { ...body, reason: ' ' } }))).toBe('400 reason')
    expect(await answerOf(desk.decideNoShow({ params: { id: bench.api.context.newId() }, body }))).toBe('404')
    const { matching } = await desk.decideNoShow({ ...met, body })
    expect(matching.state).toBe('held')
    expect(matching.events.at(-1)).toMatchObject({ action: 'overrule', side: 'operator', reason: body.reason })
    expect((await subjectsTo(buyer)).at(-1)).toContain('Recorded as held')
    expect((await subjectsTo(seller)).at(-1)).toContain('상담 완료로 정정')
    for (const { client } of [seller, buyer])
      expect(await answerOf(client.noShow({ ...met, body: { reason } }))).toBe('409 state')
    expect(await answerOf(desk.decideNoShow({ ...met, body }))).toBe('409')
    // A meeting that was held can be rated and gets agreement lines again.
    expect(await answerOf(seller.client.rate({ ...met, body: rating }))).toBe('allowed')
    expect(await answerOf(buyer.client.agree({ ...met, body: { text: '견본 두 점' } }))).toBe('allowed')
  })

  it('can be upheld once, and overruled later', async () => {
    const met = await meeting()
    const body = { outcome: 'no_show', reason: '입장 기록이 없습니다.' } as const
    expect(await answerOf(desk.decideNoShow({ ...met, body }))).toBe('409')
    await seller.client.noShow({ ...met, body: { reason } })
    const { matching } = await desk.decideNoShow({ ...met, body })
    expect(matching).toMatchObject({ state: 'no_show' })
    expect(matching.events.at(-1)).toMatchObject({ action: 'uphold', side: 'operator' })
    expect((await subjectsTo(buyer)).at(-1)).toContain('No-show confirmed')
    expect((await subjectsTo(seller)).at(-1)).toContain('불참 확정')
    expect(await answerOf(desk.decideNoShow({ ...met, body }))).toBe('409 state')
    expect(await answerOf(desk.decideNoShow({ ...met, body: { ...body, outcome: 'held' } }))).toBe('allowed')
  })

  it('and a rating by the same company never both succeed', async () => {
    for (const index of [0, 1, 2, 3]) {
      const met = await meeting(index, await party('seller'))
      const answers = await Promise.all([
        answerOf(buyer.client.rate({ ...met, body: rating })),
        answerOf(buyer.client.noShow({ ...met, body: { reason } })),
      ])
      expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(1)
    }
  })

  it('succeeds beside a rating when reading before writing (control)', async () => {
    await bench.crowd.pool.query('CREATE TABLE naive_said (what text)')
    await bench.crowd.lookThenAct(
      () => bench.crowd.pool.query('SELECT FROM naive_said'),
      async ({ rows }, index) => {
        const what = index % 2 === 0 ? 'rated' : 'no_show'
        if (rows.length === 0) await bench.crowd.pool.query('INSERT INTO naive_said VALUES ($1)', [what])
      },
    )
    const { rows } = await bench.crowd.pool.query('SELECT DISTINCT what FROM naive_said')
    expect(rows).toHaveLength(2)
  })
})

describe('the contact of the other company', () => {
  beforeEach(() => prepare(72))
  const contactOf = async ({ client }: Party, id: string) => (await client.open({ params: { id } })).matching.contact

  it('is shown to the seller from the request on, and to the buyer once the seller has answered', async () => {
    const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    const id = matching._id
    expect(matching.contact).toBeNull()
    expect(await contactOf(seller, id)).toMatchObject({ email: 'hello@guungyeol.example' })
    await seller.client.offer({ params: { id }, body: { slots: [slots[0]?.id ?? ''] } })
    expect(await contactOf(buyer, id)).toMatchObject({ email: 'hello@guungyeol.example' })
    await buyer.client.confirm({ params: { id }, body: { slot: slots[0]?.id ?? '' } })
    // The seller has answered before, so reopening the meeting does not hide the contact.
    await seller.client.move({ params: { id }, body: { reason: '출장' } })
    expect((await buyer.client.open({ params: { id } })).matching.state).toBe('requested')
    expect(await contactOf(buyer, id)).not.toBeNull()
    await buyer.client.cancel({ params: { id }, body: {} })
    for (const side of [seller, buyer]) expect(await contactOf(side, id)).toBeNull()
  })
})

describe('a request', () => {
  beforeEach(() => prepare(72))

  it('mails the seller once for each change of its message', async () => {
    const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    const params = { id: matching._id }
    const told = (await mailsTo(seller)).length
    const edit = async (message: string) => {
      const { updatedAt } = (await buyer.client.open({ params })).matching
      return buyer.client.edit({ params, body: { message, updatedAt } })
    }
    await edit('견본 3개를 보고 싶습니다.')
    await edit('견본 3개를 보고 싶습니다.')
    const mails = (await mailsTo(seller)).slice(told)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('상담 요청 수정')])
    expect(mails[0]?.html).toContain('견본 3개')
  })

  it('counts when a buyer reopens a meeting: one of two concurrent ones beyond the limit is refused', async () => {
    const sellers = [seller, await party('seller')]
    const [first, second] = [await meeting(0), await meeting(1, sellers[1])]
    const third = await party('seller')
    await buyer.client.request({ body: { fair: fair.id, seller: third.profileId } })
    const body = { reason: '출장' }
    const answers = await Promise.all([first, second].map((met) => answerOf(buyer.client.move({ ...met, body }))))
    expect(answers.toSorted()).toEqual(['409 state', 'allowed'])
    const isOpen = and(eq(matchings.buyerId, buyer.profileId), eq(matchings.state, 'requested'))
    expect(await bench.api.services.database.$count(matchings, isOpen)).toBe(2)
    // The buyer's limit does not stop the seller, who cannot know the buyer's other requests.
    const kept = answers.indexOf('409 state')
    const left = kept === 0 ? first : second
    expect(await answerOf((sellers[kept] ?? seller).client.move({ ...left, body }))).toBe('allowed')
    expect(await answerOf(buyer.client.request({ body: { fair: fair.id, seller: third.profileId } }))).toBe(
      '409 seller',
    )
  })

  it('exceeds the limit when counting before writing (control)', async () => {
    await bench.crowd.pool.query('CREATE TABLE naive_asked (caller int)')
    const haveCounted = meetingPoint()
    await bench.crowd.together(async (index) => {
      const { rows } = await bench.crowd.pool.query('SELECT FROM naive_asked')
      await haveCounted()
      if (rows.length < 2) await bench.crowd.pool.query('INSERT INTO naive_asked VALUES ($1)', [index])
    })
    expect((await bench.crowd.pool.query('SELECT FROM naive_asked')).rows.length).toBeGreaterThan(2)
  })
})
