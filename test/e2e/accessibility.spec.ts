import { violationsOf } from './axe.ts'
import { awake, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'
import { axePages, inParts } from './routes.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

for (const [part, paths] of inParts(axePages))
  test(`axe finds nothing on a page of each kind at 1440 and 390 px, and none is wider: ${part}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await withoutPopups(page)
    for (const path of paths) {
      await page.setViewportSize(wide)
      await page.goto(path)
      // The same visit, made narrow: opening a page takes longer than looking at it.
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size)
        expect.soft(await violationsOf(page), `${path} at ${size.width}`).toEqual([])
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(over, `${path} at ${size.width}`).toBe(0)
      }
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
