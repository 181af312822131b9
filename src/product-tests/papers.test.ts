// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sales } from '#auction/sales/contract.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { auctionSales } from '#auction/sales/table.ts'
import type { CallRefused } from '#kit/client.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { matchings } from '#match/matchings/contract.ts'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { users } from '#people/users/table.ts'
import { exchanges } from '#shop/exchanges/contract.ts'
import { buildExchange } from '#shop/exchanges/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { returns } from '#shop/returns/contract.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'

const api = prepareTestApi()

/** Fetches a document; returns its file name and its text as read by another program. */
const fetched = async ({ url }: { url: string }) => {
  const { statusCode, headers, rawPayload } = await api.request({ method: 'GET', url })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
  const [, name = ''] = /^attachment; filename\*=UTF-8''(.+)$/.exec(String(headers['content-disposition'])) ?? []
  const { pages, info } = await readPdf(rawPayload)
  return { name: decodeURIComponent(name), text: pages.join('\n'), pages, info }
}
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error: CallRefused) => `${error.status} ${Object.keys(error.refusal.fields ?? {}).join()}`.trim(),
  )
const won = (sum: number) => `${sum.toLocaleString('en')}원`
const staff = (section: string) => api.actor(['console', `console:${section}`])

describe('auction documents', () => {
  it('give the buyer an invoice in their language until its address expires', async () => {
    const buyer = await api.actor([], { email: 'paper-buyer@mail.example' })
    const sale = await buildSale(api.context, { userId: buyer.userId })
    const params = { id: sale.id }
    const address = await api.client(sales, buyer).invoice({ params })
    const { name, text, info } = await fetched(address)
    expect(name).toMatch(/^청구서 A-\d{4}-\d{4}\.pdf$/)
    for (const sum of [sale.hammer, sale.premium, sale.vat, sale.total]) expect(text).toContain(won(sum))
    expect(text).toContain('paper-buyer@mail.example')
    expect(info).toMatchObject({ Language: 'ko' })
    const english = await fetched(await api.client(sales, buyer, 'en').invoice({ params }))
    expect(english.name).toMatch(/^Invoice A-/)
    expect(english.text).toContain(`${sale.total.toLocaleString('en')} KRW`)
    expect((await fetched(await api.client(sales, buyer, 'cn').invoice({ params }))).name).toMatch(/^账单 A-/)

    expect(await refused(api.client(sales).invoice({ params }))).toBe('401')
    expect(await refused(api.client(sales, await api.actor([])).invoice({ params }))).toBe('404')
    expect(await refused(api.client(sales, buyer).invoice({ params: { id: 'x' } }))).toBe('400 id')
    const asked = async (url: string) => (await api.request({ method: 'GET', url })).statusCode
    expect(await asked(`${address.url}x`)).toBe(404)
    expect(await asked('/files/papers/sales')).toBe(404)
    // A signed address of one module opens no document of another.
    expect(await asked(address.url.replace('/sales?', '/orders?'))).toBe(404)
    api.clock.forward(5 * 60_000 + 1000)
    expect(await asked(address.url)).toBe(404)
  })

  it('have no invoice for offers and void sales, and no settlement before payment', async () => {
    const desk = api.client(sales, await staff('auction'))
    const { id } = await buildSale(api.context, { state: 'offered' })
    const into = (state: 'awaiting' | 'paid') =>
      api.context.database
        .update(auctionSales)
        .set({ state, ...(state === 'paid' && { paidAt: api.context.now() }) })
        .where(eq(auctionSales.id, id))
    const paper = (kind: 'invoice' | 'settlement') => desk.paper({ params: { id, kind } })
    expect(await refused(paper('invoice'))).toBe('409 state')
    const { id: given } = await buildSale(api.context, { state: 'void' })
    expect(await refused(desk.paper({ params: { id: given, kind: 'invoice' } }))).toBe('409 state')
    await into('awaiting')
    expect((await fetched(await paper('invoice'))).text).toContain('결제 기한')
    expect(await refused(paper('settlement'))).toBe('409 state')
    await into('paid')
    const { sale } = await desk.get({ params: { id } })
    const { name, text } = await fetched(await paper('settlement'))
    expect(name).toMatch(/^정산서 A-/)
    expect(text).toContain(won(sale.hammer))
    expect(text).toContain(`−${won(sale.sum.premium)}`)
    // The consignor must not learn who bought the work.
    expect(text).not.toContain(sale.user?.email ?? '')
    const other = api.client(sales, await staff('shop'))
    expect(await refused(other.paper({ params: { id, kind: 'invoice' } }))).toBe('403')
    const made: string = 'other'
    expect(await refused(desk.paper({ params: { id, kind: made as 'invoice' } }))).toBe('400 kind')
  })

  it('report a name that no font can render instead of omitting it', async () => {
    const buyer = await api.actor([])
    const { id } = await buildSale(api.context, { userId: buyer.userId })
    await api.context.database.update(users).set({ name: '가\u{10450}' }).where(eq(users.id, buyer.userId))
    expect(await refused(api.client(sales, buyer).invoice({ params: { id } }))).toBe('409 paper')
  })
})

