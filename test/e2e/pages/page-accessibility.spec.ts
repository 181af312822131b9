import type { Page } from '@playwright/test'
import { findViolations } from '../support/find-violations.ts'
import { blockFilms, blockPopups, waitForHydration } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'
import { axeKinds, axePages, inParts } from '../support/screen-routes.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('has no axe violations on a public page of each kind', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockFilms(page)
  await blockPopups(page)
  for (const [kind, path] of Object.entries(axeKinds))
    await test.step(`${kind}: ${path}`, async () => {
      await page.goto(path)
      expect.soft(await findViolations(page), path).toEqual([])
      await page.setViewportSize(narrow)
      expect.soft(await overflowOf(page), `${path} at 390 px`).toBe(0)
      // Includes the layouts of both sites, whose menus become drawers on a phone.
      if (kind === 'practice' || kind === 'hall') expect.soft(await findViolations(page), `${path}, narrow`).toEqual([])
      await page.setViewportSize(wide)
    })
})

test('has no axe violations on the home page with its popups', { tag: '@deep' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockFilms(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => scrollTo({ top: 1.2 * innerHeight, behavior: 'instant' }))
  await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

for (const [part, paths] of inParts(axePages))
  test(`has no axe violations and no overflow on any kind of page, wide and narrow: ${part}`, {
    tag: '@deep',
  }, async ({ page }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await blockPopups(page)
    for (const path of paths) {
      await page.setViewportSize(wide)
      await page.goto(path)
      // Resize instead of loading again: opening a page takes longer than the axe run.
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size)
        expect.soft(await findViolations(page), `${path} at ${size.width}`).toEqual([])
        expect.soft(await overflowOf(page), `${path} at ${size.width}`).toBe(0)
      }
    }
  })
