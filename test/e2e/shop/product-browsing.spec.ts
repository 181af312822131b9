import type { Page } from '@playwright/test'
import { newKey } from '../../../src/kit/client.ts'
import { photograph } from '../../files/sample-files.ts'
import { logIn } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { navigateWithRouter } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Prices, stock and a member level change: other specs read them.
test.use({ installation: 'sales' })

const teaSet = '청자 다기 한 벌'

/** Waits for hydration: a click before it is lost. */
const awake = (page: Page) => expect(page.locator('[data-awake="true"]').first()).toBeAttached()

interface Good {
  _id: string
  updatedAt: string
  price: number
  options: { _id: string; stock: number }[]
}

test('browses the pictures of a product by keyboard, enlarges them, and closes with Escape', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/shop')
  await page.getByRole('link', { name: teaSet }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: teaSet })).toBeVisible()
  await awake(page)
  const small = (number: number) => page.getByRole('button', { name: `사진 ${number}`, exact: true })
  await small(1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(small(2)).toBeFocused()
  await expect(small(2)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /청자 찻주전자/ }).click()
  const zoom = page.getByRole('dialog', { name: `${teaSet}, 확대해서 보기` })
  await expect(zoom.getByText('2 / 3')).toBeVisible()
  await expect(zoom.locator('canvas').first()).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(zoom.getByText('3 / 3')).toBeVisible()
  await zoom.getByRole('button', { name: '다음 사진' }).click()
  await expect(zoom.getByText('1 / 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(small(1)).toHaveAttribute('aria-pressed', 'true')
  expect(await findStateViolations(page)).toEqual([])
})

test('enlarges a picture beyond its widest variant with tiles, once they are made', { tag: '@deep' }, async ({
  page,
  product,
}) => {
  const owner = await apiAs(product, 'owner')
  const { products } = (await owner('GET', '/api/console/shop/products?limit=50')) as { products: Good[] }
  const id = products.at(-1)?._id ?? ''
  const body = new FormData()
  body.set('thumb', new Blob([new Uint8Array(await photograph(2400, 1800))], { type: 'image/jpeg' }), 'scan.jpg')
  const sent = await fetch(`${product.url}/api/console/shop/products/${id}/thumb`, {
    method: 'POST',
    headers: { ...(await logIn(product, 'owner')), 'idempotency-key': newKey() },
    body,
  })
  expect(sent.status).toBe(200)
  const picture = (await sent.json()).product.pictures[0]
  expect([picture.width, picture.widths.at(-1)]).toEqual([1800, 1440])

  const openZoom = async () => {
    await page.goto(`/shop/products/${id}`)
    await awake(page)
    const zoomRequest = page.waitForRequest(new RegExp(`/files/${picture._id}/(t9\\.0\\.0|1440)\\.webp$`))
    await page.getByRole('button', { name: /확대해서 보기/ }).click()
    const url = (await zoomRequest).url()
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
    return url.split('/').at(-1)
  }
  expect(await openZoom()).toBe('1440.webp')
  await expect
    .poll(async () => (await page.request.get(`/files/${picture._id}/tiles`)).status(), { intervals: [50, 100] })
    .toBe(200)
  expect(await openZoom()).toBe('t9.0.0.webp')
  // The closest zoom requests tiles of the last level.
  const last = page.waitForResponse(/\/t12\.\d+\.\d+\.webp$/)
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('+')
  expect((await last).status()).toBe(200)

  // Without tiles the page shows the ordinary picture.
  const tiles = `**/files/${picture._id}/tiles`
  await page.route(tiles, (route) => route.fulfill({ body: '<html>' }))
  expect(await openZoom()).toBe('1440.webp')
  await page.unroute(tiles)
  await page.route(tiles, () => {})
  expect(await openZoom()).toBe('1440.webp')
})

