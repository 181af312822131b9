import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { withoutEvents } from './measure.ts'
import { expect, test } from './product.ts'
import { inParts, listOf, openScreens } from './routes.ts'
import { apiOf } from './staff.ts'

type FirstOf = (name: string) => Promise<string | undefined>

/** Records that the demonstration lacks, by the part of the screen's address before its id. */
const made: Record<string, (firstOf: FirstOf) => Promise<[path: string, body: object]>> = {
  messages: async () => ['/messages/test', { to: 'staff@example.com', subject: '시험' }],
  redirects: async () => ['/redirects', { fromPath: '/old', toPath: '/story' }],
  'auction/files': async (firstOf) => ['/auction/files', { title: { ko: '도록' }, file: await firstOf('media') }],
}

/** Where each screen is visited, with a record in place of `:id`. */
const addressesOf = async (page: Page, screens: readonly string[]): Promise<string[]> => {
  const api = await apiOf(page)
  const firstOf: FirstOf = async (name) => {
    const [records] = Object.values(await api.get(`/${name}?limit=1`)).filter(Array.isArray)
    return records?.[0]?._id as string | undefined
  }
  const addresses: string[] = []
  for (const screen of screens) {
    if (!screen.includes('/:id')) {
      addresses.push(screen)
      continue
    }
    const name = listOf(screen)
    let id = await firstOf(name)
    if (!id && made[name]) {
      await api.post(...(await made[name](firstOf)))
      id = await firstOf(name)
    }
    if (!id) throw new Error(`${screen}: the demonstration has no record to look at, and none is made here.`)
    addresses.push(screen.replace(':id', id))
  }
  return addresses
}

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

for (const [part, screens] of inParts(openScreens))
  test(`axe finds nothing in the console at 1440 px by day and by night, and at 390 px: ${part}`, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await withoutEvents(page)
    await logIn(page)
    for (const screen of await addressesOf(page, screens)) {
      await page.setViewportSize(wide)
      await page.goto(screen)
      await expect(page.locator('main h1').first()).toBeVisible()
      // What it shows has arrived.
      await page.waitForLoadState('networkidle')
      expect.soft(await violationsOf(page), screen).toEqual([])
      // Colours are the same at every width; parts of the public pages have one scheme.
      if (screen !== '/console/style/public') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        expect.soft(await violationsOf(page, { rules: ['color-contrast'] }), `${screen}, dark`).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
      // The same visit, made narrow: opening a screen takes longer than looking at it.
      await page.setViewportSize(narrow)
      await expect(page.locator('main h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect.soft(await violationsOf(page), `${screen}, narrow`).toEqual([])
    }
  })
