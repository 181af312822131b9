import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { findBusinessNumberError } from '../../../src/kit/text/business-number.ts'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { form, photograph } from '../../files/sample-files.ts'
import { type Application, logIn as logInByApi } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'
import { labels } from '../support/shop-labels.ts'

// Products and orders remain: specs that count pages of the demo data would see them.
test.use({ installation: 'sales' })

/** Coupon discount and spent points of the test, in KRW. */
const [couponOff, pointsSpent] = [50_000, 5000]
const account = { bank: '시연은행', number: '000-0000-0412', holder: '차하은' }

type Language = keyof typeof labels

const pictures = new WeakMap<Application, Promise<string>>()

/** Id of one shared picture for all products: making its variants occupies a CPU core for a second. */
const pictureOf = (product: Application): Promise<string> => {
  const upload = async () => {
    const stored = await fetch(`${product.url}/api/console/media`, {
      method: 'POST',
      headers: await logInByApi(product, 'owner'),
      body: form('file', ['bowls.jpg', await photograph(900, 900), 'image/jpeg']),
    })
    const { medium } = (await stored.json()) as { medium: { _id: string } }
    return medium._id
  }
  const picture = pictures.get(product) ?? upload()
  pictures.set(product, picture)
  return picture
}

/** Creates a product in two colors with a stock of 40 each. */
const makeProduct = async (product: Application) => {
  const owner = await apiAs(product, 'owner')
  const { category } = await owner('POST', '/api/console/shop/categories', {
    key: `bowls-${Date.now()}`,
    name: { ko: '그릇', en: 'Bowls', cn: '碗碟' },
  })
  const { product: good } = await owner('POST', '/api/console/shop/products', {
    name: { ko: labels.ko.name, en: labels.en.name, cn: labels.cn.name },
    maker: { ko: '구운결', en: 'Guungyeol', cn: '古云结' },
    summary: { ko: '크기가 다른 그릇 셋', en: 'Three bowls in three sizes', cn: '三种尺寸的碗' },
    category: category._id,
    pictures: [await pictureOf(product)],
    price: 76_000,
    visible: true,
    axes: [{ ko: '빛깔', en: 'Colour', cn: '颜色' }],
    options: [
      { values: [{ ko: '청자', en: 'Celadon', cn: '青瓷' }] },
      { values: [{ ko: labels.ko.white, en: labels.en.white, cn: labels.cn.white }], difference: 4000 },
    ],
  })
  for (const { _id } of good.options)
    await owner('POST', `/api/console/shop/products/${good._id}/stock`, { option: _id, amount: 40, kind: 'in' })
  return { owner, good, category }
}

const anotherBrowser = async (browser: Browser, product: Application): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  return context.newPage()
}

const fill = async (page: Page, language: Language) => {
  const texts = labels[language]
  await page.locator('[name="buyer.name"]').fill('차하은')
  await page.locator('[name="buyer.phone"]').fill('010-0000-2741')
  await page.locator('[name="buyer.email"]').fill('guest@daecheong.example')
  await page.locator('[name="to.postcode"]').fill('21990')
  await page.locator('[name="to.address"]').fill('인천 연수구 갯벌로 00')
  await page.locator('[name="depositor"]').fill('차하은')
  await page.getByLabel(texts.agree).check()
}

/** Returns the order number shown on a page. */
const numberOn = async (page: Page): Promise<string> => {
  const text = await page
    .getByText(/S-\d{4}-\d{4,}/)
    .first()
    .textContent()
  return text?.match(/S-\d{4}-\d+/)?.[0] ?? ''
}

