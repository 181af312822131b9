import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'

const screens = [
  'dashboard',
  'forms',
  'forms/kept',
  'boards',
  'boards/create',
  'boards/comments',
  'popups',
  'popups/create',
  'banners',
  'banners/create',
  'lawyers',
  'lawyers/create',
  'practices',
  'practices/create',
  'offices',
  'offices/create',
  'pages',
  'terms',
  'terms/create',
  'media',
  'redirects',
  'redirects/create',
  'messages',
  'setting',
  'audit',
  'password',
  'style',
]

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`axe finds nothing in the console at ${width} px, by day, and by night where it is wide`, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await logIn(page)
    for (const screen of screens) {
      await page.goto(`/console/${screen}`)
      await expect(page.locator('main h1').first()).toBeVisible()
      // What it shows has arrived.
      await page.waitForLoadState('networkidle')
      expect.soft(await violationsOf(page), screen).toEqual([])
      // Colours are the same at every width.
      if (width < 1440) continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      expect.soft(await violationsOf(page, { rules: ['color-contrast'] }), `${screen}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
