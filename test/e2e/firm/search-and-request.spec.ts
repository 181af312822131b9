import type { Page } from '@playwright/test'
import { blockPopups, navigateWithRouter, waitForFonts, waitForHydration } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Tests how visitors find an answer on a phone; test/pages/search-answers.spec.ts tests the answers.

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => blockPopups(page))

/** Scoped to `section`: the breadcrumb above the title is a list as well. */
const results = 'main section ol > li'

const staysWithin = async (page: Page, what = '') =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)

test('the menu of the home page leads in one step to results, and these to an answer', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('header a[href^="tel:"]').filter({ visible: true })).toHaveCount(1)
  await waitForHydration(page)
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  const field = page.locator('#drawer input[type="search"]')
  await field.fill('물이 새요')
  await field.press('Enter')
  await page.waitForURL('**/auction-search/*')
  const first = page.locator(results).first()
  await expect(first).toContainText(/누수|물이 새/)
  await staysWithin(page)
  for (const words of ['누수', '지하주차장 누수', '상담료', '보증금', '담보책임 기간', '전화번호', '누쑤'])
    await test.step(words, async () => {
      await navigateWithRouter(page, `/auction-search/${encodeURIComponent(words)}`)
      await expect(page.locator('h1')).toContainText(words)
      await expect(first).toBeVisible()
      await staysWithin(page, words)
    })
  await first.getByRole('link').click()
  await expect(page).not.toHaveURL(/auction-search/)
  await expect(page.locator('h1')).toBeVisible()
  for (const path of ['/en/auction-search/warrenty', `/cn/auction-search/${encodeURIComponent('漏水 没有的词')}`]) {
    await page.goto(path)
    await expect(first).toBeVisible()
    await staysWithin(page, path)
  }
})

/** Opens an unknown address, expects it to hydrate without errors, and searches from there. */
const searchFromNowhere = async (page: Page, prefix: string, path: string) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  expect((await page.goto(prefix + path))?.status()).toBe(404)
  await waitForHydration(page)
  await expect(page.locator('h1')).toHaveCount(1)
  await staysWithin(page)
  await page.locator('main input[type="search"]').fill('2026')
  await page.locator('main input[type="search"]').press('Enter')
  await page.waitForURL(`**${prefix}/auction-search/2026`)
  expect(errors).toEqual([])
}

test('an unknown address hydrates unchanged and searches the site', async ({ page }) => {
  await searchFromNowhere(page, '', '/no-such-page')
  await searchFromNowhere(page, '/en', '/join/nothing/here')
})

test('an unknown address hydrates unchanged and searches the site, in each language and site', {
  tag: '@deep',
}, async ({ page }) => {
  for (const prefix of ['/en', '/cn']) await searchFromNowhere(page, prefix, '/no-such-page')
  await searchFromNowhere(page, '', '/me/nothing')
  await searchFromNowhere(page, '/cn', '/orders/a/b/c')
})

test('the header links to the chat in a messenger and fits into every width', { tag: '@deep' }, async ({ page }) => {
  const chat = page.locator('header a[href="https://messenger.example.com/daecheong"]').filter({ visible: true })
  for (const prefix of ['/en', '/cn', ''])
    await test.step(prefix || '/', async () => {
      await page.goto(`${prefix}/`)
      await waitForFonts(page)
      for (const width of [390, 768, 1200, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const ends = await page
          .locator('header :is(a, summary, button)')
          .filter({ visible: true })
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
        expect(Math.max(...ends), String(width)).toBeLessThanOrEqual(width)
      }
    })
  await expect(chat).toHaveText('채팅 상담')
  await expect(chat).toHaveAttribute('target', '_blank')
})

test.describe('the profile of a lawyer', () => {
  test.use({ javaScriptEnabled: false })

  const lawyersOf = async (origin: string) => {
    const { lawyers } = (await (await fetch(`${origin}/api/v1/lawyers`)).json()) as { lawyers: { key: string }[] }
    expect(lawyers.length).toBeGreaterThan(10)
    return lawyers.map(({ key }) => key)
  }
  const measure = async (page: Page, path: string) => {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await staysWithin(page, path)
  }

  test('does not scroll sideways on a phone', async ({ page, product }) => {
    for (const key of (await lawyersOf(product.url)).slice(0, 3)) await measure(page, `/introduction/lawyer/${key}`)
  })

  test('does not scroll sideways on a phone, for any lawyer in any language', { tag: '@deep' }, async ({
    page,
    product,
  }) => {
    for (const key of await lawyersOf(product.url))
      for (const prefix of ['', '/en', '/cn']) await measure(page, `${prefix}/introduction/lawyer/${key}`)
  })
})