describe('shop documents', () => {
  it('are available to a guest with the ticket of the order; a receipt once it is paid', async () => {
    const order = await buildOrder(api.context, { quantity: 2 })
    const ticket = order.ticket ?? ''
    const guest = api.client(orders)
    const { name, text } = await fetched(await guest.guestPaper({ params: { ticket, kind: 'statement' } }))
    expect(name).toMatch(/^거래명세서 S-/)
    for (const part of ['차하은', won(order.total), won(order.vat), won(order.total - order.vat)])
      expect(text).toContain(part)
    expect(await refused(guest.guestPaper({ params: { ticket, kind: 'receipt' } }))).toBe('409 state')
    const none = api.context.newId()
    expect(await refused(guest.guestPaper({ params: { ticket: none, kind: 'statement' } }))).toBe('404')
    const desk = api.client(orders, await staff('shop'))
    await desk.pay({ params: { id: order.id }, body: {} })
    const receipt = await fetched(await guest.guestPaper({ params: { ticket, kind: 'receipt' } }))
    expect(receipt.name).toMatch(/^영수증 S-/)
    expect(receipt.text).toContain('위 금액을 받았음을 확인합니다.')
    expect((await fetched(await desk.deskPaper({ params: { id: order.id, kind: 'receipt' } }))).text).toBe(receipt.text)
  })

  it('state on a receipt whether it was paid by transfer, by card, or free', async () => {
    const desk = api.client(orders, await staff('shop'))
    const textOf = async (id: string) => (await fetched(await desk.deskPaper({ params: { id, kind: 'receipt' } }))).text
    const { id, total } = await buildOrder(api.context, { state: 'paid' })
    expect(await textOf(id)).toMatch(/무통장입금\s*차하은 · 128,000원/)
    const change = (values: object) => api.context.database.update(shopOrders).set(values).where(eq(shopOrders.id, id))
    await change({ payment: 'card' })
    expect(await textOf(id)).toMatch(/카드 결제\s*128,000원/)
    expect(await textOf(id)).not.toContain('무통장입금')
    await change({ payment: 'bank', points: total, total: 0, vat: 0 })
    expect(await textOf(id)).not.toContain('무통장입금')
  })

  it('add the cost of an exchange to a receipt, whose total is never negative', async () => {
    const { id, of } = await buildExchange(api.context, null, { difference: 12_000 })
    const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
    const at = { params: { id } }
    const desk = api.client(exchanges, actor)
    await desk.pay({ ...at, body: {} })
    await desk.collect({ ...at, body: { restock: true } })
    await desk.ship({ ...at, body: { carrier: '시연택배', tracking: '4410-0000-289' } })
    await desk.finish({ ...at, body: {} })
    const params = { ticket: of.ticket ?? '', kind: 'receipt' as const }
    const text = async () => (await fetched(await api.client(orders).guestPaper({ params }))).text
    expect(await text()).toMatch(/교환 추가 금액\s*12,000원/)
    const [line] = (await api.client(orders).guestOpen({ params: { ticket: params.ticket } })).order.lines
    const body = { lines: [{ line: line?._id ?? '', quantity: 3 }], reason: 'fault' as const, account: refundAccount }
    const { return: asked } = await api.client(returns).guestAsk({ params: { ticket: params.ticket }, body })
    const { total } = asked.slip
    await api.client(returns, actor).approve({ params: { id: asked._id }, body: { total, restock: true } })
    expect(total).toBe(of.total + 12_000)
    expect(await text()).not.toContain('−12,000원')
    expect(await text()).toContain(`−${won(total)}`)
  })

  it('combine statements of several orders in one file, one page each, logged per order', async () => {
    const made = [await buildOrder(api.context), await buildOrder(api.context, { state: 'paid', quantity: 2 })]
    const ids = made.map(({ id }) => id)
    const desk = api.client(orders, await staff('shop'))
    const { name, pages } = await fetched(await desk.statements({ body: { orders: [...ids, ids[0] ?? ''] } }))
    expect(name).toMatch(/^거래명세서 2/)
    expect(pages).toHaveLength(2)
    for (const [index, order] of made.entries()) {
      expect(pages[index]).toContain(formatOrderNumber(order))
      expect(pages[index]).toContain(won(order.total))
    }
    const { rows } = await api.context.database.execute<{ id: string }>(
      sql`SELECT entity_id AS id FROM audit WHERE action = 'export' AND after ->> 'paper' = 'statement'`,
    )
    for (const id of ids) expect(rows.filter((row) => row.id === id)).toHaveLength(1)
    const english = await fetched(
      await api.client(orders, await staff('shop'), 'en').statements({ body: { orders: ids } }),
    )
    expect(english.pages).toHaveLength(2)
    const ask = (list: string[], client = desk) => refused(client.statements({ body: { orders: list } }))
    expect(await ask([api.context.newId()])).toBe('404')
    expect(await ask([])).toBe('400 orders')
    expect(await ask(Array.from({ length: 51 }, () => api.context.newId()))).toBe('400 orders')
    expect(await ask(ids, api.client(orders, await api.actor([])))).toBe('403')
    expect(await ask(ids, api.client(orders, await api.actor(['console', 'console:shop:read'])))).toBe('403')
  })

  it('are limited to a member’s own, and to staff with the right', async () => {
    const member = await api.actor([])
    const { id } = await buildOrder(api.context, { userId: member.userId, state: 'paid' })
    const params = { id, kind: 'receipt' as const }
    expect((await fetched(await api.client(orders, member, 'cn').paper({ params }))).name).toMatch(/^收据 S-/)
    expect(await refused(api.client(orders, await api.actor([])).paper({ params }))).toBe('404')
    expect(await refused(api.client(orders, member).deskPaper({ params }))).toBe('403')
    expect(await refused(api.client(orders).paper({ params }))).toBe('401')
  })
})