const orderOf = async (product: Application, number: string) => {
  const owner = await apiAs(product, 'owner')
  const { orders } = await owner('GET', '/api/console/shop/orders?limit=100')
  return orders.find((order: { number: string }) => order.number === number)
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`takes a guest's order by bank transfer, which its number and contact open again, in ${language}`, {
    tag: language === 'ko' ? [] : '@deep',
  }, async ({ page, browser, product }) => {
    const texts = labels[language]
    const { owner, category } = await makeProduct(product)
    await page.goto(inLocale(language, `/shop/categories/${category.key}`))
    await page.getByRole('button', { name: texts.choose }).click()
    await page.getByRole('radio', { name: texts.white }).check()
    await page.getByRole('button', { name: texts.put }).click()
    await expect(page.getByRole('link', { name: texts.bag }).first()).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])

    await page.goto(inLocale(language, '/cart'))
    await expect(page.locator('[data-slip]')).toContainText('80,000')
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('link', { name: texts.checkOut }).click()

    // Missing fields show errors, and no request is sent.
    await page.getByRole('button', { name: texts.total }).click()
    await expect(page.getByText(texts.fault)).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await fill(page, language)
    // Corrected fields show no error.
    await expect(page.getByText(texts.fault)).toHaveCount(0)
    const keys: string[] = []
    await page.route('**/api/v1/shop/orders', async (route) => {
      keys.push((route.request().postDataJSON() as { key: string }).key)
      if (keys.length > 1) return route.fallback()
      // The server accepts the order, but its answer is lost.
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: texts.total }).click()
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    await page.getByRole('button', { name: texts.total }).click()
    await page.waitForURL('**/orders/S-*')
    expect(keys[1]).toBe(keys[0])
    await expect(page.getByText(texts.waiting)).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    const number = await numberOn(page)

    const { _id } = await orderOf(product, number)
    await owner('POST', `/api/console/shop/orders/${_id}/pay`, {})
    await owner('POST', `/api/console/shop/orders/${_id}/ship`, { carrier: '시연택배', tracking: '6012-0000' })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shipped)

    // In another browser, the number and contact alone open the order.
    const other = await anotherBrowser(browser, product)
    await other.goto(inLocale(language, `/orders/${number}`))
    await other.getByLabel(texts.contact).fill('010-0000-2741')
    await other.getByRole('button', { name: texts.find, exact: true }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(texts.shipped)
    await other.context().close()
  })

/** Gives `member` a coupon, larger than any other, and points. */
const giveTo = async (owner: Awaited<ReturnType<typeof apiAs>>, language: Language) => {
  const title = `${labels[language].coupon} ${Date.now()}`
  const { coupon } = await owner('POST', '/api/console/shop/coupons', {
    title: { ko: title },
    kind: 'amount',
    value: couponOff,
    least: 100_000,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    audience: 'list',
  })
  await owner('POST', `/api/console/shop/coupons/${coupon._id}/issue`, { usernames: ['member'] })
  await owner('POST', '/api/console/shop/points', { username: 'member', amount: 10_000, note: '개점 기념' })
  return { title, id: coupon._id as string }
}

/** Returns the status of a refused call; fails if it succeeds. */
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'let through',
    (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
  )

