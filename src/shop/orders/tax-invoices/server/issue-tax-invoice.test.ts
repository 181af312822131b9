import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { orders } from '../../contract.ts'
import { OrderInput } from '../../contract-records.ts'
import { buildOrder, invoiceInput, newApproval, orderInput, refundAccount } from '../../factory.ts'
import { cancelOrder } from '../../server/cancel-order.ts'
import { shopOrders } from '../../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const staffClient = async () => api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))
const build = async (state: 'ordered' | 'paid' = 'paid') =>
  (await buildOrder(api.context, { state, taxInvoice: invoiceInput() })).id
const conflict = (field: string) => ({ status: 409, refusal: { fields: { [field]: expect.any(String) } } })
const invalid = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })
const log = async (id: string) => {
  const { rows } = await api.context.database.execute<{ before: object; after: object }>(
    sql`SELECT before, after FROM audit WHERE action = 'invoiced' AND entity_id = ${id} ORDER BY id`,
  )
  return rows
}

it('is requested with the order, issued under its number, and visible to the customer and in the list', async () => {
  const customer = api.client(orders, await api.actor([]))
  const { option } = await buildOption(api.context, { price: 128_000 })
  const input = invoiceInput()
  const digits = input.businessNumber
  const body = orderInput({
    lines: [{ option: option.id, quantity: 1 }],
    total: 128_000,
    taxInvoice: { ...input, businessNumber: `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` },
  })
  const { order } = await customer.place({ body })
  expect(order).toMatchObject({ receipt: null, taxInvoice: { ...input, approval: '', issuedAt: null } })
  const params = { id: order._id }
  const staff = await staffClient()
  const approval = newApproval()
  const listed = async (invoice: 'due' | 'issued') =>
    (await staff.all({ query: { invoice, limit: 100 } })).orders.find(({ _id }) => _id === order._id)?.taxInvoice
  // An invoice cannot be issued before the payment.
  expect(await listed('due')).toBeUndefined()
  await expect(staff.issueInvoice({ params, body: { approval } })).rejects.toMatchObject(conflict('approval'))
  await staff.pay({ params, body: {} })
  expect(await listed('due')).toMatchObject({ ...input, approval: '' })
  const written = `${approval.slice(0, 8)}-${approval.slice(8, 16)}-${approval.slice(16)}`
  const { order: issued } = await staff.issueInvoice({ params, body: { approval: written } })
  expect(issued.taxInvoice).toMatchObject({ approval, issuedAt: expect.any(String) })
  expect((await customer.open({ params })).order.taxInvoice).toEqual(issued.taxInvoice)
  expect(await listed('due')).toBeUndefined()
  expect(await listed('issued')).toMatchObject({ approval })
  // A typo is corrected only by a caller who names the current number.
  const validNumber = newApproval()
  await expect(staff.issueInvoice({ params, body: { approval: validNumber } })).rejects.toMatchObject(
    conflict('approval'),
  )
  const { order: corrected } = await staff.issueInvoice({ params, body: { approval: validNumber, before: approval } })
  expect(corrected.taxInvoice).toMatchObject({ approval: validNumber, issuedAt: issued.taxInvoice?.issuedAt })
  expect(await log(order._id)).toEqual([
    { before: { approval: '' }, after: { approval } },
    { before: { approval }, after: { approval: validNumber } },
  ])
})

it('is refused together with a cash receipt, for cards, with an invalid business number, and if incomplete', async () => {
  const { option } = await buildOption(api.context, { price: 128_000 })
  const place = (overrides: object) =>
    api.client(orders).place({
      body: { ...orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 128_000 }), ...overrides },
    })
  const taxInvoice = invoiceInput()
  const receipt = { kind: 'expense', number: '010-0000-2741' }
  await expect(place({ taxInvoice, receipt })).rejects.toMatchObject(invalid('receipt'))
  await expect(place({ taxInvoice, payment: 'card' })).rejects.toMatchObject(invalid('taxInvoice'))
  await expect(place({ receipt, payment: 'card' })).rejects.toMatchObject(invalid('receipt'))
  const digits = createBusinessNumber()
  const invalidNumber = `${digits.slice(0, 9)}${(Number(digits[9]) + 1) % 10}`
  for (const businessNumber of [invalidNumber, digits.slice(1), 'x'])
    await expect(place({ taxInvoice: { ...taxInvoice, businessNumber } })).rejects.toMatchObject(
      invalid('taxInvoice.businessNumber'),
    )
  for (const name of ['company', 'ceo', 'address', 'email'] as const)
    await expect(place({ taxInvoice: { ...taxInvoice, [name]: '' } })).rejects.toMatchObject(
      invalid(`taxInvoice.${name}`),
    )
  await expect(place({ taxInvoice: { ...taxInvoice, company: 'a\nb' } })).rejects.toMatchObject(
    invalid('taxInvoice.company'),
  )
  // A constraint forbids both at once.
  const both = api.context.database
    .update(shopOrders)
    .set({ receipt: { kind: 'expense', number: '0100000000' } })
    .where(eq(shopOrders.id, await build()))
  await expect(both).rejects.toMatchObject({ cause: { constraint: 'shop_orders_one_proof' } })
})

