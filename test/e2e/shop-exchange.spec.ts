import { randomUUID } from 'node:crypto'
import { inLocale } from '../../src/kit/web/address.ts'
import type { Application } from '../application.ts'
import { apiAs } from './api-as.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'

// Other specs count the orders and the stock of the shop, which these stories take from.
test.use({ installation: 'shop-exchange' })

const phone = '010-0000-2741'

/** What the pages say, by language. */
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

/** A guest's order of a tea set that was picked up: its number, and the days of its term. */
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
  const { order: taken } = await call('GET', `/api/v1/shop/orders/${order.ticket}`)
  const days = dayOf(taken.returnUntil) - dayOf(taken.deliveredAt) + 1
  // Seven after that of the delivery, and more where the last is free.
  expect(days).toBeGreaterThanOrEqual(8)
  return { owner, id: order._id as string, number: order.number as string, days }
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`a guest asks for an exchange at the desk and for a return, and withdraws each, in ${language}`, async ({
    page,
    product,
    browser,
    logIn,
  }) => {
    test.setTimeout(150_000)
    const say = words[language]
    const { owner, id, number, days } = await pickedUp(product)
    await page.goto(inLocale(language, `/orders/${number}`))
    await page.getByLabel(say.contact).fill(phone)
    await page.getByRole('button', { name: say.find, exact: true }).click()

    await page.getByRole('link', { name: say.back }).click()
    // The days of the term are there, the first of them today; it ends with a working day.
    await expect(page.getByRole('list', { name: say.term }).getByRole('listitem')).toHaveCount(days)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('radio', { name: say.mind }).check()
    const account = ['시연은행', '000-0000-0412', '차하은']
    for (const [index, label] of say.bank.entries())
      await page.getByLabel(label, { exact: true }).fill(account[index] ?? '')
    await expect(page.getByRole('button', { name: say.refund })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: say.refund }).click()
    await page.getByRole('button', { name: say.keep }).click()
    await expect(page.getByRole('button', { name: say.keep })).toHaveCount(0)
    const { returns } = await owner('GET', `/api/console/shop/returns?order=${id}`)
    expect(returns).toMatchObject([{ state: 'withdrawn' }])

    // From the reasons of a return one comes to the exchange.
    await page.getByRole('link', { name: say.back }).click()
    await page.getByRole('link', { name: say.other }).click()
    await expect(page.getByText(say.desk)).toBeVisible()
    const radio = page.getByRole('radio')
    await radio.first().check()
    // The one that was ordered, of which nothing differs: options come behind the lines.
    await radio.nth(1).check()
    await page.getByRole('radio', { name: say.mind }).check()
    await expect(page.getByText(say.even).first()).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.locator('[data-slip] button').click()
    await expect(page.getByText(say.desk)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: say.withdraw, exact: true }).click()
    await expect(page.getByRole('button', { name: say.withdraw, exact: true })).toHaveCount(0)
    const { exchanges } = await owner('GET', `/api/console/shop/exchanges?order=${id}`)
    expect(exchanges).toMatchObject([{ state: 'withdrawn', way: 'pickup', slip: { fee: 0, balance: 0 } }])

    if (language !== 'ko') return
    // Staff see how it was paid, and a dialog adds no second banner to the page.
    const desk = await browser.newPage({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
    await logIn(desk, 'owner')
    await desk.goto('/console/shop/orders?payment=bank')
    await expect(desk.getByText('무통장').first()).toBeVisible()
    await desk.getByRole('button', { name: '픽업 전달' }).click()
    await expect(desk.getByRole('dialog')).toBeVisible()
    expect(await violationsOf(desk)).toEqual([])
    await desk.goto(`/console/shop/orders/${id}`)
    await expect(desk.getByRole('heading', { name: '반품·교환' })).toBeVisible()
    expect(await violationsOf(desk)).toEqual([])
    // What is next is done on the screen of the order itself.
    const { orders } = await owner('GET', '/api/console/shop/orders?state=paid')
    await desk.goto(`/console/shop/orders/${orders[0]._id}`)
    await desk.getByRole('button', { name: '상품 준비' }).click()
    await expect(desk.getByText('1건을 준비 중으로 변경했습니다')).toBeVisible()
    await expect(desk.getByRole('button', { name: '발송' })).toBeVisible()
    await expect(desk.getByRole('button', { name: '상품 준비' })).toHaveCount(0)
    expect(await violationsOf(desk)).toEqual([])
    await desk.close()
  })

test('at the foot of a phone the other sites and the own pages, and the sum once something is in the cart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  const foot = page.getByRole('navigation', { name: '화면 하단 메뉴' })
  await expect(foot.getByRole('link')).toHaveText(['매칭', '경매', '쇼핑몰', '마이페이지'])
  await expect(foot.getByRole('link', { name: '쇼핑몰' })).toBeInViewport()
  await page.getByRole('button', { name: /쑥 백토 비누 옵션 선택/ }).click()
  await page.getByRole('button', { name: /원 담기$/ }).click()
  const cart = page.getByRole('link', { name: '보기', exact: true })
  await expect(cart).toBeInViewport()
  await expect(page.getByText(/^장바구니 1$/)).toBeVisible()
  await expect(foot).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await cart.click()
  await page.waitForURL('**/cart')
})

test('on a phone cart and checkout have their sum and their act at the foot', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  await page.getByRole('button', { name: /쑥 백토 비누 옵션 선택/ }).click()
  await page.getByRole('button', { name: /원 담기$/ }).click()
  await page.getByRole('link', { name: '보기', exact: true }).click()
  await page.waitForURL('**/cart')
  const order = page.getByRole('link', { name: '주문하기' })
  // The one of the slip, which is below, is not shown beside it.
  await expect(order).toHaveCount(1)
  await expect(order).toBeInViewport()
  expect(await violationsOf(page)).toEqual([])
  await order.click()
  await page.waitForURL('**/checkout')
  const send = page.getByRole('button', { name: /원 주문하기$/ })
  await expect(send).toBeInViewport()
  await send.click()
  await expect(page.getByText('입력한 내용을 확인해 주세요.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsOf(page)).toEqual([])
})

test('the page of what one picks up is there while a site that has any is switched on', async ({
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
  const statusOf = async () => (await page.goto('/me/pickups'))?.status()
  await logIn(page, 'member')
  try {
    for (const [on, shown, hidden] of [
      [{ auction: false, shop: true }, '쇼핑몰 주문', '낙찰 작품'],
      [{ auction: true, shop: false }, '낙찰 작품', '쇼핑몰 주문'],
    ] as const) {
      await leaveOn(on)
      // Every process hears of the switches within the second.
      await expect.poll(statusOf).toBe(200)
      await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: hidden })).toHaveCount(0)
    }
    await leaveOn({ auction: false, shop: false })
    await expect.poll(statusOf).toBe(404)
    expect(await violationsOf(page)).toEqual([])
  } finally {
    await leaveOn({ auction: true, shop: true })
  }
})
