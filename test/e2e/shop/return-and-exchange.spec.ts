import { randomUUID } from 'node:crypto'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import type { Application } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// Orders remain and site switches change: other specs count both.
test.use({ installation: 'sales' })

const phone = '010-0000-2741'

/** Labels of the pages by language. */
const words = {
  ko: {
    contact: '연락처 또는 이메일',
    find: '조회하기',
    mind: /마음이 바뀌었습니다/,
    even: '추가 금액 없음',
    desk: /픽업 장소로 가져와 주시면/,
    withdraw: '교환 신청 취소',
    back: '반품 신청',
    other: /다른 옵션으로 교환/,
    term: '반품 기간',
    refund: /원 반품 신청$/,
    bank: ['은행', '계좌 번호', '예금주'],
    keep: '반품 신청 취소',
  },
  en: {
    contact: 'Phone or email',
    find: 'Find order',
    mind: /I changed my mind/,
    even: 'Nothing to pay',
    desk: /Please bring the item to/,
    withdraw: 'Withdraw',
    back: 'Return items',
    other: /Exchange it for another option/,
    term: 'Return period',
    refund: /^Request return, /,
    bank: ['Bank', 'Account number', 'Account holder'],
    keep: 'Withdraw the return',
  },
  cn: {
    contact: '电话或邮箱',
    find: '查询',
    mind: /改变主意/,
    even: '无需补差价',
    desk: /请将商品带至/,
    withdraw: '撤销换货申请',
    back: '申请退货',
    other: /换成其他规格/,
    term: '退货期限',
    refund: /^申请退货 /,
    bank: ['银行', '账号', '户名'],
    keep: '撤回退货申请',
  },
} as const

/** Number of the day in Seoul. */
const dayOf = (instant: string): number => Math.floor((Date.parse(instant) + 9 * 3_600_000) / 86_400_000)

/**
 * Creates a guest's order of a tea set that was picked up; returns its number and the length of the return period in
 * days.
 */
const pickedUp = async (product: Application) => {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(product.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.json()
  }
  const { products } = await call('GET', `/api/v1/shop/products?q=${encodeURIComponent('청자 다기')}`)
  const option = (products[0].options as { _id: string; reduced: number; stock: number }[]).find(
    ({ stock }) => stock > 1,
  )
  const { order } = await call('POST', '/api/v1/shop/orders', {
    key: randomUUID(),
    lines: [{ option: option?._id, quantity: 1 }],
    buyer: { name: '차하은', phone, email: 'exchange@daecheong.example' },
    way: 'pickup',
    depositor: '차하은',
    agreed: true,
    total: option?.reduced,
  })
  const owner = await apiAs(product, 'owner')
  await owner('POST', `/api/console/shop/orders/${order._id}/pay`, {})
  await owner('POST', `/api/console/shop/orders/${order._id}/ready`)
  const { order: ready } = await call('GET', `/api/v1/shop/orders/${order.ticket}`)
  await owner('POST', '/api/console/shop/orders/handOver', { code: ready.pickup.ticket.words })
  const { order: pickedUpOrder } = await call('GET', `/api/v1/shop/orders/${order.ticket}`)
  const days = dayOf(pickedUpOrder.returnUntil) - dayOf(pickedUpOrder.deliveredAt) + 1
  // Seven days after the delivery day, extended when the last is a holiday.
  expect(days).toBeGreaterThanOrEqual(8)
  return { owner, id: order._id as string, number: order.number as string, days }
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`lets a guest request a return and an exchange at the desk, and withdraw each, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product }) => {
    const texts = words[language]
    const { owner, id, number, days } = await pickedUp(product)
    await page.goto(inLocale(language, `/orders/${number}`))
    await page.getByLabel(texts.contact).fill(phone)
    await page.getByRole('button', { name: texts.find, exact: true }).click()

    await page.getByRole('link', { name: texts.back }).click()
    // Each day of the period is listed; the last is a working day.
    await expect(page.getByRole('list', { name: texts.term }).getByRole('listitem')).toHaveCount(days)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('radio', { name: texts.mind }).check()
    const account = ['시연은행', '000-0000-0412', '차하은']
    for (const [index, label] of texts.bank.entries())
      await page.getByLabel(label, { exact: true }).fill(account[index] ?? '')
    await expect(page.getByRole('button', { name: texts.refund })).toBeVisible()
    await page.getByRole('button', { name: texts.refund }).click()
    await page.getByRole('button', { name: texts.keep }).click()
    await expect(page.getByRole('button', { name: texts.keep })).toHaveCount(0)
    const { returns } = await owner('GET', `/api/console/shop/returns?order=${id}`)
    expect(returns).toMatchObject([{ state: 'withdrawn' }])

    // The return form links to the exchange form.
    await page.getByRole('link', { name: texts.back }).click()
    await page.getByRole('link', { name: texts.other }).click()
    await expect(page.getByText(texts.desk)).toBeVisible()
    const radio = page.getByRole('radio')
    await radio.first().check()
    // The ordered option costs no difference; options follow the order lines.
    await radio.nth(1).check()
    await page.getByRole('radio', { name: texts.mind }).check()
    await expect(page.getByText(texts.even).first()).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.locator('[data-slip] button').click()
    await expect(page.getByText(texts.desk)).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: texts.withdraw, exact: true }).click()
    await expect(page.getByRole('button', { name: texts.withdraw, exact: true })).toHaveCount(0)
    const { exchanges } = await owner('GET', `/api/console/shop/exchanges?order=${id}`)
    expect(exchanges).toMatchObject([{ state: 'withdrawn', way: 'pickup', slip: { fee: 0, balance: 0 } }])
  })

test('serves the pick-up page while a site with pick-ups is switched on', { tag: '@deep' }, async ({
  page,
  product,
  logIn,
}) => {
  const owner = await apiAs(product, 'owner')
  const leaveOn = async (on: { auction: boolean; shop: boolean }) => {
    const { setting } = await owner('GET', '/api/console/setting')
    const modules = { ...setting.modules, ...on }
    await owner('PUT', '/api/console/setting', { modules, updatedAt: setting.updatedAt })
  }
  const statusOf = async () => (await page.request.get('/me/pickups')).status()
  await logIn(page, 'member')
  try {
    for (const [on, shown, hidden] of [
      [{ auction: false, shop: true }, '쇼핑몰 주문', '낙찰 작품'],
      [{ auction: true, shop: false }, '낙찰 작품', '쇼핑몰 주문'],
    ] as const) {
      await leaveOn(on)
      // Each process learns of the switches within a second.
      await expect.poll(statusOf, { intervals: [50, 100] }).toBe(200)
      await page.goto('/me/pickups')
      await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: hidden })).toHaveCount(0)
    }
    await leaveOn({ auction: false, shop: false })
    await expect.poll(statusOf, { intervals: [50, 100] }).toBe(404)
    await page.goto('/me/pickups')
    expect(await findStateViolations(page)).toEqual([])
  } finally {
    await leaveOn({ auction: true, shop: true })
  }
})