test('keeps menu, filters, actions and the total of the cart within reach on a phone, up to the order', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  await awake(page)

  await test.step('has the other sites and the account pages at the bottom', async () => {
    const foot = page.getByRole('navigation', { name: '화면 하단 메뉴' })
    await expect(foot.getByRole('link')).toHaveText(['매칭', '경매', '쇼핑몰', '마이페이지'])
    await expect(foot.getByRole('link', { name: '쇼핑몰' })).toBeInViewport()
  })

  await test.step('filters and sorts the list in sheets', async () => {
    await page.getByRole('button', { name: '조건 선택' }).click()
    const filters = page.getByRole('dialog', { name: '조건 선택' })
    await expect(filters).toBeVisible()
    await filters.getByLabel('할인 중인 상품').check()
    await expect(page).toHaveURL(/reduced=true/)
    expect(await findStateViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await page.getByRole('button', { name: '인기순' }).click()
    await page.getByRole('dialog', { name: '정렬' }).getByRole('link', { name: '낮은 가격순' }).click()
    await expect(page).toHaveURL(/reduced=true&order=cheap/)
    await expect(page.getByRole('dialog', { name: '정렬' })).toBeHidden()
  })

  await test.step('keeps the actions of a product visible', async () => {
    await page.getByRole('link', { name: teaSet }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: teaSet })).toBeVisible()
    await page.getByRole('heading', { name: '상품 문의' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: '장바구니에 담기' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('replaces the menu by the total once the cart has a product', async () => {
    await navigateWithRouter(page, '/shop')
    await page.getByRole('button', { name: /쑥 백토 비누 옵션 선택/ }).click()
    await page.getByRole('button', { name: /원 담기$/ }).click()
    const cart = page.getByRole('link', { name: '보기', exact: true })
    await expect(cart).toBeInViewport()
    await expect(page.getByText(/^장바구니 1$/)).toBeVisible()
    await expect(page.getByRole('navigation', { name: '화면 하단 메뉴' })).toHaveCount(0)
    expect(await findStateViolations(page)).toEqual([])
    await cart.click()
    await page.waitForURL('**/cart')
  })

  await test.step('has the total and the next step at the bottom of cart and checkout', async () => {
    const order = page.getByRole('link', { name: '주문하기' })
    // The order link of the summary below is not shown at the same time.
    await expect(order).toHaveCount(1)
    await expect(order).toBeInViewport()
    expect(await findStateViolations(page)).toEqual([])
    await order.click()
    await page.waitForURL('**/checkout')
    const send = page.getByRole('button', { name: /원 주문하기$/ })
    await expect(send).toBeInViewport()
    await send.click()
    await expect(page.getByText('입력한 내용을 확인해 주세요.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await findStateViolations(page)).toEqual([])
  })
})

test('shows what changed in a cart, accepts it with one click, and lists recent products once it is empty', {
  tag: '@deep',
}, async ({ page, product }) => {
  const owner = await apiAs(product, 'owner')
  const { products } = (await owner('GET', '/api/v1/shop/products?q=%EC%9C%A0%EA%B8%B0')) as { products: Good[] }
  const [firstProduct] = products
  if (!firstProduct) throw new Error('The demonstration has no such product')
  await page.goto(`/shop/products/${firstProduct._id}`)
  await awake(page)
  await page.getByRole('button', { name: '수량 늘리기' }).click()
  await page.getByRole('button', { name: '장바구니에 담기' }).click()
  await expect(page.getByRole('button', { name: /담았습니다|담김/ })).toBeVisible()

  const desk = `/api/console/shop/products/${firstProduct._id}`
  const { product: good } = (await owner('GET', desk)) as { product: Good }
  const [option] = good.options
  if (!option) throw new Error('A product has an option')
  const [before, after] = [good.price, good.price + 6000].map((sum) => sum.toLocaleString('ko-KR'))
  await owner('PUT', desk, { price: good.price + 6000, updatedAt: good.updatedAt })
  await owner('POST', `${desk}/stock`, { option: option._id, amount: 1 - option.stock, kind: 'broken' })

  await page.goto('/cart')
  await expect(page.getByText('담은 뒤 가격이나 재고가 변경된 상품이 1개 있습니다.')).toBeVisible()
  await expect(page.getByText('재고가 1개 남았습니다.')).toBeVisible()
  await expect(page.locator('s', { hasText: before })).toBeVisible()
  await expect(page.getByText(`${after}원`).first()).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: '변경 내용 적용' }).click()
  await expect(page.getByText('담은 뒤 가격이나 재고가')).toBeHidden()
  await expect(page.locator('[data-slip]')).toContainText(after ?? '')
  await expect(page.getByRole('link', { name: '주문하기' }).first()).toBeVisible()

  await page.getByRole('button', { name: /삭제$/ }).last().click()
  await expect(page.getByRole('heading', { name: '최근 본 상품' })).toBeVisible()
  await expect(page.getByRole('link', { name: '방짜 유기 반상기' })).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: '기록 삭제' }).click()
  await expect(page.getByRole('heading', { name: '최근 본 상품' })).toBeHidden()
})

test('offers staff with only the refund permission the cancellation of an order and no other step', {
  tag: '@deep',
}, async ({ page, logIn, product }) => {
  const owner = await apiAs(product, 'owner')
  const { levels } = (await owner('GET', '/api/console/levels?limit=50')) as {
    levels: { _id: string; key: string; scopes: string[]; updatedAt: string }[]
  }
  const viewer = levels.find(({ key }) => key === 'viewer')
  if (!viewer) throw new Error('The demonstration has no viewer')
  await owner('PUT', `/api/console/levels/${viewer._id}`, {
    scopes: [...viewer.scopes, 'console:refunds:write'],
    updatedAt: viewer.updatedAt,
  })
  const first = async (state: string) => {
    const { orders } = (await owner('GET', `/api/console/shop/orders?state=${state}`)) as { orders: { _id: string }[] }
    return `/console/shop/orders/${orders[0]?._id}`
  }
  const [ready, shipped] = [await first('ready'), await first('preparing')]
  const id = shipped.split('/').at(-1)
  await owner('POST', `/api/console/shop/orders/${id}/ship`, { carrier: '우체국택배', tracking: '00000-0000-0000' })
  await logIn(page, 'manager')
  await page.goto(shipped)
  await expect(page.getByRole('button', { name: '배송 완료' })).toBeVisible()
  await logIn(page, 'viewer')
  await page.goto(ready)
  await expect(page.getByRole('button', { name: '주문 취소' })).toBeVisible()
  await navigateTo(page, shipped)
  await expect(page.getByRole('link', { name: '배송 조회' })).toHaveAttribute(
    'href',
    /^https:\/\/service\.epost\.go\.kr\//,
  )
  await expect(page.getByRole('button', { name: '배송 완료' })).toHaveCount(0)
})
