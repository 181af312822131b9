import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'

/** Rules of WCAG 2.2 A and AA and axe's best practices; nothing is switched off. */
const violationsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

const publicPages = [
  '/',
  '/en',
  '/cn',
  '/login',
  '/en/login',
  '/cn/login',
  '/nothing-here',
  '/business/building',
  '/cn/business/renovation',
  '/introduction/center',
  '/en/terms/privacy',
  '/consult',
  '/en/consult',
  '/cn/consult',
  '/consult/status',
  '/auction-search/하자',
  '/en/auction-search/nothing',
]
const screens = [
  '/console/dashboard',
  '/console/forms',
  '/console/boards',
  '/console/boards/create',
  '/console/popups',
  '/console/popups/create',
  '/console/banners',
  '/console/banners/create',
  '/console/lawyers',
  '/console/lawyers/create',
  '/console/practices',
  '/console/practices/create',
  '/console/offices',
  '/console/offices/create',
  '/console/pages',
  '/console/terms',
  '/console/terms/create',
  '/console/media',
  '/console/redirects',
  '/console/redirects/create',
  '/console/messages',
  '/console/setting',
  '/console/audit',
  '/console/password',
  '/console/style',
]
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Nothing moves any more: pictures, fonts and queries have arrived. */
const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

for (const viewport of sizes)
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, reducedMotion: 'reduce' } as object)

    for (const path of publicPages)
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path)
        await settle(page)
        expect(await violationsOf(page)).toEqual([])
      })

    for (const colorScheme of ['light', 'dark'] as const)
      test(`axe finds nothing in the console, ${colorScheme}`, async ({ page, logIn }) => {
        test.setTimeout(600_000)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await logIn(page)
        for (const path of screens) {
          await page.goto(path)
          await expect(page.locator('main h1').first()).toBeVisible()
          await settle(page)
          expect.soft(await violationsOf(page), path).toEqual([])
        }
      })
  })
