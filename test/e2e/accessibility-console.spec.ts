import { violationsOf } from './axe.ts'
import { addressesOf } from './console-addresses.ts'
import { goOn, untilQuiet } from './console-screen.ts'
import { withoutEvents } from './measure.ts'
import { expect, test } from './product.ts'
import { consoleScreens, inParts } from './routes.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

for (const [part, screens] of inParts(consoleScreens))
  test(`axe finds nothing in the console at 1440 px by day and by night, and at 390 px: ${part}`, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await withoutEvents(page)
    await logIn(page)
    await page.setViewportSize(wide)
    await page.goto('/console/dashboard')
    await expect(page.locator('main h1').first()).toBeVisible()
    for (const screen of await addressesOf(page, screens)) {
      await page.setViewportSize(wide)
      await goOn(page, screen)
      await expect(page.locator('main h1').first()).toBeVisible()
      expect.soft(await violationsOf(page), screen).toEqual([])
      // Colours are the same at every width; parts of the public pages have one scheme.
      if (screen !== '/console/style/public') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        expect.soft(await violationsOf(page, { rules: ['color-contrast'] }), `${screen}, dark`).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
      // The same visit, made narrow: opening a screen takes longer than looking at it.
      await untilQuiet(page, () => page.setViewportSize(narrow))
      await expect(page.locator('main h1').first()).toBeVisible()
      expect.soft(await violationsOf(page), `${screen}, narrow`).toEqual([])
    }
  })
