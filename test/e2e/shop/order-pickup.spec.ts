import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// Orders remain: other specs count them.
test.use({ installation: 'sales' })

/** Labels of the pages by language. */
const words = {
  ko: {
    stool: '세 발 참나무 스툴',
    put: '담기',
    bag: '장바구니, 상품 1개',
    pickup: '픽업',
    agree: '상품, 가격, 배송 정보를 확인했으며 주문에 동의합니다',
    ready: '상품을 수령하실 수 있습니다',
    handed: '상품을 수령하셨습니다',
  },
  en: {
    stool: 'Three-legged oak stool',
    put: 'Add to cart',
    bag: 'Cart, 1 product',
    pickup: 'Pickup',
    agree: 'I have checked products, prices and delivery, and agree to the order',
    ready: 'Your order is ready to collect',
    handed: 'Your order was collected',
  },
  cn: {
    stool: '三足橡木凳',
    put: '加入购物车',
    bag: '购物车，1件商品',
    pickup: '自提',
    agree: '我已确认商品、价格与配送信息，同意下单',
    ready: '商品可以提取',
    handed: '商品已提取',
  },
} as const

for (const language of ['ko', 'en', 'cn'] as const)
  test(`hands over an order without address or fee once against its code, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product, logIn, browser }) => {
    const texts = words[language]
    await logIn(page, 'member')
    await page.goto(inLocale(language, '/shop/categories/furniture'))
    await page.getByRole('link', { name: texts.stool }).click()
    await page.getByRole('button', { name: texts.put }).click()
    // Wait until the cart contains the product before the next page requests it.
    await expect(page.getByRole('link', { name: texts.bag }).first()).toBeVisible()
    await page.goto(inLocale(language, '/checkout'))
    // Delivery costs a fee and requires an address.
    await expect(page.locator('[data-slip]')).toContainText('8,000')
    await page.getByRole('radio', { name: texts.pickup }).check()
    await expect(page.locator('[data-slip]')).not.toContainText('8,000')
    await expect(page.locator('[name="to.postcode"]')).toHaveCount(0)
    await page.locator('[name="buyer.name"]').fill('차하은')
    await page.locator('[name="buyer.phone"]').fill('010-0000-2741')
    await page.locator('[name="buyer.email"]').fill('pickup@daecheong.example')
    await page.locator('[name="depositor"]').fill('차하은')
    await page.getByLabel(texts.agree).check()
    await page.locator('[data-slip]').getByRole('button').click()
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1) ?? ''
    const owner = await apiAs(product, 'owner')
    await owner('POST', `/api/console/shop/orders/${id}/pay`, {})
    const { order } = await owner('POST', `/api/console/shop/orders/${id}/ready`)

    await page.goto(inLocale(language, '/me/pickups'))
    const ownOrder = page.locator(`[data-order="${order.number}"]`)
    const code = (await ownOrder.getByText(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/).textContent()) ?? ''
    expect(await findStateViolations(page)).toEqual([])
    await page.goto(inLocale(language, `/orders/${id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.ready)
    await expect(page.getByText(code)).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])

    // Staff enter the pick-up code; it is accepted once.
    const desk = await browser.newPage({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
    await logIn(desk, 'owner')
    await desk.goto('/console/shop/orders?payment=bank')
    await expect(desk.getByText('무통장').first()).toBeVisible()
    await desk.getByRole('button', { name: '픽업 전달' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog).toBeVisible()
    // An open dialog adds no second banner landmark to the page.
    expect(await findStateViolations(desk)).toEqual([])
    await dialog.getByLabel('수령 코드').fill(code.toLowerCase())
    await dialog.getByRole('button', { name: '수령 완료' }).click()
    await expect(dialog.getByText(`주문 ${order.number} 상품을 전달했습니다`)).toBeVisible()
    await dialog.getByLabel('수령 코드').fill(code)
    await dialog.getByRole('button', { name: '수령 완료' }).click()
    await expect(dialog.getByText('이미 전달한 주문입니다')).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(desk.getByText('수령 완료').first()).toBeVisible()

    // The order screen lists its returns and offers the next step.
    const { returns } = await owner('GET', '/api/console/shop/returns?limit=1')
    await navigateTo(desk, `/console/shop/orders/${returns[0].order}`)
    await expect(desk.getByRole('heading', { name: '반품·교환' })).toBeVisible()
    expect(await findStateViolations(desk)).toEqual([])
    const { orders } = await owner('GET', '/api/console/shop/orders?state=paid')
    await navigateTo(desk, `/console/shop/orders/${orders[0]._id}`)
    await desk.getByRole('button', { name: '상품 준비' }).click()
    await expect(desk.getByText('1건을 준비 중으로 변경했습니다')).toBeVisible()
    await expect(desk.getByRole('button', { name: '발송' })).toBeVisible()
    await expect(desk.getByRole('button', { name: '상품 준비' })).toHaveCount(0)
    await desk.close()

    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.handed)
    await expect(page.getByText(code)).toHaveCount(0)
  })
