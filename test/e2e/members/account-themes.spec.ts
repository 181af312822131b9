import type { Page } from '@playwright/test'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const teal = 'rgb(15, 107, 107)'
const bronze = 'rgb(138, 95, 43)'

/** Returns the visible header and the accent color. */
const readTheme = (page: Page) =>
  page.evaluate(() => {
    const visibleHeaders = [...document.querySelectorAll('header')].filter((header) => header.checkVisibility())
    const probe = document.createElement('a')
    probe.style.color = 'var(--bronze-700)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return {
      headers: visibleHeaders.length,
      home: visibleHeaders[0]?.querySelector('a')?.getAttribute('aria-label'),
      colour: color,
    }
  })

const languages = [
  { prefix: '', login: '로그인', firm: '법무법인 대청', match: '대청 매칭' },
  { prefix: '/en', login: 'Log in', firm: 'DAECHEONG LAW', match: 'Daecheong Match' },
  { prefix: '/cn', login: '登录', firm: '大青', match: '大青对接' },
]

for (const { prefix, login, firm, match } of languages)
  test(`account pages have the theme of the site that the visitor comes from: ${prefix || '/'}`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto(`${prefix}/match/fairs`)
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/login`)
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
    await expect(page.getByRole('link', { name: new RegExp(match) })).toBeVisible()

    // The theme persists on the next account page.
    await page.goto(`${prefix}/join`)
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
    expect(await findStateViolations(page)).toEqual([])

    await page.goto(`${prefix}/story`)
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/login`)
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: bronze })
    await page.goto(`${prefix}/recovery`)
    const theme = await readTheme(page)
    expect(theme).toMatchObject({ headers: 1, colour: bronze })
    expect(theme.home).toContain(firm)
    expect(await findStateViolations(page)).toEqual([])
  })

test('the customer centre keeps the theme of the previous site, and paints no other theme while it loads', {
  tag: '@deep',
}, async ({ page }) => {
  await test.step('arrives from the shop and keeps its theme without a new document', async () => {
    await page.goto('/shop')
    await page.getByRole('banner').getByRole('link', { name: '고객센터', exact: true }).click()
    await page.waitForURL('**/center/notices')
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
    const centreLink = page.getByRole('banner').getByRole('link', { name: '고객센터', exact: true })
    await expect(centreLink).toHaveAttribute('aria-current', 'page')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^자주 묻는 질문/ })
      .click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
    expect(await findStateViolations(page)).toEqual([])
  })
  await test.step('arrives from the Firm and reports a missing notice within its layout', async () => {
    await page.goto('/story')
    await page.getByRole('contentinfo').getByRole('link', { name: '고객센터', exact: true }).click()
    await page.waitForURL('**/center/notices')
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: bronze })
    const missing = await page.goto('/center/notices/01900000-0000-7000-8000-000000000000')
    expect(missing?.status()).toBe(404)
    expect((await readTheme(page)).headers).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })
  await test.step('has its theme before any script of the page runs, at 390 px', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route(/\.js$/, (route) => route.abort())
    await page.goto('/login?next=/auction')
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
    await page.goto('/join', { referer: new URL('/story', page.url()).href })
    expect(await readTheme(page)).toMatchObject({ headers: 1, colour: bronze })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

test("a member's pages of Match have its theme, and pages opened from them keep it without a new document", {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'company')
  await page.goto('/me')
  await expect(page.locator('main h1')).toBeVisible()
  expect(await readTheme(page)).toMatchObject({ headers: 1, colour: bronze })
  const menu = page.getByRole('navigation', { name: '마이페이지' })
  await menu.getByRole('link', { name: '상담 요청' }).or(menu.locator('a[href="/me/matchings"]')).first().click()
  await expect(page).toHaveURL(/\/me\/matchings$/)
  await expect.poll(() => readTheme(page), { intervals: [100] }).toMatchObject({ headers: 1, colour: teal })
  await menu.locator('a[href="/me/profile"]').click()
  await expect(page).toHaveURL(/\/me\/profile$/)
  await expect(page.locator('main h1')).toBeVisible()
  expect(await readTheme(page)).toMatchObject({ headers: 1, colour: teal })
  // The Firm's pages always use the Firm's theme.
  await page.goto('/story')
  expect((await readTheme(page)).colour).toBe(bronze)
  await page.goBack()
  await expect(page.locator('main h1')).toBeVisible()
  expect((await readTheme(page)).colour).toBe(teal)
})