/** Places an order of `member` over the API: two pieces, with a coupon and points. */
const orderOfTwo = async (product: Application, language: Language) => {
  const { owner, good } = await makeProduct(product)
  const coupon = await giveTo(owner, language)
  const member = await apiAs(product, 'member')
  const body = {
    lines: [{ option: good.options[1]._id, quantity: 2 }],
    buyer: { name: '차하은', phone: '010-0000-2741', email: 'member@daecheong.example' },
    to: { name: '차하은', phone: '010-0000-2741', postcode: '21990', address: '인천 연수구 갯벌로 00' },
    depositor: '차하은',
    agreed: true,
    coupon: coupon.id,
    points: pointsSpent,
  }
  const place = (total: number, more: object = {}) =>
    member('POST', '/api/v1/shop/orders', { ...body, key: randomUUID(), total, ...more })
  // A wrong total is refused, and the answer has the right one.
  const refusalBody = await place(1).then(
    () => '{}',
    (error: Error) => error.message.slice(error.message.indexOf('{')),
  )
  const { slip } = JSON.parse(refusalBody).current as { slip: { total: number } }
  const { order } = await place(slip.total)
  return { owner, member, order, place, total: slip.total }
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`merges a guest's cart into the member's, and accepts coupon, points and a tax invoice, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product, logIn }) => {
    const texts = labels[language]
    const { owner, good } = await makeProduct(product)
    const coupon = await giveTo(owner, language)
    await page.goto(inLocale(language, `/shop/products/${good._id}`))
    await page.getByRole('radio', { name: texts.white }).check()
    // A click before hydration is lost.
    await page.locator('[data-awake="true"]').first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: texts.more }).click()
    await expect(page.getByRole('textbox', { name: texts.count })).toHaveValue('2')
    await page.getByRole('button', { name: /담기|Add to cart|加入购物车/ }).click()
    await expect(page.getByRole('link', { name: texts.bag }).first()).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await logIn(page, 'member')
    await page.goto(inLocale(language, '/cart'))
    await expect(page.getByText(texts.joined)).toBeVisible()
    await page.getByRole('link', { name: texts.checkOut }).click()

    // The largest coupon is preselected; points below the minimum and a missing business number are refused.
    await expect(page.getByRole('radio', { name: coupon.title })).toBeChecked()
    await fill(page, language)
    await page.locator('[name="points"]').fill('10')
    await page.getByRole('radio', { name: texts.invoice }).check()
    await page.locator('[name="taxInvoice.businessNumber"]').fill('123-45-67890')
    await page.locator('[data-slip] button').click()
    await expect(page.getByText(texts.least).first()).toBeVisible()
    await expect(page.locator('[name="taxInvoice.businessNumber"]')).toHaveAttribute('aria-invalid', 'true')
    expect(await findStateViolations(page)).toEqual([])
    await page.locator('[name="points"]').fill(String(pointsSpent))
    const business =
      [...'0123456789'].map((last) => `123456789${last}`).find((one) => !findBusinessNumberError(one)) ?? ''
    for (const [name, text] of Object.entries({
      businessNumber: business,
      company: '구운결 상회',
      ceo: '차하은',
      address: '인천 연수구 갯벌로 00',
      email: 'tax@daecheong.example',
    }))
      await page.locator(`[name="taxInvoice.${name}"]`).fill(text)
    await expect(page.locator('[data-slip]').first()).toContainText('50,000')
    await page.locator('[data-slip] button').click()
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}/)
    await expect(page.getByText('구운결 상회')).toBeVisible()
    const number = await numberOn(page)
    const { _id } = await orderOf(product, number)
    const { order } = await owner('GET', `/api/console/shop/orders/${_id}`)
    expect(order).toMatchObject({
      slip: { quantity: 2, couponDiscount: couponOff, points: pointsSpent },
      taxInvoice: { businessNumber: business, approval: '' },
    })
    // Until the tax invoice is issued, the customer can change its recipient.
    await page.getByRole('button', { name: texts.changeInvoice }).click()
    const company = page.getByRole('textbox', { name: texts.company })
    await expect(company).toHaveValue('구운결 상회')
    await company.fill('')
    await page.getByRole('button', { name: texts.saveInvoice, exact: true }).click()
    await expect(company).toBeFocused()
    await expect(company).toHaveAttribute('aria-invalid', 'true')
    expect(await findStateViolations(page)).toEqual([])
    await company.fill('다른결 상회')
    await page.getByRole('button', { name: texts.saveInvoice, exact: true }).click()
    await expect(page.getByText('다른결 상회')).toBeVisible()
    await expect(company).toHaveCount(0)
    await owner('POST', `/api/console/shop/orders/${_id}/pay`, {})
    await owner('PUT', `/api/console/shop/orders/${_id}/taxInvoice`, { approval: `20261127${_id.slice(-12)}0000` })
    await page.reload()
    await expect(page.getByText(`20261127-${_id.slice(-12, -4)}-`)).toBeVisible()
    await expect(page.getByRole('button', { name: texts.changeInvoice })).toHaveCount(0)
    // The member's history lists both the coupon and the points.
    await page.goto(inLocale(language, '/me/coupons'))
    await expect(page.getByRole('listitem').filter({ hasText: coupon.title })).toContainText(number)
    expect(await findStateViolations(page)).toEqual([])
    await page.goto(inLocale(language, '/me/points'))
    await expect(page.getByRole('row').filter({ hasText: number }).first()).toContainText('5,000')
    expect(await findStateViolations(page)).toEqual([])
  })

for (const language of ['ko', 'en', 'cn'] as const)
  test(`accepts a review, a partial return and its refund once each, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product, logIn }) => {
    const texts = labels[language]
    const { owner, member, order, place, total } = await orderOfTwo(product, language)
    const desk = `/api/console/shop/orders/${order._id}`
    const line = order.lines[0]._id
    const returnRequest = { lines: [{ line, quantity: 1 }], reason: 'mind', account }
    const requestReturn = (body: object) => member('POST', `/api/v1/me/orders/${order._id}/returns`, body)
    const review = () => member('POST', '/api/v1/me/reviews', { line, rating: 4, text: '곱습니다.' })

    // A coupon is used once, and no step can be skipped.
    expect(await refusal(place(total))).toBe('409')
    expect(await refusal(place(total, { coupon: null, points: 10_000_000 }))).toBe('409')
    expect(await refusal(owner('POST', `${desk}/ship`, { carrier: '시연택배', tracking: '6012-0001' }))).toBe('409')
    expect(await refusal(requestReturn(returnRequest))).toBe('409')
    expect(await refusal(review())).toBe('409')
    await owner('POST', `${desk}/pay`, {})
    expect(await refusal(owner('POST', `${desk}/pay`, {}))).toBe('409')
    await owner('POST', `${desk}/prepare`)
    expect(await refusal(member('POST', `/api/v1/me/orders/${order._id}/cancel`, { account }))).toBe('409')
    await owner('POST', `${desk}/ship`, { carrier: '시연택배', tracking: '6012-0001' })
    await owner('POST', `${desk}/deliver`)

    await logIn(page, 'member')
    await page.goto(inLocale(language, '/me/purchases'))
    await expect(page.getByText(order.number)).toBeVisible()
    await page.goto(inLocale(language, '/me/reviews'))
    await page.getByRole('button', { name: texts.write }).first().click()
    await page.getByLabel(texts.rating).check()
    await page.getByLabel(texts.review).fill('빛깔이 곱습니다.')
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: texts.post }).click()
    await expect(page.getByText(texts.posted)).toBeVisible()
    expect(await refusal(review())).toBe('409')

    await page.goto(inLocale(language, `/orders/${order._id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.delivered)
    await page.getByRole('link', { name: texts.back }).click()
    await page.getByRole('checkbox', { name: texts.line }).check()
    await page.getByRole('button', { name: texts.fewer }).click()
    await page.getByRole('radio', { name: texts.mind }).check()
    await page.getByLabel(texts.bank, { exact: true }).fill(account.bank)
    await page.getByLabel(texts.account, { exact: true }).fill(account.number)
    await page.getByLabel(texts.holder, { exact: true }).fill(account.holder)
    await expect(page.getByRole('button', { name: texts.refund })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: texts.refund }).click()
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    await expect(page.getByText(texts.asked).first()).toBeVisible()

    // One piece is left, the refund equals the displayed total, and every step happens once.
    expect(await refusal(requestReturn({ ...returnRequest, lines: [{ line, quantity: 2 }] }))).toBe('409')
    expect(await refusal(member('POST', `/api/v1/me/orders/${order._id}/confirm`))).toBe('409')
    const { returns } = await owner('GET', `/api/console/shop/returns?order=${order._id}`)
    const [back] = returns
    expect(back.slip).toMatchObject({ couponDiscount: couponOff / 2, points: pointsSpent / 2 })
    const returned = `/api/console/shop/returns/${back._id}`
    await owner('POST', `${returned}/collect`)
    expect(await refusal(owner('POST', `${returned}/approve`, { total: back.slip.total + 1, restock: true }))).toBe(
      '409',
    )
    await owner('POST', `${returned}/approve`, { total: back.slip.total, restock: true })
    expect(await refusal(owner('POST', `${returned}/approve`, { total: back.slip.total, restock: true }))).toBe('409')
    expect(await refusal(owner('POST', `${returned}/refuse`, { reason: '늦었습니다.' }))).toBe('409')
    const { payments } = await owner('GET', '/api/console/shop/payments?due=true&limit=100')
    const due = payments.find((one: { number: string }) => one.number === order.number)
    expect(due).toMatchObject({ kind: 'refund', amount: back.slip.total })
    await owner('POST', `/api/console/shop/payments/${due._id}/done`, {})
    expect(await refusal(owner('POST', `/api/console/shop/payments/${due._id}/done`, {}))).toBe('409')
    await page.reload()
    await expect(page.getByText(texts.refunded)).toContainText(back.slip.total.toLocaleString('en'))
    expect(await findStateViolations(page)).toEqual([])
    await page.goto(inLocale(language, '/me/points'))
    await expect(page.getByRole('row').filter({ hasText: order.number }).first()).toContainText('2,500')
    await member('POST', `/api/v1/me/orders/${order._id}/confirm`)
    await page.goto(inLocale(language, `/orders/${order._id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.confirmed)
  })

test('fits each page of the shop into 390 px, and keeps a filter in the address', { tag: '@deep' }, async ({
  page,
  product,
}) => {
  const { good, category } = await makeProduct(product)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    `/en/shop/categories/${category.key}`,
    `/shop/products/${good._id}`,
    '/cart',
    '/cn/checkout',
    '/orders',
    '/en/orders/S-0000-0000',
    '/orders/S-0000-0000/card',
    '/cn/orders/S-0000-0000/exchange',
    '/shop/nothing-here',
  ]) {
    await page.goto(path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
    expect.soft([path, await findStateViolations(page)]).toEqual([path, []])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/shop')
  // Before hydration only the button submits the filter.
  await page.locator('[data-awake="true"]').first().waitFor()
  await page.getByRole('checkbox', { name: '바로 구매 가능한 상품' }).last().check()
  await page.waitForURL('**/shop?available=true')
})