it('cannot be issued for cancelled, card-paid or unknown orders, without a request, or without write access', async () => {
  const staff = await staffClient()
  const issue = (id: string, approval = newApproval()) => staff.issueInvoice({ params: { id }, body: { approval } })
  const cancelled = await build()
  await cancelOrder(api.context, eq(shopOrders.id, cancelled), { reason: 'staff', note: 'x' })
  const byCard = await build()
  await api.context.database.update(shopOrders).set({ payment: 'card' }).where(eq(shopOrders.id, byCard))
  expect((await staff.get({ params: { id: byCard } })).order.taxInvoice).toBeNull()
  const without = (await buildOrder(api.context, { state: 'paid' })).id
  for (const id of [cancelled, byCard, without]) await expect(issue(id), id).rejects.toMatchObject(conflict('approval'))
  await expect(issue(api.context.newId())).rejects.toMatchObject({ status: 404 })
  const [one, other] = [await build(), await build()]
  for (const approval of ['', '2026112741000000', `2026112z${'0'.repeat(16)}`, '가'.repeat(24)])
    await expect(issue(one, approval)).rejects.toMatchObject(invalid('approval'))
  const approval = newApproval()
  await issue(one, approval)
  await expect(issue(other, approval)).rejects.toMatchObject(conflict('approval'))
  const reader = api.client(orders, await api.actor(['console', 'console:shop:read']))
  const body = { approval: newApproval() }
  await expect(reader.issueInvoice({ params: { id: other }, body })).rejects.toMatchObject({ status: 403 })
  // An invoice issued before the cancellation keeps its number, which can still be corrected.
  await cancelOrder(api.context, eq(shopOrders.id, one), { reason: 'staff', note: 'x' })
  const validNumber = newApproval()
  const { order } = await staff.issueInvoice({ params: { id: one }, body: { approval: validNumber, before: approval } })
  expect(order).toMatchObject({ state: 'cancelled', taxInvoice: { approval: validNumber } })
})

it('is not due for free or fully refunded orders, but for partly refunded ones', async () => {
  const member = await api.actor([])
  await writePoints(api.context, { userId: member.userId, kind: 'adjusted', amount: 128_000 })
  const { option } = await buildOption(api.context, { price: 128_000 })
  const { order: free } = await api.client(orders, member).place({
    body: {
      ...orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 0, taxInvoice: invoiceInput() }),
      points: 128_000,
    },
  })
  expect(free).toMatchObject({ state: 'paid', taxInvoice: null, receipt: null })
  const staff = await staffClient()
  const [whole, part] = [await build(), await build()]
  await refundPayment(api.context, { order: whole, amount: 128_000, account: refundAccount })
  await refundPayment(api.context, { order: part, amount: 127_999, account: refundAccount })
  const due = (await staff.all({ query: { invoice: 'due', limit: 100 } })).orders.map(({ _id }) => _id)
  expect([free._id, whole, part].map((id) => due.includes(id))).toEqual([false, false, true])
  const issue = (id: string) => staff.issueInvoice({ params: { id }, body: { approval: newApproval() } })
  await expect(issue(whole)).rejects.toMatchObject(conflict('approval'))
  expect((await issue(part)).order.taxInvoice?.issuedAt).not.toBeNull()
})

