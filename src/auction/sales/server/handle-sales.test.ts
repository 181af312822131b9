import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { bids } from '#auction/bids/contract.ts'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { buildConsignor } from '#auction/consignors/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { outbox } from '#people/messages/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { sales } from '../contract.ts'
import { buildSale } from '../factory.ts'
import { auctionSales } from '../table.ts'
import { closeLots, watchLotEnds } from './close-lots.ts'
import { expireOffers } from './expire-offers.ts'

const api = prepareTestApi()

const staff = async () => api.client(sales, await api.actor(['console', 'console:auction', 'console:voids']))

it('is paid, given a pickup time, and handed over once to the holder of the code', async () => {
  const buyer = await api.actor([], { email: 'buyer@mail.example' })
  const { id } = await buildSale(api.context, { userId: buyer.userId })
  const [own, desk] = [api.client(sales, buyer), await staff()]
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const choose = (pickupAt: string) => own.setPickup({ params: { id }, body: { pickupAt } })
  await expect(choose(tomorrow)).rejects.toMatchObject({ status: 409 })
  expect((await own.open({ params: { id } })).pickup).toMatchObject({ state: 'awaiting', ticket: null })
  await desk.pay({ params: { id }, body: {} })
  await expect(choose('2020-01-01T00:00:00.000Z')).rejects.toMatchObject({ status: 400 })
  const { pickup } = await choose(tomorrow)
  expect(pickup).toMatchObject({ state: 'paid', pickupAt: tomorrow })
  expect(pickup.ticket?.qr).toContain('<svg')
  // As typed from the page.
  const code = pickup.ticket?.words.toLowerCase() ?? ''
  const handed = await Promise.allSettled(Array.from({ length: 5 }, () => desk.collect({ body: { code } })))
  expect(handed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(api.client(sales, await api.actor([])).open({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

it('shows the account to pay to on the buyer’s page and the invoice until it is paid', async () => {
  const buyer = await api.actor([], { email: 'pays@mail.example' })
  const { id } = await buildSale(api.context, { userId: buyer.userId })
  const own = api.client(sales, buyer)
  const params = { id }
  const invoice = async () => {
    const { url } = await own.invoice({ params })
    const { rawPayload } = await api.request({ method: 'GET', url })
    return (await readPdf(rawPayload)).pages.join('\n')
  }
  expect((await own.open({ params })).pickup.payTo).toBeNull()
  expect(await invoice()).toContain('고객센터에 문의해')
  const payTo = { bank: '시연은행', number: '000-0000-0630', holder: '대청무역센터' }
  await buildSetting(api.context, { payTo })
  try {
    expect((await own.open({ params })).pickup.payTo).toEqual(payTo)
    expect(await invoice()).toContain('000-0000-0630')
    await (await staff()).pay({ params, body: {} })
    expect((await own.open({ params })).pickup.payTo).toBeNull()
    expect(await invoice()).not.toContain('000-0000-0630')
  } finally {
    await buildSetting(api.context)
  }
})

it('sends the winner’s mail again on request, and counts the mails', async () => {
  const sale = await buildSale(api.context)
  const desk = await staff()
  const { sale: after } = await desk.wonEmail({ params: { id: sale.workId } })
  expect(after.mails).toBe(2)
  const sent = await api.context.database.select().from(outbox).where(sql`recipient = ${after.user?.email}`)
  expect(sent).toHaveLength(2)
})

it('is offered to the runner-up once after cancellation, even by concurrent offers, and accepted', async () => {
  const sale = await buildSale(api.context)
  const desk = await staff()
  const params = { id: sale.id }
  await expect(desk.offer({ params, body: {} })).rejects.toMatchObject({ status: 409 })
  const { sale: cancelled } = await desk.giveUp({ params, body: { reason: '기한이 지났습니다.' } })
  expect(cancelled.runnerUp).toMatchObject({ bidder: 1, amount: 100_000 })
  const offers = await Promise.allSettled(Array.from({ length: 5 }, () => desk.offer({ params, body: {} })))
  const [offered, ...more] = offers.flatMap((offer) => (offer.status === 'fulfilled' ? [offer.value.sale] : []))
  expect(more).toEqual([])
  expect(offered).toMatchObject({ state: 'offered', hammer: 100_000, bidder: 1 })
})

it('expires an unanswered offer, notifies the runner-up and moves on to the next bidder', async () => {
  const sale = await buildSale(api.context, { state: 'void' })
  const desk = await staff()
  const params = { id: sale.id }
  const { sale: offered } = await desk.offer({ params, body: {} })
  // The number of days is set by the auction.
  const until = Date.parse(offered.offerUntil ?? '') - Date.parse(offered.createdAt)
  expect(until).toBeGreaterThan(47 * 3_600_000)
  expect(until).toBeLessThan(49 * 3_600_000)
  await expireOffers(api.context)
  expect((await desk.get({ params: { id: offered._id } })).sale.state).toBe('offered')
  await api.context.database
    .update(auctionSales)
    .set({ offerUntil: sql`clock_timestamp()` })
    .where(eq(auctionSales.id, offered._id))
  await Promise.all([expireOffers(api.context), expireOffers(api.context)])
  const { sale: ended } = await desk.get({ params: { id: offered._id } })
  expect(ended).toMatchObject({ state: 'void', ending: 'expired' })
  const sent = await api.context.database.select().from(outbox).where(sql`recipient = ${ended.user?.email}`)
  expect(sent.filter(({ subject }) => subject.includes('기한이 지났습니다'))).toHaveLength(1)
  // No runner-up is left, and a void sale does not block a later one.
  await expect(desk.offer({ params, body: {} })).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { state: expect.stringContaining('차순위') } },
  })
})

it('accepts either the answer to an offer or its expiry, never both', async () => {
  const buyer = await api.actor([], { email: 'late@mail.example' })
  const sale = await buildSale(api.context, { userId: buyer.userId, state: 'offered' })
  await api.context.database
    .update(auctionSales)
    .set({ offerUntil: sql`clock_timestamp() + interval '30 milliseconds'` })
    .where(eq(auctionSales.id, sale.id))
  const own = api.client(sales, buyer)
  const answers: Promise<boolean>[] = []
  const ends: Promise<void>[] = []
  for (let round = 0; round < 8; round += 1) {
    const answer = own.answer({ params: { id: sale.id }, body: { take: true } })
    answers.push(
      answer.then(
        () => true,
        () => false,
      ),
    )
    ends.push(expireOffers(api.context))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await Promise.all(ends)
  const accepted = (await Promise.all(answers)).filter(Boolean)
  await expireOffers(api.context)
  const { pickup } = await own.open({ params: { id: sale.id } })
  expect([pickup.state, accepted.length]).toEqual(pickup.state === 'awaiting' ? ['awaiting', 1] : ['void', 0])
})

it('no longer counts as won for a buyer whose sale was cancelled', async () => {
  const buyer = await api.actor([], { email: 'unpaid@mail.example' })
  const { id } = await buildSale(api.context, { userId: buyer.userId })
  const outcome = async () => (await api.client(bids, buyer).mine()).lots[0]?.outcome
  expect(await outcome()).toBe('won')
  await (await staff()).giveUp({ params: { id }, body: { reason: '기한이 지났습니다.' } })
  expect(await outcome()).toBe('lost')
})

it('is not offered to a runner-up below the reserve', async () => {
  const work = await buildWork(api.context, { reserve: 150_000 })
  const [runner, winner] = [await buildUser(api.context), await buildUser(api.context)]
  await buildBid(api.context, { work, userId: runner.id, amount: 100_000 })
  await buildBid(api.context, { work, userId: winner.id, amount: 150_000 })
  await endLot(api.context, work.id)
  await closeLots(api.context)
  const [sold] = await api.context.database.select().from(auctionSales).where(eq(auctionSales.workId, work.id))
  const desk = await staff()
  const params = { id: sold?.id ?? '' }
  expect((await desk.giveUp({ params, body: { reason: '기한이 지났습니다.' } })).sale.runnerUp).toBeNull()
  await expect(desk.offer({ params, body: {} })).rejects.toMatchObject({ status: 409 })
})

it('is also created for a lot that ended just before its auction was stopped', async () => {
  const work = await buildWork(api.context)
  const { id: userId } = await buildUser(api.context)
  await buildBid(api.context, { work, userId, amount: 100_000 })
  await endLot(api.context, work.id)
  const desk = api.client(auctions, await api.actor(['console', 'console:auction', 'console:voids']))
  await desk.stop({ params: { id: work.program }, body: { reason: '확인' } })
  await closeLots(api.context)
  const rows = await api.context.database.select().from(auctionSales).where(eq(auctionSales.workId, work.id))
  expect(rows).toMatchObject([{ userId, state: 'awaiting', hammer: 100_000 }])
})

it('is created on time by two processes, whatever their clocks show', {
  tags: ['deep'],
  timeout: 30_000,
  // On a busy machine any process may be late once.
  retry: 2,
}, async () => {
  const work = await buildWork(api.context)
  const soon = sql`clock_timestamp() + interval '1500 milliseconds'`
  const [{ ends } = { ends: null }] = await api.context.database
    .update(auctionWorks)
    .set({ dueAt: soon, endsAt: soon })
    .where(eq(auctionWorks.id, work.id))
    .returning({ ends: auctionWorks.endsAt })
  // Process clocks a day ahead and a day behind: only the database's clock ends a lot.
  const watches = [86_400_000, -86_400_000].map((by) => {
    const clock = { ...api.services.clock, now: () => new Date(Date.now() + by) }
    return watchLotEnds({ ...api.services, clock })
  })
  const closedAt = async () => {
    const { rows } = await api.context.database.execute<{ late: number | null }>(sql`
      SELECT CASE WHEN state <> 'open' THEN extract(epoch FROM updated_at - ends_at)::float8 * 1000 END AS late
      FROM auction_works WHERE id = ${work.id}`)
    return rows[0]?.late ?? null
  }
  await expect.poll(closedAt, { timeout: 10_000, interval: 20 }).not.toBeNull()
  await Promise.all(watches.map((watch) => watch.close()))
  expect(ends).not.toBeNull()
  const late = (await closedAt()) ?? Number.NaN
  expect(late).toBeGreaterThanOrEqual(0)
  // 50 ms on an idle machine.
  expect(late).toBeLessThan(500)
})

it('is created for every ended lot even if one lot cannot be closed, which is then retried', async () => {
  const lots = await Promise.all(Array.from({ length: 3 }, () => buildWork(api.context)))
  for (const work of lots) {
    await buildBid(api.context, { work, userId: (await buildUser(api.context)).id, amount: 100_000 })
    await endLot(api.context, work.id)
  }
  const [broken] = lots
  const forbid = sql.raw(
    `ALTER TABLE auction_sales ADD CONSTRAINT test_broken CHECK (work_id <> '${broken?.id}') NOT VALID`,
  )
  await api.context.database.execute(forbid)
  const stateOf = async (id: string | undefined) =>
    (
      await api.context.database
        .select({ state: auctionWorks.state })
        .from(auctionWorks)
        .where(eq(auctionWorks.id, id ?? ''))
    )[0]?.state
  try {
    const { closed, failed } = await closeLots(api.context)
    expect(failed).toEqual([broken?.id])
    expect(closed).toEqual(expect.arrayContaining(lots.slice(1).map(({ id }) => id)))
    expect(await Promise.all(lots.map(({ id }) => stateOf(id)))).toEqual(['open', 'sold', 'sold'])
    // The watcher excludes a failed lot for a while instead of retrying in a loop.
    expect((await closeLots(api.context, [broken?.id ?? ''])).failed).toEqual([])
  } finally {
    await api.context.database.execute(sql`ALTER TABLE auction_sales DROP CONSTRAINT test_broken`)
  }
  expect((await closeLots(api.context)).closed).toEqual([broken?.id])
  expect(await stateOf(broken?.id)).toBe('sold')
})

it('notifies the buyer of a cancellation with its reason', async () => {
  const buyer = await api.actor([], { email: 'given-up@mail.example' })
  const { id } = await buildSale(api.context, { userId: buyer.userId })
  const desk = await staff()
  await desk.giveUp({ params: { id }, body: { reason: '작품이 손상되었습니다.' } })
  await expect(desk.giveUp({ params: { id }, body: { reason: '다시' } })).rejects.toMatchObject({ status: 409 })
  const mails = await api.context.database.select().from(outbox).where(sql`recipient = 'given-up@mail.example'`)
  const cancelled = mails.filter(({ subject }) => subject.includes('취소되었습니다'))
  expect(cancelled).toHaveLength(1)
  expect(cancelled[0]?.text).toContain('작품이 손상되었습니다.')
})

it('is settled with the consignor once, at the commission agreed at the time of sale', async () => {
  const consignor = await buildConsignor(api.context, { commission: 1250 })
  const { id, hammer } = await buildSale(api.context, { consignor: consignor.id })
  const desk = await staff()
  await expect(desk.settle({ params: { id } })).rejects.toMatchObject({ status: 409 })
  await desk.pay({ params: { id }, body: {} })
  await api.context.database.execute(sql`UPDATE auction_consignors SET commission = 0 WHERE id = ${consignor.id}`)
  const settled = await Promise.allSettled(Array.from({ length: 5 }, () => desk.settle({ params: { id } })))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { sale } = await desk.get({ params: { id } })
  // 12.5 % of 110,000, and 10 % of that.
  expect(sale.settlement).toEqual({ rate: 1250, hammer, commission: 13_750, vat: 1375, payout: 94_875 })
  expect(sale.settledAt).not.toBeNull()
  const { url } = await desk.paper({ params: { id, kind: 'settlement' } })
  const { rawPayload } = await api.request({ method: 'GET', url })
  const text = (await readPdf(rawPayload)).pages.join('\n')
  for (const expected of ['94,875', '−13,750', '−1,375', consignor.name, '***-***-**3456'])
    expect(text).toContain(expected)
  expect(text).not.toContain('110-000-123456')
  const { id: none } = await buildSale(api.context, { state: 'paid' })
  await expect(desk.settle({ params: { id: none } })).rejects.toMatchObject({ status: 409 })
})
