import { violationsOf } from './axe.ts'
import { awake, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'
import { axePages } from './routes.ts'

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`axe finds nothing on a page of each kind at ${width} px, and none is wider`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await withoutPopups(page)
    for (const path of axePages) {
      await page.goto(path)
      expect.soft(await violationsOf(page), path).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
  })

test('axe finds nothing on the home page with its popups', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await awake(page)
  await page.evaluate(() => scrollTo({ top: 1.2 * innerHeight, behavior: 'instant' }))
  await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
