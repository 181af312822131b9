import { expect, test } from './product.ts'

// What the server laid out, before any script has measured it.
test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

for (const path of ['/project', '/en/project', '/cn/project'])
  test(`captions of ${path} leave the pictures below them alone`, async ({ page }) => {
    await page.goto(path)
    const cards = await page.locator('[data-caption]').evaluateAll((captions) =>
      captions.map((caption) => {
        const [card, words] = [caption.closest('li'), caption].map((element) => element?.getBoundingClientRect())
        return { left: Math.round(card?.left ?? 0), top: card?.top ?? 0, bottom: words?.bottom ?? 0 }
      }),
    )
    const columns = Object.values(Object.groupBy(cards, ({ left }) => left))
    expect(columns).toHaveLength(2)
    const gaps = columns.flatMap((column = []) => {
      const sorted = column.toSorted((a, b) => a.top - b.top)
      return sorted.slice(1).map(({ top }, at) => top - (sorted[at]?.bottom ?? 0))
    })
    expect(gaps.length).toBeGreaterThan(10)
    // Every caption has the same room; one line of 24 px more goes into the gap of 28 px (English: 36), one less adds to it.
    const line = 24
    const gap = path.startsWith('/en') ? 36 : 28
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap - line)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(gap + line)
  })

for (const path of ['/', '/en', '/cn', '/cn/business/building'])
  test(`${path} is as wide as a phone`, async ({ page }) => {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

for (const width of [390, 1544])
  test(`the first pictures of the masonry differ in height at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const heights = await page
      .locator('[data-caption]')
      .evaluateAll(
        (captions, count) =>
          captions
            .slice(0, count)
            .map((caption) =>
              Math.round(caption.closest('li')?.querySelector('img')?.getBoundingClientRect().height ?? 0),
            ),
        width < 1200 ? 2 : 3,
      )
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(40)
  })

for (const [path, widths] of [
  // A phone has no room for the longer line of the Korean one.
  ['/', [1200, 1544]],
  ['/en', [360, 390, 1544]],
  ['/cn', [360, 390, 1544]],
] as const)
  test(`the title of ${path} breaks only where it was written to`, async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      const { written, lines } = await page
        .getByRole('heading', { level: 1 })
        .locator('span')
        .last()
        .evaluate((title) => {
          const range = document.createRange()
          range.selectNodeContents(title)
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          return { written: (title.textContent ?? '').split('\n').length, lines: tops.size }
        })
      expect(lines, String(width)).toBe(written)
    }
  })
