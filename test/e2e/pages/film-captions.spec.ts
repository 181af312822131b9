import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'

// Test the layout of the server's HTML, before a script measures anything.
test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 844 })

const fitsPhone = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

/** Distance in px between the highest and the lowest of the first pictures of the masonry grid. */
const spreadOf = (page: Page, count: number) =>
  page.locator('[data-caption]').evaluateAll((captions, count) => {
    const heights = captions
      .slice(0, count)
      .map((caption) => Math.round(caption.closest('li')?.querySelector('img')?.getBoundingClientRect().height ?? 0))
    return Math.max(...heights) - Math.min(...heights)
  }, count)

const titleLines = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .locator('span')
    .last()
    .evaluate((title) => {
      const range = document.createRange()
      range.selectNodeContents(title)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return { written: (title.textContent ?? '').split('\n').length, lines: tops.size }
    })

test('home pages fit into a phone, break titles at the intended places, and vary the heights of pictures', {
  tag: '@deep',
}, async ({ page }) => {
  for (const [path, widths] of [
    // A phone is too narrow for the longer line of the Korean title.
    ['/', [1200, 1544]],
    ['/en', [360, 390, 1544]],
    ['/cn', [360, 390, 1544]],
  ] as const)
    await test.step(path, async () => {
      await resize(page, 390)
      await page.goto(path)
      await fitsPhone(page)
      if (path === '/') expect(await spreadOf(page, 2)).toBeGreaterThan(40)
      for (const width of widths) {
        await resize(page, width)
        const { written, lines } = await titleLines(page)
        expect(lines, String(width)).toBe(written)
      }
      if (path === '/') expect(await spreadOf(page, 3)).toBeGreaterThan(40)
    })
  await test.step('the longest words of a practice', async () => {
    await resize(page, 390)
    await page.goto('/cn/business/building')
    await fitsPhone(page)
  })
})

test('captions of projects do not move the pictures below them', { tag: '@deep' }, async ({ page }) => {
  for (const path of ['/project', '/en/project', '/cn/project'])
    await test.step(path, async () => {
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
      // Captions reserve equal space: an extra line of 24 px shrinks the gap of 28 px (English: 36), a missing line
      // enlarges it.
      const line = 24
      const gap = path.startsWith('/en') ? 36 : 28
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap - line)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(gap + line)
    })
})
