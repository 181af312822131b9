import { addressesOf } from '../support/console-addresses.ts'
import { actAndWaitForIdle, navigateTo, open, title } from '../support/console-screen.ts'
import { findViolations } from '../support/find-violations.ts'
import { blockEvents } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'
import { consoleKinds, consoleScreens, inParts } from '../support/screen-routes.ts'

// src/console/kit/theme/contrast.test.ts computes the contrast of both color schemes from the tokens.

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

test('has no axe violations on a console screen of each kind', async ({ page, logIn }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await blockEvents(page)
  await logIn(page)
  await open(page, '/console/dashboard')
  for (const [kind, screens] of Object.entries(consoleKinds))
    for (const screen of await addressesOf(page, screens))
      await test.step(`${kind}: ${screen}`, async () => {
        await navigateTo(page, screen)
        await expect(title(page)).toBeVisible()
        expect.soft(await findViolations(page), screen).toEqual([])
        // Only lists and forms change their layout on a phone.
        if (kind !== 'list' && kind !== 'record') return
        await actAndWaitForIdle(page, () => page.setViewportSize(narrow))
        expect.soft(await findViolations(page), `${screen}, narrow`).toEqual([])
        await page.setViewportSize(wide)
      })
  await test.step('a dialog', async () => {
    await navigateTo(page, '/console/popups')
    await page.getByRole('checkbox', { name: '이 페이지 모두 선택' }).check()
    await page.getByRole('button', { name: '삭제', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect.soft(await findViolations(page), 'dialog').toEqual([])
  })
})

for (const [part, screens] of inParts(consoleScreens))
  test(`has no axe violations on any console screen, light, dark and narrow: ${part}`, { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await blockEvents(page)
    await logIn(page)
    await page.setViewportSize(wide)
    await page.goto('/console/dashboard')
    await expect(page.locator('main h1').first()).toBeVisible()
    for (const screen of await addressesOf(page, screens)) {
      await page.setViewportSize(wide)
      await navigateTo(page, screen)
      await expect(page.locator('main h1').first()).toBeVisible()
      expect.soft(await findViolations(page), screen).toEqual([])
      // Colors are the same at every width; components of the public pages have one scheme.
      if (screen !== '/console/style/public') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        expect.soft(await findViolations(page, { rules: ['color-contrast'] }), `${screen}, dark`).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
      // Resize instead of loading again: opening a screen takes longer than the axe run.
      await actAndWaitForIdle(page, () => page.setViewportSize(narrow))
      await expect(page.locator('main h1').first()).toBeVisible()
      expect.soft(await findViolations(page), `${screen}, narrow`).toEqual([])
    }
  })
