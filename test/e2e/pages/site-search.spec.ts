import type { Page } from '@playwright/test'
import { logIn as headersOf } from '../../server/start-application.ts'
import { navigateTo } from '../support/console-screen.ts'
import { often } from '../support/log-in-staff.ts'
import { navigateWithRouter, waitForHydration } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Search from the header, and redirects; test/pages tests result pages, sitemap and robots.txt.

const results = 'main ol > li'

/** Opens the search panel of the header, which needs no script; returns its field. */
const openSearch = async (page: Page) => {
  await page
    .locator('header summary')
    .filter({ has: page.locator('svg') })
    .last()
    .click()
  return page.locator('header input[type="search"]').first()
}

test('shows results of the header’s search by kind with the term highlighted, and keeps it in the field', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const field = await openSearch(page)
  await expect(field).toBeFocused()
  await field.fill('하자')
  await field.press('Enter')
  await page.waitForURL('**/auction-search/%ED%95%98%EC%9E%90')
  await expect(page.locator('h1')).toHaveText('‘하자’ 검색 결과')
  await expect(page.locator('main input[type="search"]')).toHaveValue('하자')
  await expect(page.locator('main h2')).toHaveText([/업무 분야/, /변호사/, /수행 사례/, /소식/, /공지사항/])
  for (const mark of await page.locator('main mark').all()) await expect(mark).toHaveText(/^하자/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: '소식 결과 전체 보기' }).click()
  await page.waitForURL('**?kind=story')
  await expect(page.locator('main h2')).toHaveText([/소식/])
  expect(await page.locator(results).count()).toBeGreaterThan(5)
  // By keyboard: type another term into the field of the page.
  await page.locator('main input[type="search"]').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('gkwk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('‘gkwk’에 대한 결과가 없어 한/영 전환한 ‘하자’의 검색 결과를 표시합니다.')).toBeVisible()
  await expect(page.locator('main input[type="search"]')).toHaveValue('gkwk')
  // Search from the header of a result page: a term with a space, and an empty one.
  await (await openSearch(page)).fill('하자 소송')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/auction-search/%ED%95%98%EC%9E%90%20%EC%86%8C%EC%86%A1')
  await (await openSearch(page)).fill('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auction-search$/)
})

test('keeps the open panel and the text typed before hydration', { tag: '@deep' }, async ({ page }) => {
  const asleep = Promise.withResolvers<void>()
  await page.route('**/entry.client-*.js', async (route) => {
    await asleep.promise
    await route.continue()
  })
  await page.goto('/')
  const field = await openSearch(page)
  await field.fill('하자')
  asleep.resolve()
  await waitForHydration(page)
  await expect(field).toHaveValue('하자')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('‘하자’ 검색 결과')
})

// test/pages/search-pages.spec.ts tests terms in all languages.
test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  for (const [prefix, tag] of [
    ['', []],
    ['/en', ['@deep']],
    ['/cn', ['@deep']],
  ] as const)
    test(`leads from the form to the results of its term, which fit into a phone: ${prefix || '/'}`, {
      tag: [...tag],
    }, async ({ page }) => {
      await page.goto(`${prefix}/auction-search`)
      await page.locator('main input[type="search"]').fill('없는말xyz')
      await page.locator('main input[type="search"]').press('Enter')
      await page.waitForURL(`**${prefix}/auction-search/*xyz`)
      await expect(page.locator('h1')).toContainText('없는말xyz')
      await expect(page.locator('main ul a')).toHaveCount(5)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
})

test('shows that a page is gone also after hydration, and follows a redirect within the site', async ({
  page,
  product,
}) => {
  const headers = { ...(await headersOf(product, 'owner')), 'content-type': 'application/json' }
  const create = async (body: object) =>
    (await fetch(`${product.url}/api/console/redirects`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status
  expect(await create({ fromPath: '/old-flyer', toPath: '/auction-search' })).toBe(201)
  expect(await create({ fromPath: '/story/given-up', status: '410' })).toBe(201)
  const statusOf = async (path: string) => (await fetch(product.url + path, { redirect: 'manual' })).status
  await expect.poll(() => statusOf('/old-flyer'), often).toBe(301)
  await expect.poll(() => statusOf('/en/story/given-up'), often).toBe(410)
  await page.goto('/en/story/given-up')
  await expect(page.locator('h1')).toHaveText('This page has been removed')
  await waitForHydration(page)
  await expect(page.locator('h1')).toHaveText('This page has been removed')
  await page.getByRole('link', { name: 'Search the site' }).click()
  await page.waitForURL('**/en/auction-search')
  await page.goto('/consult')
  await waitForHydration(page)
  await navigateWithRouter(page, '/old-flyer')
  await page.waitForURL('**/auction-search')
  await expect(page.locator('h1')).toBeVisible()
})

test('lets staff add a redirect, shows an error at its field and the saved redirect in the list', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/redirects/create')
  await page.locator('#field-fromPath').fill('/from-here')
  await page.locator('#field-toPath').fill('/en/from-here')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('기존 주소와 같습니다. 다른 주소를 입력해 주세요.').first()).toBeVisible()
  await page.locator('#field-toPath').fill('/story')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201)
  await page.getByRole('button', { name: '저장' }).click()
  await saved
  await navigateTo(page, '/console/redirects')
  await expect(page.getByRole('link', { name: '/from-here' })).toBeVisible()
})
