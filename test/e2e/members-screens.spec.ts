import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'

/** Screens behind the log-in, each language among them. */
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
  test(`axe finds nothing on my page at ${width} px, and no screen is wider`, async ({ page, logIn }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await logIn(page, 'company')
    for (const path of screens) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      expect.soft(await violationsOf(page), path).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      if (process.env.SCREENS)
        await page.screenshot({
          path: `${process.env.SCREENS}/${path.replaceAll('/', '-')}-${width}.png`,
          fullPage: true,
        })
    }
  })

test('axe finds nothing on the steps of joining', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/join')
  await page.locator('input[value="COMPANY"]').check()
  await page.locator('main form button[type="submit"]').click()
  await page.waitForURL('**/join/consents')
  await expect(page.locator('[name="privacy"]')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/join-consents.png`, fullPage: true })
  await page.locator('main form button[type="submit"]').click()
  await expect(page.locator('main [role="alert"] p')).toBeVisible()
  await page.locator('[name="all"]').check()
  const offered = page.waitForResponse('**/api/v1/users/certify')
  await page.locator('main form button[type="submit"]').click()
  await page.waitForURL('**/join/code')
  await offered
  await page.locator('[name="contact"]').fill('axe@example.com')
  // No provider of identity verification is set.
  await expect(page.locator('a[href$="/join/identity"]')).toHaveCount(0)
  await page.locator('main form button[type="submit"]').click()
  await expect(page.locator('[name="code"]')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/join-code.png`, fullPage: true })
})