it('logs access to the recipients of invoices once per list, and only if the list has any', async () => {
  const id = await build()
  const staff = await api.actor(['console', 'console:shop'])
  const list = (query: object) => api.client(orders, staff).all({ query })
  const readLog = async () => {
    const { rows } = await api.context.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'list' AND entity = 'orders' AND actor_id = ${staff.userId} ORDER BY id`,
    )
    return rows.map(({ after }) => after)
  }
  const { number } = (await buildOrder(api.context, { state: 'paid' })) as { number: number }
  await list({ q: `S-2611-${number}` })
  expect(await readLog()).toEqual([])
  const { orders: found } = await list({ invoice: 'due', limit: 100 })
  await list({ invoice: 'due', limit: 100 })
  expect(found.map(({ _id }) => _id)).toContain(id)
  const count = found.filter(({ taxInvoice }) => taxInvoice).length
  expect(await readLog()).toEqual([expect.objectContaining({ fields: ['taxInvoice'], count })])
})

it('keeps the request hash of orders without an invoice, so that old keys stay idempotent', async () => {
  const { option } = await buildOption(api.context, { price: 128_000 })
  const input = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 128_000 })
  const { order } = await api.client(orders).place({ body: input })
  // Hash as it was before tax invoices existed: the input without key and cart.
  const { key: _key, cart: _cart, taxInvoice: _invoice, ...rest } = OrderInput.parse(input)
  const before = createHash('sha256')
    .update(JSON.stringify([null, rest]))
    .digest()
  const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, order._id))
  expect(row?.requestHash.equals(before)).toBe(true)
  expect((await api.client(orders).place({ body: { ...input, taxInvoice: null } })).order._id).toBe(order._id)
  await expect(api.client(orders).place({ body: { ...input, taxInvoice: invoiceInput() } })).rejects.toMatchObject({
    refusal: { code: 'key_reused' },
  })
})

it('is issued once by concurrent callers; a naive read-then-write overwrites the number', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const id = await build()
  const staff = await staffClient()
  const approvals = Array.from({ length: callers }, newApproval)
  const statuses = await crowd.callConcurrently((index) =>
    statusOf(staff.issueInvoice({ params: { id }, body: { approval: approvals[index] ?? '' } }), 200),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(callers - 1)
  const approval = (await staff.get({ params: { id } })).order.taxInvoice?.approval
  expect(approval).toBe(approvals[statuses.indexOf(200)])
  expect(await log(id)).toHaveLength(1)
  // The naive version checks for a number, then writes its own.
  await crowd.pool.query("CREATE TABLE twin_invoice AS SELECT ''::text AS approval, 0 AS times")
  await crowd.readThenAct(
    () => crowd.pool.query<{ approval: string }>('SELECT approval FROM twin_invoice').then(({ rows }) => rows[0]),
    async (seen, index) =>
      seen?.approval === ''
        ? crowd.pool.query('UPDATE twin_invoice SET approval = $1, times = times + 1', [approvals[index]])
        : undefined,
  )
  const { rows } = await crowd.pool.query<{ times: number }>('SELECT times FROM twin_invoice')
  expect(rows[0]?.times).toBe(callers)
})

it('can be requested and changed by the customer until it is issued, but not with a receipt', async () => {
  const staff = await staffClient()
  const customer = await api.actor([])
  const own = api.client(orders, customer)
  const { id } = await buildOrder(api.context, { state: 'paid', userId: customer.userId })
  const params = { id }
  expect((await own.open({ params })).order).toMatchObject({ taxInvoice: null, may: { invoiceTo: true } })
  const [first, second] = [invoiceInput(), { ...invoiceInput(), company: '주식회사 다른상호' }]
  expect((await own.invoiceTo({ params, body: { taxInvoice: first } })).order.taxInvoice).toMatchObject(first)
  // Issued only to the recipient that staff saw.
  await own.invoiceTo({ params, body: { taxInvoice: second } })
  const approval = newApproval()
  const issue = (madeOutTo: object) =>
    staff.issueInvoice({ params, body: { approval, madeOutTo: { ...invoiceInput(), ...madeOutTo } } })
  const refused = await issue(first).catch((error: unknown) => error)
  expect(refused).toMatchObject(conflict('approval'))
  expect(refused).toMatchObject({ refusal: { fields: { approval: expect.stringContaining('변경') } } })
  const { order } = await issue(second)
  expect(order.taxInvoice).toMatchObject({ ...second, approval })
  const { rows } = await api.context.database.execute<{ subject: string; html: string }>(
    sql`SELECT subject, html FROM outbox WHERE about_user_id = ${customer.userId} AND subject LIKE '%세금계산서%'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.html).toContain(`${approval.slice(0, 8)}-${approval.slice(8, 16)}-${approval.slice(16)}`)
  for (const taxInvoice of [first, null])
    await expect(own.invoiceTo({ params, body: { taxInvoice } })).rejects.toMatchObject(conflict('taxInvoice'))
  expect((await own.open({ params })).order.may.invoiceTo).toBe(false)

  const stranger = api.client(orders, await api.actor([]))
  await expect(stranger.invoiceTo({ params, body: { taxInvoice: null } })).rejects.toMatchObject({ status: 404 })
  const guest = async (overrides: Partial<typeof shopOrders.$inferInsert>) => {
    const built = await buildOrder(api.context, { state: 'paid', taxInvoice: invoiceInput() })
    await api.context.database.update(shopOrders).set(overrides).where(eq(shopOrders.id, built.id))
    return { params: { ticket: built.ticket ?? '' } }
  }
  const visitor = api.client(orders)
  const { order: without } = await visitor.guestInvoiceTo({
    ...(await guest({ memo: '' })),
    body: { taxInvoice: null },
  })
  expect(without.taxInvoice).toBeNull()
  const receipt = { kind: 'income', number: '0100000000' } as const
  const oldDate = new Date()
  for (const overrides of [
    { payment: 'card' },
    { taxInvoice: null, receipt },
    {
      taxInvoice: null,
      state: 'confirmed',
      carrier: '택배',
      tracking: '1234567890',
      shippedAt: oldDate,
      deliveredAt: oldDate,
      confirmedAt: oldDate,
    },
    { state: 'cancelled', cancelReason: 'customer', cancelledAt: new Date() },
  ] as const)
    await expect(
      visitor.guestInvoiceTo({ ...(await guest(overrides)), body: { taxInvoice: first } }),
      JSON.stringify(overrides),
    ).rejects.toMatchObject(conflict('taxInvoice'))
  await expect(
    visitor.guestInvoiceTo({ ...(await guest({ memo: '' })), body: { taxInvoice: { ...first, company: '' } } }),
  ).rejects.toMatchObject(invalid('taxInvoice.company'))
})

