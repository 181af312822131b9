import { shiftOf, watchShifts, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

for (const path of ['/', '/business/building'])
  test(`on a slow line the fonts of ${path} come before the pictures below its first screen`, async ({ page }) => {
    await withoutPopups(page)
    await watchShifts(page)
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
      connectionType: 'cellular3g',
    })
    await page.goto(path)
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[data-faces]')?.media === 'all',
      undefined,
      { timeout: 40_000 },
    )
    // What was requested before the last of the fonts had come.
    const pictures = await page.evaluate(() => {
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const dressed = Math.max(
        ...requests.filter(({ name }) => name.endsWith('.woff2')).map((font) => font.responseEnd),
      )
      return requests.filter(({ name, startTime }) => name.includes('/files/') && startTime < dressed).length
    })
    expect(pictures).toBe(1)
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
  })

test('a style sheet that was lost on its way is asked for again', async ({ page, logIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await withoutPopups(page)
  await logIn(page, 'company')
  await page.goto('/me')
  let lost = 0
  await page.route('**/assets/my-matchings*.css', async (route) => {
    lost += 1
    await (lost <= 2 ? route.abort() : route.continue())
  })
  await page.locator('a[href="/me/matchings"]').first().click()
  await expect(page.locator('main h1')).toBeVisible()
  await expect.poll(() => lost).toBe(3)
  // In force once it is there.
  await expect
    .poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('my-matchings'))))
    .toBe(true)
})
