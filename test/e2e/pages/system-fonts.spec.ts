import { type Browser, chromium, type Page } from '@playwright/test'
import { withFonts } from '../../fonts/font-sets.ts'
import {
  blockFilms,
  blockPopups,
  scrollThrough,
  shiftOf,
  waitForAnimations,
  waitForFonts,
  waitForHydration,
  watchShifts,
} from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Until its web fonts have loaded, a page uses system fonts with the same metrics (`src/ui/fallback-faces.css`). All
// other tests use Linux fonts; these use those of Windows and Apple.

const paths = [
  '/',
  '/business/building',
  '/story',
  '/introduction/lawyer',
  '/contact/seoul',
  '/consult',
  '/nothing-here',
]

/** The deep run reads all pages at both widths with both font sets. */
const quick = {
  windows: { width: 390, paths: ['/'] },
  apple: { width: 1440, paths: ['/story'] },
} as const

/** Scrolls through a page from first paint to its end; returns the cumulative layout shift. */
const shiftWhileRead = async (page: Page, path: string): Promise<number> => {
  await watchShifts(page)
  await page.goto(path)
  await waitForHydration(page)
  await waitForFonts(page)
  await waitForAnimations(page)
  await scrollThrough(page)
  return shiftOf(page)
}

/** Width of ten syllables and height of their line, in px at a font size of 100 px. */
const measuresOf = (page: Page, families: string, weight: number): Promise<{ width: number; height: number }> =>
  page.evaluate(
    async ({ families, weight }) => {
      const span = document.createElement('span')
      span.style.cssText = `position: absolute; white-space: nowrap; font: ${weight} 100px / normal ${families}`
      span.textContent = '가나다라마바사아자차'
      document.body.append(span)
      await document.fonts.ready
      const { width, height } = span.getBoundingClientRect()
      span.remove()
      return { width, height }
    },
    { families, weight },
  )

const fallbacks = (page: Page, name: '--sans' | '--serif'): Promise<string> =>
  page.evaluate(
    (property) =>
      getComputedStyle(document.documentElement)
        .getPropertyValue(property)
        .split(',')
        .filter((family) => family.includes('Fallback'))
        .join(),
    name,
  )

for (const set of ['windows', 'apple'] as const)
  test.describe(`with the fonts of ${set}`, () => {
    let browser: Browser
    test.beforeAll(async ({ launchOptions }) => {
      browser = await chromium.launch({ ...launchOptions, env: withFonts(process.env.TEST_FONTS ?? '', set) })
    })
    test.afterAll(() => browser.close())

    const open = async (baseURL: string | undefined, width = 1440): Promise<Page> => {
      const viewport = { width, height: width < 768 ? 844 : 900 }
      const page = await browser.newPage({ ...(baseURL && { baseURL }), viewport, locale: 'ko-KR' })
      await blockPopups(page)
      await blockFilms(page)
      return page
    }

    const expectStill = async (baseURL: string | undefined, width: number, paths: readonly string[]) => {
      for (const path of paths) {
        const page = await open(baseURL, width)
        expect.soft(await shiftWhileRead(page, path), `${path} at ${width} px`).toBeLessThanOrEqual(0.01)
        await page.close()
      }
    }

    test('gives the fallback of a Korean font its metrics, and shifts no page by more than .01', {
      tag: '@deep',
    }, async ({ baseURL }) => {
      const page = await open(baseURL)
      await page.goto('/')
      await waitForFonts(page)
      for (const [property, face, weight] of [
        ['--sans', '"Text Core"', 400],
        ['--sans', '"Text Core"', 700],
        ['--serif', '"Display Core"', 600],
      ] as const) {
        const fallback = await measuresOf(page, await fallbacks(page, property), weight)
        const expectedMeasures = await measuresOf(page, face, weight)
        expect(Math.abs(fallback.width / expectedMeasures.width - 1), `${face} ${weight}`).toBeLessThan(0.002)
        expect(Math.abs(fallback.height - expectedMeasures.height), `${face} ${weight}`).toBeLessThanOrEqual(1)
      }
      await page.close()
      await expectStill(baseURL, quick[set].width, quick[set].paths)
    })

    for (const width of [390, 1440])
      test(`shifts no page by more than .01 at ${width} px`, { tag: '@deep' }, ({ baseURL }) =>
        expectStill(baseURL, width, paths),
      )

    test('shifts a page without fallback fonts (control)', { tag: '@deep' }, async ({ baseURL }) => {
      const page = await open(baseURL)
      const path = '/story/basement-leak-three-questions'
      // Drop the CSP: the changed inline styles no longer match their hashes.
      await page.route(
        ({ pathname }) => pathname === path || pathname.endsWith('.css'),
        async (route) => {
          const response = await route.fetch()
          const { 'content-security-policy': _, ...headers } = response.headers()
          const body = (await response.text()).replaceAll(/"[\w ]+ Fallback",?/g, '')
          await route.fulfill({ response, headers, body })
        },
      )
      expect(await shiftWhileRead(page, path)).toBeGreaterThan(0.01)
      await page.close()
    })
  })
