import type { Page } from '@playwright/test'
import { newKey } from '../../src/kit/client.ts'
import { logIn } from '../application.ts'
import { photograph } from '../files.ts'
import { apiAs } from './api-as.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'

// It changes prices and stock that other specs read.
test.use({ installation: 'shop-shelf' })

const teaSet = '청자 다기 한 벌'

/** Until the page is awake, what is pressed on it is the browser's alone. */
const awake = (page: Page) => expect(page.locator('[data-awake="true"]').first()).toBeAttached()

interface Good {
  _id: string
  updatedAt: string
  price: number
  options: { _id: string; stock: number }[]
}

test('the pictures of a product are gone through by keys, looked at closely, and given up with Escape', async ({
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
  expect(await violationsOf(page)).toEqual([])
})

test('a picture with more pixels than a screen is looked at in tiles, once they are cut', async ({ page, product }) => {
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

  const closely = async () => {
    await page.goto(`/shop/products/${id}`)
    await awake(page)
    const looked = page.waitForRequest(new RegExp(`/files/${picture._id}/(t9\\.0\\.0|1440)\\.webp$`))
    await page.getByRole('button', { name: /확대해서 보기/ }).click()
    const url = (await looked).url()
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
    return url.split('/').at(-1)
  }
  expect(await closely()).toBe('1440.webp')
  await expect.poll(async () => (await page.request.get(`/files/${picture._id}/tiles`)).status()).toBe(200)
  expect(await closely()).toBe('t9.0.0.webp')
  // As close as it goes there are tiles of the last level.
  const last = page.waitForResponse(/\/t12\.\d+\.\d+\.webp$/)
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('+')
  expect((await last).status()).toBe(200)

  // Whatever hinders that, the ordinary picture is shown.
  const tiles = `**/files/${picture._id}/tiles`
  await page.route(tiles, (route) => route.fulfill({ body: '<html>' }))
  expect(await closely()).toBe('1440.webp')
  await page.unroute(tiles)
  await page.route(tiles, () => {})
  expect(await closely()).toBe('1440.webp')
})

test('on a phone the acts of a product stay at its foot, and a list is narrowed and ordered in sheets', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  await awake(page)
  await page.getByRole('button', { name: '조건 선택' }).click()
  const filters = page.getByRole('dialog', { name: '조건 선택' })
  await expect(filters).toBeVisible()
  await filters.getByLabel('할인 중인 상품').check()
  await expect(page).toHaveURL(/reduced=true/)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: '인기순' }).click()
  await page.getByRole('dialog', { name: '정렬' }).getByRole('link', { name: '낮은 가격순' }).click()
  await expect(page).toHaveURL(/reduced=true&order=cheap/)
  await expect(page.getByRole('dialog', { name: '정렬' })).toBeHidden()

  await page.getByRole('link', { name: teaSet }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: teaSet })).toBeVisible()
  await page.getByRole('heading', { name: '상품 문의' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: '장바구니에 담기' })).toBeInViewport()
  // Nothing is wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a cart tells what has changed since, takes it as it is at one press, and shows what was seen once it is empty', async ({
  page,
  product,
}) => {
  const owner = await apiAs(product, 'owner')
  const { products } = (await owner('GET', '/api/v1/shop/products?q=%EC%9C%A0%EA%B8%B0')) as { products: Good[] }
  const [shown] = products
  if (!shown) throw new Error('The demonstration has no such product')
  await page.goto(`/shop/products/${shown._id}`)
  await awake(page)
  await page.getByRole('button', { name: '수량 늘리기' }).click()
  await page.getByRole('button', { name: '장바구니에 담기' }).click()
  await expect(page.getByRole('button', { name: /담았습니다|담김/ })).toBeVisible()

  const desk = `/api/console/shop/products/${shown._id}`
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
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '변경 내용 적용' }).click()
  await expect(page.getByText('담은 뒤 가격이나 재고가')).toBeHidden()
  await expect(page.locator('[data-slip]')).toContainText(after ?? '')
  await expect(page.getByRole('link', { name: '주문하기' }).first()).toBeVisible()

  await page.getByRole('button', { name: /삭제$/ }).last().click()
  await expect(page.getByRole('heading', { name: '최근 본 상품' })).toBeVisible()
  await expect(page.getByRole('link', { name: '방짜 유기 반상기' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '기록 삭제' }).click()
  await expect(page.getByRole('heading', { name: '최근 본 상품' })).toBeHidden()
})

test('who may refund and not write in the shop is offered the cancelling of an order, and nothing else', async ({
  page,
  logIn,
  product,
}) => {
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
  await page.goto(shipped)
  await expect(page.getByRole('link', { name: '배송 조회' })).toHaveAttribute(
    'href',
    /^https:\/\/service\.epost\.go\.kr\//,
  )
  await expect(page.getByRole('button', { name: '배송 완료' })).toHaveCount(0)
})
