import { writeFile } from 'node:fs/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { workbookType } from '#kit/files/file-types.ts'
import { excelOf } from '#kit/spreadsheet/write-workbook.ts'
import { outbox } from '#people/messages/table.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { readRows } from '#test/files/read-rows.ts'
import { form } from '#test/files/sample-files.ts'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { orders } from '../../contract.ts'
import { buildOrder } from '../../factory.ts'
import { formatOrderNumber } from '../../rules.ts'
import { type OrderRow, shopOrders } from '../../table.ts'
import { maxShipped } from '../rules.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let option: string
beforeAll(async () => {
  await buildConditions(api.context)
  option = (await buildOption(api.context, { price: 128_000, stock: 1000 })).option.id
})

/** Each client has its own address, so that rate limits do not apply. */
let desks = 0
const desk = async () => {
  desks += 1
  return api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']), 'ko', `10.8.0.${desks}`)
}
const headings = ['주문 번호', '받는 사람', '택배 회사', '송장 번호']
const sheetOf = async (rows: string[][], titles = headings) => {
  const pieces = (async function* () {
    yield rows
  })()
  return form('file', ['shipping.xlsx', Buffer.concat(await excelOf('발송', titles, pieces).toArray()), workbookType])
}

/** Creates packed orders, each with its own mail address. */
let orderCount = 0
const packed = async (count: number): Promise<OrderRow[]> => {
  const rows: OrderRow[] = []
  for (let index = 0; index < count; index += 1) {
    const row = await buildOrder(api.context, { state: 'preparing', option })
    orderCount += 1
    const email = `packed${orderCount}@mail.example`
    await api.context.database.update(shopOrders).set({ email }).where(eq(shopOrders.id, row.id))
    rows.push({ ...row, email })
  }
  return rows
}
const filled = (rows: readonly OrderRow[]) =>
  rows.map((row, index) => [formatOrderNumber(row), '차하은', '대한통운', `4410-0000-${1000 + index}`])