it('is issued only to its current recipient under concurrent changes; a naive check is not enough', {
  tags: ['deep'],
}, async () => {
  const staff = await staffClient()
  const [first, second] = [invoiceInput(), { ...invoiceInput(), company: '주식회사 다른상호' }]
  for (let round = 0; round < 10; round += 1) {
    const { id, ticket } = await buildOrder(api.context, { state: 'paid', taxInvoice: first })
    const actions = [
      () => staff.issueInvoice({ params: { id }, body: { approval: newApproval(), madeOutTo: first } }),
      () => api.client(orders).guestInvoiceTo({ params: { ticket: ticket ?? '' }, body: { taxInvoice: second } }),
    ]
    const statuses = await Promise.all((round % 2 ? actions : actions.toReversed()).map((act) => statusOf(act(), 200)))
    expect(statuses.toSorted()).toEqual([200, 409])
    const { order } = await staff.get({ params: { id } })
    const isIssued = order.taxInvoice?.approval !== ''
    expect(order.taxInvoice?.company).toBe(isIssued ? first.company : second.company)
  }
  const { id } = await buildOrder(api.context, { state: 'paid', taxInvoice: first })
  const read = async () => (await staff.get({ params: { id } })).order.taxInvoice
  await crowd.readThenAct(read, async (seen, index) => {
    if (seen?.approval !== '' || seen.company !== first.company) return
    const text = JSON.stringify(second)
    if (index % 2) await crowd.pool.query('UPDATE shop_orders SET tax_invoice = $2 WHERE id = $1', [id, text])
    else
      await crowd.pool.query('UPDATE shop_orders SET tax_approval = $2, tax_issued_at = now() WHERE id = $1', [
        id,
        newApproval(),
      ])
  })
  // The naive check: the number was issued for the first recipient, but the invoice names the second.
  expect(await read()).toMatchObject({ approval: expect.stringMatching(/./), company: second.company })
})
