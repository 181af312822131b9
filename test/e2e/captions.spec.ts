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
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap - line - 1)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(gap + line + 1)
  })

for (const path of ['/', '/en', '/cn', '/cn/business/building'])
  test(`${path} is as wide as a phone`, async ({ page }) => {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
