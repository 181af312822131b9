import { blockPopups, shiftOf, waitForFonts, waitForIdle, watchShifts } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

test('pictures below the first screen wait for the fonts, and neither shifts the layout', { tag: '@deep' }, async ({
  page,
}) => {
  await blockPopups(page)
  await watchShifts(page)
  const pictures: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/files/')) pictures.push(pathname)
  })
  const fonts = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await fonts.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/*.woff2')
  await page.goto('/')
  await requested
  await waitForIdle(page)
  expect(pictures).toHaveLength(1)
  fonts.resolve()
  await waitForFonts(page)
  await expect.poll(() => pictures.length, { intervals: [50] }).toBeGreaterThan(1)
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
})

for (const path of ['/', '/business/building'])
  test(`on a slow connection the fonts of ${path} come before the pictures below its first screen`, {
    tag: '@deep',
  }, async ({ page }) => {
    await blockPopups(page)
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
    // Count the pictures requested before the last font had loaded.
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

test('a style sheet that failed to load is retried three times', { tag: '@deep' }, async ({ page, logIn }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1440, height: 900 })
  await blockPopups(page)
  await logIn(page, 'company')
  await page.goto('/me')
  let lost = 0
  await page.route('**/assets/my-matchings*.css', async (route) => {
    lost += 1
    await (lost <= 3 ? route.abort() : route.continue())
  })
  await page.locator('a[href="/me/matchings"]').first().click()
  await expect(page.locator('main h1')).toBeVisible()
  // A style sheet that failed to load has no rules.
  const rules = () =>
    page.evaluate(() => {
      try {
        return [...document.styleSheets].find(({ href }) => href?.includes('my-matchings'))?.cssRules.length ?? 0
      } catch {
        return 0
      }
    })
  // The product waits up to 6 s before it retries a style sheet.
  const rulesLater = async () => {
    await page.clock.runFor(1000)
    return rules()
  }
  await expect.poll(rulesLater, { intervals: [50] }).toBeGreaterThan(0)
  expect(lost).toBe(4)
})

test('a style sheet requested by a navigation survives another navigation before it has loaded', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await blockPopups(page)
  await logIn(page, 'company')
  await page.addInitScript(() => {
    const removed: string[] = []
    Object.assign(window, { removed })
    new MutationObserver((list) => {
      for (const node of list.flatMap(({ removedNodes }) => [...removedNodes]))
        if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') removed.push(node.href)
    }).observe(document, { childList: true, subtree: true })
  })
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/my-matching-*.css', async (route) => {
    await line.promise
    await route.continue()
  })
  await page.goto('/me/matchings')
  const styleRequest = page.waitForRequest('**/assets/my-matching-*.css')
  await page.locator('main a[href*="/me/matchings/"]').first().click()
  await styleRequest
  // Click before the style sheet has loaded: the first navigation is abandoned.
  await page.locator('a[href="/me/products"]:visible').first().click()
  await expect(page).toHaveURL(/\/me\/products$/)
  line.resolve()
  await page.locator('a[href="/me/matchings"]:visible').first().click()
  await page.locator('main a[href*="/me/matchings/"]').first().click()
  await expect(page).toHaveURL(/\/me\/matchings\/\w+/)
  const links = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      return { removed: Reflect.get(window, 'removed'), pending: all.filter(({ sheet }) => sheet === null).length }
    })
  await expect.poll(links, { intervals: [50] }).toEqual({ removed: [], pending: 0 })
})
