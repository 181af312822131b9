import type { Page } from '@playwright/test'
import { awake, dressed, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

// What clients ask, on a phone, from the first page: two steps at most, a step being a page one goes to.

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => withoutPopups(page))

// The path of the page above its title is a list as well.
const results = 'main section ol > li'

/** Opens the menu, types into its search: one step, to the results. */
const lookFor = async (page: Page, words: string) => {
  await page.goto('/')
  await awake(page)
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  const field = page.locator('#drawer input[type="search"]')
  await field.fill(words)
  await field.press('Enter')
  await page.waitForURL('**/auction-search/*')
  await expect(page.locator(results).first()).toBeVisible()
}

const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

for (const [asked, answer] of [
  ['누수', /누수|물이 새|물이 나|샌 물/],
  ['지하주차장 누수', /지하주차장.*(누수|물)|(누수|물).*지하주차장/],
  ['물이 새요', /누수|물이 새/],
  ['상담료', /상담료는 30분에 55,000원/],
  ['보증금', /보증금/],
  ['담보책임 기간', /담보책임 ?기간/],
] as const)
  test(`${asked}: the results say it, and the first leads to a page that does`, async ({ page }) => {
    await lookFor(page, asked)
    const first = page.locator(results).first()
    await expect(first).toContainText(answer)
    await expect(first.locator('mark').first()).toBeVisible()
    for (const excerpt of await page.locator(`${results} p`).allTextContents()) expect(excerpt).not.toContain(' · ')
    await noSidewaysScroll(page)
    await first.getByRole('link').click()
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('main')).toContainText(answer)
  })

test('전화번호: one tap away on the first page, and the search says it with the offices', async ({ page }) => {
  await page.goto('/')
  const call = page.locator('header a[href^="tel:"]').filter({ visible: true })
  await expect(call).toHaveAttribute('aria-label', /전화 [\d-]+/)
  const number = (await call.getAttribute('href'))?.slice('tel:'.length) ?? ''
  await lookFor(page, '전화번호')
  await expect(page.locator('main').getByRole('link', { name: number })).toBeVisible()
  await expect(page.locator('main h2')).toContainText([/사무소/])
})

for (const [prefix, typed, nearest] of [
  ['', '누쑤', '누수'],
  ['/en', 'warrenty', 'warranty'],
  ['/cn', '漏水 没有的词', '漏水'],
] as const)
  test(`nothing has it: the nearest is said, and the telephone: ${typed}`, async ({ page }) => {
    await page.goto(`${prefix}/auction-search/${encodeURIComponent(typed)}`)
    await expect(page.locator('main')).toContainText(nearest)
    await expect(page.locator(results).first()).toBeVisible()
    await expect(page.locator('main a[href^="tel:"]')).toBeVisible()
    await noSidewaysScroll(page)
  })

for (const [prefix, title] of [
  ['', '페이지를 찾을 수 없습니다'],
  ['/en', 'Page not found'],
  ['/cn', '页面不存在'],
] as const)
  test(`a page that is not there offers search and telephone: ${prefix || '/'}`, async ({ page }) => {
    const answer = await page.goto(`${prefix}/no-such-page`)
    expect(answer?.status()).toBe(404)
    await expect(page.locator('h1')).toHaveText(title)
    await expect(page.locator('main a[href^="tel:"]')).toBeVisible()
    await noSidewaysScroll(page)
    await awake(page)
    await page.locator('main input[type="search"]').fill('2026')
    await page.locator('main input[type="search"]').press('Enter')
    await page.waitForURL(`**${prefix}/auction-search/2026`)
  })

test('an address that no page has, below one of another site, wakes as it was sent', async ({ page }) => {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(String(error)))
  for (const path of ['/me/nothing', '/en/join/nothing/here', '/cn/orders/a/b/c']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await awake(page)
    await expect(page.locator('h1')).toHaveCount(1)
  }
  expect(wrong).toEqual([])
})

test('what the header offers beside the telephone is named for what it opens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const consult = page.locator('header a[href="/consult"]').filter({ visible: true })
  await expect(consult).toHaveText('상담 신청')
  await expect(page.locator('header')).not.toContainText('채팅')
  for (const prefix of ['', '/en', '/cn'])
    for (const width of [390, 768, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${prefix}/`)
      await dressed(page)
      const ends = await page
        .locator('header :is(a, summary, button)')
        .filter({ visible: true })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      expect(Math.max(...ends), `${prefix} ${width}`).toBeLessThanOrEqual(width)
    }
  await page.goto('/')
  await consult.click()
  await expect(page.locator('main form')).toBeVisible()
})

test('no profile of a lawyer scrolls sideways on a phone, in any language', async ({ page, product }) => {
  const { lawyers } = (await (await fetch(`${product.url}/api/v1/lawyers`)).json()) as { lawyers: { key: string }[] }
  expect(lawyers.length).toBeGreaterThan(10)
  for (const { key } of lawyers)
    for (const prefix of ['', '/en', '/cn']) {
      await page.goto(`${prefix}/introduction/lawyer/${key}`, { waitUntil: 'domcontentloaded' })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${prefix} ${key}`).toBeLessThanOrEqual(0)
    }
})
