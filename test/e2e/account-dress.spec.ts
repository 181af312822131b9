import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'

const teal = 'rgb(15, 107, 107)'
const bronze = 'rgb(138, 95, 43)'

/** The one header that is seen, and the colour of acts. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('header')].filter((header) => header.checkVisibility())
    const probe = document.createElement('a')
    probe.style.color = 'var(--bronze-700)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return { headers: seen.length, home: seen[0]?.querySelector('a')?.getAttribute('aria-label'), colour: color }
  })

for (const { prefix, login, firm, match } of [
  { prefix: '', login: '로그인', firm: '법무법인 대청', match: '대청 매칭' },
  { prefix: '/en', login: 'Log in', firm: 'DAECHEONG LAW', match: 'Daecheong Match' },
  { prefix: '/cn', login: '登录', firm: '大青', match: '大青对接' },
])
  test(`account pages have the look of the site one comes from: ${prefix || '/ko'}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${prefix}/match/fairs`)
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/login`)
    expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
    await expect(page.getByRole('link', { name: new RegExp(match) })).toBeVisible()

    // It stays while one is among account pages, in another language too.
    await page.goto(`${prefix}/join`)
    expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
    expect(await violationsOf(page)).toEqual([])

    await page.goto(`${prefix}/story`)
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/login`)
    expect(await lookOf(page)).toMatchObject({ headers: 1, colour: bronze })
    await page.goto(`${prefix}/recovery`)
    const look = await lookOf(page)
    expect(look).toMatchObject({ headers: 1, colour: bronze })
    expect(look.home).toContain(firm)
    expect(await violationsOf(page)).toEqual([])
  })

test('the customer centre has it too, and shows where one is in the menu of the hall', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/shop')
  await page.getByRole('banner').getByRole('link', { name: '고객센터', exact: true }).click()
  await page.waitForURL('**/center/notices')
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
  const here = page.getByRole('banner').getByRole('link', { name: '고객센터', exact: true })
  await expect(here).toHaveAttribute('aria-current', 'page')
  // Within the centre without a document of its own.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^자주 묻는 질문/ })
    .click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
  expect(await violationsOf(page)).toEqual([])

  await page.goto('/story')
  await page.getByRole('contentinfo').getByRole('link', { name: '고객센터', exact: true }).click()
  await page.waitForURL('**/center/notices')
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: bronze })
  // What is not there is said within the frame.
  const missing = await page.goto('/center/notices/01900000-0000-7000-8000-000000000000')
  expect(missing?.status()).toBe(404)
  expect((await lookOf(page)).headers).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test('pages of Match among the member’s own are in its look, and so is what follows them, without a document of its own', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'company')
  await page.goto('/me')
  await expect(page.locator('main h1')).toBeVisible()
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: bronze })
  const menu = page.getByRole('navigation', { name: '마이페이지' })
  await menu.getByRole('link', { name: '상담 요청' }).or(menu.locator('a[href="/me/matchings"]')).first().click()
  await expect(page).toHaveURL(/\/me\/matchings$/)
  await expect.poll(() => lookOf(page)).toMatchObject({ headers: 1, colour: teal })
  await menu.locator('a[href="/me/profile"]').click()
  await expect(page).toHaveURL(/\/me\/profile$/)
  await expect(page.locator('main h1')).toBeVisible()
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
  // The Firm's own pages are never in another look.
  await page.goto('/story')
  expect((await lookOf(page)).colour).toBe(bronze)
  await page.goBack()
  await expect(page.locator('main h1')).toBeVisible()
  expect((await lookOf(page)).colour).toBe(teal)
})

test('nothing of the other look is seen while the page loads, at 390 px too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auction')
  // The document alone: what is painted first.
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto('/login?next=/auction')
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: teal })
  await page.goto('/join', { referer: new URL('/story', page.url()).href })
  expect(await lookOf(page)).toMatchObject({ headers: 1, colour: bronze })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
