import { violationsOf } from './axe.ts'
import { withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

/** A page of each kind, each language among them; what a page becomes by acting on it is looked at where it is tested. */
const pages = [
  '/',
  '/en',
  '/cn',
  '/login',
  '/en/login',
  '/cn/login',
  '/nothing-here',
  '/introduction/center',
  '/introduction/lawyer',
  '/introduction/lawyer/jung-hayoon',
  '/introduction/lawyer-han-idam',
  '/business/building',
  '/cn/business/renovation',
  '/construction',
  '/contact/seoul',
  '/en/contact/gwangju',
  '/en/terms/privacy',
  '/cn/terms/email',
  '/consult',
  '/en/consult',
  '/cn/consult',
  '/consult/status',
  '/auction-search',
  '/auction-search/하자',
  '/cn/auction-search/하자?kind=story',
  '/en/auction-search/nothing',
]

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`axe finds nothing on a page of each kind at ${width} px, and none is wider`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await withoutPopups(page)
    for (const path of pages) {
      await page.goto(path)
      expect.soft(await violationsOf(page), path).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
  })

test('axe finds nothing on the home page with its popups', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('complementary').or(page.getByRole('dialog')).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
