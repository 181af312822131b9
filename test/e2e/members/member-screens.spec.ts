import type { Page } from '@playwright/test'
import { navigateTo } from '../support/console-screen.ts'
import { findViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const shot = async (page: Page, path: string) => {
  if (!process.env.SCREENS) return
  const name = `${path.replaceAll('/', '-')}-${page.viewportSize()?.width}`
  await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true })
}

test("a member's screens have no axe violations and fit into a phone", async ({ page, logIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(page, 'member')
  await page.goto('/me')
  const own = ['/me', '/me/profile', '/me/comments', '/me/bookmarks', '/me/security', '/me/consents', '/me/withdraw']
  for (const path of own) {
    if (path !== '/me') await navigateTo(page, path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.locator('main h1')).toBeVisible()
    if (path === '/me/comments') await expect(page.locator('main article, main ul li').first()).toBeVisible()
    expect.soft(await overflow(page), path).toBe(0)
    // Other specs run axe on the other screens, with more content.
    if (/^\/me(\/(profile|comments|withdraw))?$/.test(path)) expect.soft(await findViolations(page), path).toEqual([])
  }
})

/** Covers every language. */
const screens = [
  '/me',
  '/me/profile',
  '/en/me/company',
  '/me/company',
  '/me/bookmarks',
  '/cn/me/bookmarks',
  '/en/me/comments',
  '/me/security',
  '/me/consents',
  '/cn/me/consents',
  '/me/withdraw',
  '/en/me/withdraw',
]

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`a company's screens have no axe violations and fit into ${width} px`, { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await logIn(page, 'company')
    for (const path of screens) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      expect.soft(await findViolations(page), path).toEqual([])
      expect.soft(await overflow(page), path).toBe(0)
      await shot(page, path)
    }
  })