const rowsOf = (rows: readonly OrderRow[]) =>
  api.context.database
    .select()
    .from(shopOrders)
    .where(
      inArray(
        shopOrders.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(shopOrders.number)
const statesOf = async (rows: readonly OrderRow[]) => (await rowsOf(rows)).map(({ state }) => state)
/** Returns the mails with tracking information by order. */
const mailsOf = async (rows: readonly OrderRow[]) => {
  const sent = await api.context.database
    .select({ recipient: outbox.recipient, html: outbox.html })
    .from(outbox)
    .where(
      inArray(
        outbox.recipient,
        rows.map(({ email }) => email),
      ),
    )
  return rows.map(({ email }) => sent.filter(({ recipient }) => recipient === email).map(({ html }) => html))
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallRefused ? { status: error.status, ...error.refusal } : error),
  )

describe('the shipping sheet', () => {
  it('contains only packed parcels, requires a reason in the log, and expires after five minutes', async () => {
    const rows = await packed(2)
    const paid = await buildOrder(api.context, { state: 'paid', option })
    const pickup = await buildOrder(api.context, { state: 'preparing', way: 'pickup', option })
    await api.context.database
      .update(shopOrders)
      .set({
        recipient: {
          name: '=1+1',
          phone: '+821000002741',
          postcode: '04524',
          address: '서울 중구',
          detail: '301호',
        },
      })
      .where(eq(shopOrders.id, rows[0]?.id ?? ''))
    const staff = await desk()
    for (const reason of ['', ' ', undefined])
      await expect(staff.shippingSheet({ body: { reason } as never })).rejects.toMatchObject({ status: 400 })
    const reason = '오늘 보낼 택배 접수'
    const taken = await staff.shippingSheet({ body: { reason } })
    expect(taken).toMatchObject({ orders: 2, left: 0 })
    const { rows: log } = await api.context.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'export' AND entity = 'orders' ORDER BY id DESC LIMIT 1`,
    )
    expect(log[0]?.after).toEqual({ of: null, fields: ['name', 'phone', 'address'], reason, count: 2 })
    const response = await api.request({ method: 'GET', url: taken.url })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const path = `${api.services.settings.dataDirectory}/shipping.xlsx`
    await writeFile(path, response.rawPayload)
    const [head = [], ...body] = await readRows(path)
    expect(head).toEqual(['주문 번호', '받는 사람', '우편번호', '주소', '연락처', '상품', '택배 회사', '송장 번호'])
    expect(body.map(([number]) => number)).toEqual(rows.map(formatOrderNumber))
    expect(body[0]?.slice(1, 5)).toEqual(['=1+1', '04524', '서울 중구 301호', '010-0000-2741'])
    expect(body[0]?.[5]).toMatch(/ × 1$/)
    for (const other of [paid, pickup]) expect(body.flat()).not.toContain(formatOrderNumber(other))
    api.clock.forward(5 * 60_000 + 1)
    expect((await api.request({ method: 'GET', url: taken.url })).statusCode).toBe(404)
    // Upload the filled-in download; the spreadsheet has turned the tracking number into digits.
    const filledIn = body.map((cells, index) => [...cells.slice(0, 6), 'CJ택배', `60120000${index}`])
    const { sheet } = await (await desk()).checkShipping({ form: await sheetOf(filledIn, head) })
    expect(sheet.faults).toEqual([])
    expect(sheet.preview.map(({ row, cells }) => [row, cells.carrier])).toEqual([
      [2, 'CJ대한통운'],
      [3, 'CJ대한통운'],
    ])
  })

  it('reports every error of each row, and ships nothing while there is one', async () => {
    const [good, twice, unknown, bare, odd, one, other, blank] = await packed(8)
    if (!good || !twice || !unknown || !bare || !odd || !one || !other || !blank) throw new Error('Too few orders')
    const paid = await buildOrder(api.context, { state: 'paid', option })
    const shipped = await buildOrder(api.context, { state: 'shipped', option })
    const pickup = await buildOrder(api.context, { state: 'preparing', way: 'pickup', option })
    const line = (order: OrderRow, tracking: string, carrier = '한진') => [
      formatOrderNumber(order),
      '차하은',
      carrier,
      tracking,
    ]
    const rows = [
      line(good, '5001-0001'),
      line(twice, '5001-0002'),
      line(twice, '5001-0003'),
      line(unknown, '5001-0004', '없는택배'),
      line(bare, ''),
      line(odd, '12 34'),
      line(one, '5001-0005'),
      line(other, '50010005'),
      line(blank, '5001-0006', ''),
      [],
      ['S-2001-0001', '', '한진', '5001-0007'],
      line(paid, '5001-0008'),
      line(shipped, '5001-0009'),
      line(pickup, '5001-0010'),
      [formatOrderNumber(good).replace(/^S-\d{4}/, 'S-0001'), '', '한진', '5001-0011'],
    ]
    const staff = await desk()
    const { sheet } = await staff.checkShipping({ form: await sheetOf(rows) })
    expect(sheet.rows).toBe(1)
    expect(sheet.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'number'],
      [4, 'number'],
      [5, 'carrier'],
      [6, 'tracking'],
      [7, 'tracking'],
      [8, 'tracking'],
      [9, 'tracking'],
      [10, 'carrier'],
      [12, 'number'],
      [13, 'number'],
      [14, 'number'],
      [15, 'number'],
      [16, 'number'],
    ])
    const words = sheet.faults.map(({ message }) => message)
    expect(new Set(words).size).toBe(9)
    const all = [good, twice, unknown, bare, odd, one, other, blank]
    expect(await refusalOf(staff.applyShipping({ form: await sheetOf(rows) }))).toMatchObject({
      status: 400,
      fields: { file: expect.any(String) },
    })
    expect(new Set(await statesOf(all))).toEqual(new Set(['preparing']))
  })

  it('ships all orders together, notifies each customer once, and is logged', { timeout: 120_000 }, async () => {
    const rows = await packed(3)
    const staff = await desk()
    expect(await staff.applyShipping({ form: await sheetOf(filled(rows)) })).toEqual({ shipped: 3 })
    expect((await rowsOf(rows)).map(({ state, carrier, tracking }) => [state, carrier, tracking])).toEqual(
      [1000, 1001, 1002].map((end) => ['shipped', 'CJ대한통운', `4410-0000-${end}`]),
    )
    const mails = await mailsOf(rows)
    expect(mails.map((sent) => sent.length)).toEqual([1, 1, 1])
    expect(mails[2]?.[0]).toContain('wblNo=441000001002')
    const { order } = await staff.get({ params: { id: rows[1]?.id ?? '' } })
    expect(order).toMatchObject({ state: 'shipped', shippedAt: expect.any(String) })
    expect(order.events.at(-1)).toMatchObject({ state: 'shipped', note: 'CJ대한통운 4410-0000-1001' })
    const { rows: log } = await api.context.database.execute<{ id: string }>(
      sql`SELECT entity_id AS id FROM audit WHERE action = 'shipped' ORDER BY audit.id DESC LIMIT 3`,
    )
    expect(log.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    // Applying the same sheet again ships nothing and sends no mail.
    expect(await refusalOf(staff.applyShipping({ form: await sheetOf(filled(rows)) }))).toMatchObject({ status: 409 })
    expect((await mailsOf(rows)).map((sent) => sent.length)).toEqual([1, 1, 1])
  })

  it('ships nothing if an order was cancelled after the check, and names its row', async () => {
    const rows = await packed(3)
    const staff = await desk()
    const { sheet } = await staff.checkShipping({ form: await sheetOf(filled(rows)) })
    expect(sheet).toMatchObject({ rows: 3, faults: [] })
    await staff.giveUp({ params: { id: rows[1]?.id ?? '' }, body: { reason: '재고가 맞지 않습니다.' } })
    expect(await refusalOf(staff.applyShipping({ form: await sheetOf(filled(rows)) }))).toMatchObject({
      status: 409,
      fields: { '3.number': '상품 준비 중인 주문이 아닙니다' },
    })
    expect(await statesOf(rows)).toEqual(['preparing', 'cancelled', 'preparing'])
    const mails = await mailsOf(rows)
    expect([mails[0]?.length, mails[2]?.length]).toEqual([0, 0])
    // Without that row the sheet is applied.
    const rest = filled(rows).filter((_, index) => index !== 1)
    expect(await staff.applyShipping({ form: await sheetOf(rest) })).toEqual({ shipped: 2 })
  })

  it('is rejected if malformed or too long, and without write access', { tags: ['deep'] }, async () => {
    const staff = await desk()
    const line = ['S-2611-0001', '', '한진', '5001-0001']
    for (const sent of [
      form('file', ['shipping.xlsx', Buffer.from('no sheet'), workbookType]),
      await sheetOf([]),
      await sheetOf([['', '', '', '']]),
      await sheetOf([line], ['주문 번호', '받는 사람', '택배 회사', '비고']),
      await sheetOf(Array.from({ length: maxShipped + 1 }, () => line)),
    ]) {
      const checked = await staff.checkShipping({ form: sent }).catch((error: unknown) => error)
      if (!(checked instanceof CallRefused))
        expect(checked).toMatchObject({ sheet: { rows: 0, layout: { notice: expect.any(String) } } })
      expect(await statusOf(staff.applyShipping({ form: sent }), 200)).toBe(400)
    }
    for (const scopes of [['console'], ['console', 'console:shop:read']] as const) {
      const reader = api.client(orders, await api.actor([...scopes]))
      const sent = await sheetOf([line])
      expect(await statusOf(reader.shippingSheet({ body: { reason: '택배 접수' } }), 200)).toBe(403)
      expect(await statusOf(reader.checkShipping({ form: sent }), 200)).toBe(403)
      expect(await statusOf(reader.applyShipping({ form: sent }), 200)).toBe(403)
    }
  })
})

describe('concurrent shipping sheets', { timeout: 180_000 }, () => {
  it('ship each order once and notify each customer once; a naive read-then-write notifies again', {
    tags: ['deep'],
  }, async () => {
    const rows = await packed(4)
    const clients = await Promise.all(Array.from({ length: 6 }, desk))
    // Half the clients send the rows in reverse order; none deadlocks.
    const statuses = await Promise.all(
      clients.map(async (staff, index) => {
        const lines = filled(rows)
        const sent = await sheetOf(index % 2 === 0 ? lines : lines.toReversed())
        return statusOf(staff.applyShipping({ form: sent }), 200)
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await statesOf(rows)).toEqual(Array(4).fill('shipped'))
    expect((await mailsOf(rows)).map((sent) => sent.length)).toEqual([1, 1, 1, 1])

    // The naive version reads the packed orders, decides, writes, then sends mails.
    await crowd.pool.query(`CREATE TABLE naive_packed AS SELECT generate_series(1, 4) AS id, 'preparing' AS state`)
    await crowd.pool.query('CREATE TABLE naive_letters (id int)')
    await crowd.readThenAct(
      () =>
        crowd.pool
          .query<{ id: number }>(`SELECT id FROM naive_packed WHERE state = 'preparing'`)
          .then((found) => found.rows.map(({ id }) => id)),
      async (ids) => {
        await crowd.pool.query(`UPDATE naive_packed SET state = 'shipped' WHERE id = ANY ($1)`, [ids])
        await crowd.pool.query('INSERT INTO naive_letters SELECT unnest($1::int[])', [ids])
      },
    )
    const mailCount = await crowd.pool.query('SELECT count(*)::int AS letters FROM naive_letters')
    expect(mailCount.rows[0].letters).toBe(4 * callers)
  })

  it('that share orders leave each order shipped or untouched, also when one is cancelled', {
    tags: ['deep'],
  }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const rows = await packed(5)
      const [staff, colleague, third] = await Promise.all([desk(), desk(), desk()])
      const lines = filled(rows)
      const shared = rows[2]
      if (!shared) throw new Error('Too few orders')
      const [first, second, cancelled] = await Promise.all([
        statusOf(staff.applyShipping({ form: await sheetOf(lines.slice(0, 3)) }), 200),
        statusOf(colleague.applyShipping({ form: await sheetOf(lines.slice(2).toReversed()) }), 200),
        statusOf(third.giveUp({ params: { id: shared.id }, body: { reason: '재고가 맞지 않습니다.' } }), 200),
      ])
      // The sheet that gets the shared order ships completely; the other ships nothing.
      expect([first, second, cancelled].toSorted()).toEqual([200, 409, 409])
      const [a, b] = [first === 200 ? 'shipped' : 'preparing', second === 200 ? 'shipped' : 'preparing']
      const middle = cancelled === 200 ? 'cancelled' : 'shipped'
      expect(await statesOf(rows)).toEqual([a, a, middle, b, b])
      const mails = (await mailsOf(rows)).map((sent) => sent.filter((html) => html.includes('4410-0000')).length)
      expect(mails).toEqual([a, a, middle, b, b].map((state) => (state === 'shipped' ? 1 : 0)))
    }
  })
})
