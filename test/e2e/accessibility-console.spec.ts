import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { consoleScreens } from './routes.ts'
import { apiOf } from './staff.ts'

/** Records that the demonstration lacks, by the part of the screen's address before its id. */
const made: Record<string, [path: string, body: object]> = {
  messages: ['/messages/test', { to: 'staff@example.com', subject: '시험' }],
  redirects: ['/redirects', { fromPath: '/old', toPath: '/story' }],
}

/** Where each screen is visited, with a record in place of `:id`. */
const addressesOf = async (page: Page): Promise<string[]> => {
  const api = await apiOf(page)
  const firstOf = async (name: string) => {
    const [records] = Object.values(await api.get(`/${name}?limit=1`)).filter(Array.isArray)
    return records?.[0]?._id as string | undefined
  }
  const addresses: string[] = []
  for (const screen of consoleScreens) {
    if (!screen.includes('/:id')) {
      addresses.push(screen)
      continue
    }
    const name = screen.replace('/console/', '').split('/:id')[0] ?? ''
    let id = await firstOf(name)
    if (!id && made[name]) {
      await api.post(...made[name])
      id = await firstOf(name)
    }
    if (!id) throw new Error(`${screen}: the demonstration has no record to look at, and none is made here.`)
    addresses.push(screen.replace(':id', id))
  }
  return addresses
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`axe finds nothing in the console at ${width} px, by day, and by night where it is wide`, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(420_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await logIn(page)
    for (const screen of await addressesOf(page)) {
      await page.goto(screen)
      await expect(page.locator('main h1').first()).toBeVisible()
      // What it shows has arrived.
      await page.waitForLoadState('networkidle')
      expect.soft(await violationsOf(page), screen).toEqual([])
      // Colours are the same at every width; parts of the public pages have one scheme.
      if (width < 1440 || screen === '/console/style/public') continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      expect.soft(await violationsOf(page, { rules: ['color-contrast'] }), `${screen}, dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
