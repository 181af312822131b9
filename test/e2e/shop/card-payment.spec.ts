import { type CardStandIn, startCardStandIn } from '../../providers/card-stand-in.ts'
import { startApplication } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { test as base, expect } from '../support/product-fixture.ts'

interface Paid {
  bank: CardStandIn
}

/** Starts the product with the card provider's stand-in. */
const test = base.extend<object, Paid>({
  bank: [
    async ({ browserName: _browser }, use) => {
      const bank = await startCardStandIn()
      await use(bank)
      await bank.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ bank }, use) => {
      const product = await startApplication({ environment: { CARD_URL: bank.cardUrl('toss') } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('takes the card payment of a guest once, after a refusal that reserves the goods and shows its reason', {
  tag: '@deep',
}, async ({ page, product, bank }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text())
  })
  const { products } = (await (await fetch(`${product.url}/api/v1/shop/products?limit=20`)).json()) as {
    products: { _id: string; options: { _id: string; stock: number }[] }[]
  }
  const good = products.find(({ options }) => options.some(({ stock }) => stock > 0))
  const option = good?.options.find(({ stock }) => stock > 0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/checkout?product=${good?._id}&option=${option?._id}&quantity=1`)
  await page.locator('[name="buyer.name"]').fill('차하은')
  await page.locator('[name="buyer.phone"]').fill('010-0000-2741')
  await page.locator('[name="buyer.email"]').fill('guest@daecheong.example')
  await page.locator('[name="to.postcode"]').fill('21990')
  await page.locator('[name="to.address"]').fill('인천 연수구 갯벌로 00')
  await page.getByRole('radio', { name: /카드/ }).check()
  expect(await findStateViolations(page)).toEqual([])
  await page.locator('[name="agreed"]').check()
  await page.locator('[data-foot] button').click()

  // The provider's window opens automatically; the bank declines.
  await page.waitForURL(/\/window\?/)
  await page.getByRole('link', { name: '거절' }).click()
  await expect(page.getByText('결제된 금액은 없습니다.')).toBeVisible()
  await expect(page.getByRole('button', { name: '무통장입금으로 변경' })).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])

  await page.getByRole('button', { name: '카드로 다시 결제' }).click()
  await page.waitForURL(/\/window\?/)
  await page.getByRole('link', { name: '승인' }).click()
  await page.waitForURL(/\/orders\/S-[\d-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('상품을 준비하고 있습니다')
  expect(refused).toEqual([])
  expect(bank.calls.confirm).toBe(1)

  // The payment page links to the order, which keeps the strict CSP.
  const order = new URL(page.url()).pathname
  const policyOf = async (path: string) =>
    (await fetch(product.url + path)).headers.get('content-security-policy') ?? ''
  expect(await policyOf(`${order}/card`)).toContain(bank.origin)
  for (const path of [order, '/checkout', '/shop']) {
    expect(await policyOf(path)).not.toContain(bank.origin)
    expect(await policyOf(path)).toContain('require-trusted-types-for')
  }
  await page.goto(`${order}/card`)
  await expect(page).toHaveURL(({ pathname }) => pathname === order)
  const owner = await apiAs(product, 'owner')
  const { orders } = await owner('GET', '/api/console/shop/orders?limit=5')
  expect(orders[0]).toMatchObject({ state: 'paid' })
})