describe('fair documents', () => {
  it('contain badges of approved companies and the plan of confirmed meetings, for fair staff only', async () => {
    const fair = await buildFair(api.context, { inHours: 300 })
    const [seller, buyer, waiting] = [
      await buildProfile(api.context, { role: 'seller', company: { name: '구운결' }, contactName: '서가온' }),
      await buildProfile(api.context, { role: 'buyer', company: { name: '하늬상사' }, contactName: '' }),
      await buildProfile(api.context, { role: 'buyer', company: { name: '대기상사' }, contactName: '김대기' }),
    ]
    for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    await buildParticipation(api.context, { fairId: fair.id, profileId: waiting.id, state: 'submitted' })
    const desk = api.client(matchings, await staff('fairs'))
    const paper = (kind: 'badges' | 'plan', id = fair.id) => desk.paper({ params: { id, kind } })
    expect((await fetched(await paper('plan'))).text).toContain('확정된 미팅이 없습니다.')
    const [slot] = await listOpenSlots(api.context, fair.id)
    if (!slot) throw new Error('The fair has no slot')
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.id, way: 'offline', slots: [slot.id] })
    await buildMatching(api.context, {
      fairId: fair.id,
      sellerId: seller.id,
      buyerId: buyer.id,
      state: 'confirmed',
      way: 'offline',
      slotId: slot.id,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
      place: 2,
    })
    const badges = await fetched(await paper('badges'))
    expect(badges.name).toMatch(/^명찰 봄 소싱 페어 \d{4}-\d\d-\d\d\.pdf$/)
    for (const text of ['서가온', '구운결', '하늬상사', '봄 소싱 페어', '셀러', '바이어'])
      expect(badges.text).toContain(text)
    expect(badges.text).not.toContain('김대기')
    const plan = await fetched(await paper('plan'))
    const begins = new Date(slot.startsAt.getTime() + 9 * 3_600_000).toISOString().slice(11, 16)
    for (const text of [begins, '테이블 2', '구운결', '하늬상사', '확정 미팅 1건']) expect(plan.text).toContain(text)

    const draft = await buildFair(api.context, { inHours: 400, phase: 'draft' })
    expect(await refused(paper('plan', draft.id))).toBe('404')
    const params = { id: fair.id, kind: 'badges' as const }
    expect(await refused(api.client(matchings, await staff('shop')).paper({ params }))).toBe('403')
    expect(await refused(api.client(matchings, await api.actor([])).paper({ params }))).toBe('403')
    expect(await refused(api.client(matchings).paper({ params }))).toBe('401')
  })
})
