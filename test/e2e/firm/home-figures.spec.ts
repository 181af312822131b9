import type { Page } from '@playwright/test'
import {
  blockFilms,
  blockPopups,
  readSliderFigures,
  scrollThrough,
  shiftOf,
  startSlider,
  waitForAnimations,
  waitForFonts,
  waitForFrames,
  waitForHydration,
  waitForStablePosition,
  watchShifts,
} from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Measures the design of the home page in the browser; test/pages/home-html.spec.ts counts its elements.

const values = '핵심 가치'
const lawyers = /담당 변호사가/
const stories = '소식'

const wholePage = 'the whole page'

test.beforeEach(async ({ page }, { titlePath }) => {
  await blockPopups(page)
  if (!titlePath.includes(wholePage)) await blockFilms(page)
})

test.describe('sliders', () => {
  const from = (steps: Record<number, number>, width: number) =>
    Object.entries(steps).findLast(([start]) => Number(start) <= width)?.[1]

  const sliders: {
    name: string | RegExp
    gaps: Record<number, number>
    perView: Record<number, number>
    loop: boolean
  }[] = [
    { name: values, gaps: { 0: 12, 1544: 60 }, perView: { 0: 1 }, loop: true },
    { name: lawyers, gaps: { 0: 40, 768: 60, 1024: 120, 1200: 218 }, perView: { 0: 1 }, loop: true },
    { name: stories, gaps: { 0: 16, 768: 24, 1200: 32 }, perView: { 0: 2, 1544: 3 }, loop: false },
  ]

  const open = async (page: Page, width: number) => {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto('/')
    await waitForHydration(page)
  }

  const expectFigures = async (page: Page, widths: readonly number[]) => {
    for (const { name, gaps, perView, loop } of sliders) {
      const { viewport } = await startSlider(page, name)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1000 })
        const expected = { gap: from(gaps, width), perView: from(perView, width) }
        await expect(async () => {
          const figures = await readSliderFigures(viewport)
          expect(figures, `${name} at ${width} px`).toMatchObject({ ...expected, delay: 5000, speed: 500, loop })
          expect(Math.abs(figures.laidOutGap - figures.gap), `${name} at ${width} px`).toBeLessThan(0.6)
        }).toPass({ timeout: 5000, intervals: [50] })
      }
    }
  }

  const expectTwoRows = async (page: Page, columns: number) => {
    const { section, viewport } = await startSlider(page, stories)
    await waitForStablePosition(viewport)
    const boxes = await section.locator('li:not([inert]) article').evaluateAll((articles) =>
      articles.map((article) => {
        const { left, top, right } = article.getBoundingClientRect()
        return { left: Math.round(left), top: Math.round(top), inside: left >= 0 && right <= innerWidth }
      }),
    )
    expect(boxes).toHaveLength(columns * 2)
    expect(boxes.every((box) => box.inside)).toBe(true)
    expect(new Set(boxes.map((box) => box.left)).size).toBe(columns)
    expect(new Set(boxes.map((box) => box.top)).size).toBe(2)
  }

  test('keep the gaps, visible slides, delay and speed of the design on a phone and in wide windows', {
    tag: '@deep',
  }, async ({ page }) => {
    await open(page, 390)
    await test.step('gaps, visible slides, delay and speed', () => expectFigures(page, [390, 1200, 1544]))
    await test.step('stories form two rows of three at 1544 px', () => expectTwoRows(page, 3))
    await test.step('72 px of the neighbors are visible at 1544 px', async () => {
      const { section, viewport } = await startSlider(page, values)
      await waitForStablePosition(viewport)
      const visibleWidths = await section.locator('li').evaluateAll((slides) =>
        slides
          .map((slide) => slide.getBoundingClientRect())
          .map(({ left, right }) => Math.round(Math.min(right, innerWidth) - Math.max(left, 0)))
          .filter((px) => px > 0),
      )
      expect(visibleWidths.toSorted((a, b) => a - b)).toEqual([72, 72, 1280])
    })
    await test.step('stories form two rows of two below 1544 px', async () => {
      await page.setViewportSize({ width: 1543, height: 1000 })
      await expect
        .poll(async () => (await readSliderFigures((await startSlider(page, stories)).viewport)).perView)
        .toBe(2)
      await expectTwoRows(page, 2)
    })
  })

  test('keep the measures of the design on both sides of every breakpoint', { tag: '@deep' }, async ({ page }) => {
    await open(page, 390)
    await expectTwoRows(page, 2)
    await expectFigures(page, [390, 767, 768, 1023, 1024, 1199, 1200, 1543, 1544])
  })

  test('advance after 5000 ms with a transition of 500 ms', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const { viewport, region } = await startSlider(page, values)
    await expect(region).toHaveAttribute('data-playing', 'true')
    const { waited, glides } = await viewport.evaluate(
      (element) =>
        new Promise<{ waited: number; glides: unknown }>((resolve) => {
          type Engine = { wrapperEl: HTMLElement; on: (event: string, listen: () => void) => void }
          const { swiper } = element as HTMLElement & { swiper: Engine }
          let ended = 0
          swiper.on('slideChangeTransitionEnd', () => {
            ended = performance.now()
          })
          // The first transition only starts the measured wait.
          swiper.on('slideChangeTransitionStart', () => {
            if (!ended) return
            const waited = performance.now() - ended
            requestAnimationFrame(() => {
              const [glide] = swiper.wrapperEl.getAnimations()
              resolve({ waited, glides: glide?.effect?.getTiming().duration })
            })
          })
        }),
    )
    expect(Math.abs(waited - 5000)).toBeLessThan(250)
    expect(glides).toBe(500)
  })
})

test.describe('cards below the first screen', { tag: '@deep' }, () => {
  const offices = (page: Page) => page.getByRole('region', { name: '사무소 안내' }).getByRole('listitem')

  /** Expects the first office to rise once it is `offset` px above the lower edge of the window, and not before. */
  const expectRise = async (page: Page, width: number, offset: number) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.waitForSelector('html[data-rise-ready]')
    const card = offices(page).first()
    await expect(card).toHaveAttribute('data-rising', 'waits')
    expect(await card.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
    /** Scrolls until the card's final position is `above` px above the lower edge of the window. */
    const raise = (above: number) =>
      card.evaluate((element, px) => {
        const way = new DOMMatrix(getComputedStyle(element).transform).f
        const top = element.getBoundingClientRect().top - way
        scrollTo({ top: scrollY + top - innerHeight + px, behavior: 'instant' })
      }, above)
    // Scroll the section into view first: it is laid out once and then does not move.
    await raise(-200)
    await waitForStablePosition(card)
    await raise(offset - 3)
    await waitForFrames(page, 5)
    await expect(card).toHaveAttribute('data-rising', 'waits')
    await raise(offset + 3)
    await expect(card).not.toHaveAttribute('data-rising', 'waits')
    expect(await card.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0\.5s/)
  }

  test('rise 180 px above the lower edge of a phone and 300 px from 768 px on, from 1100 ms after load', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const at: Record<string, number> = {}
      Object.assign(window, { at })
      new MutationObserver((changes) => {
        for (const { attributeName } of changes) at[attributeName ?? ''] ??= performance.now()
      }).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-rise-ready', 'data-masonry-started'],
      })
    })
    await test.step('180 px below 768 px', () => expectRise(page, 767, 180))
    await test.step('rising starts 1100 ms after load, the masonry grid 1000 ms', async () => {
      const { at, load } = await page.evaluate(() => ({
        at: (window as unknown as { at: Record<string, number> }).at,
        load: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
      }))
      expect((at['data-rise-ready'] ?? 0) - load).toBeGreaterThanOrEqual(1095)
      expect((at['data-masonry-started'] ?? 0) - load).toBeGreaterThanOrEqual(995)
      expect((at['data-rise-ready'] ?? 0) - load).toBeLessThan(2500)
      expect((at['data-masonry-started'] ?? 0) - load).toBeLessThan(2400)
    })
    await test.step('300 px from 768 px on', () => expectRise(page, 768, 300))
    await test.step('cards of a row follow each other by 100 ms', async () => {
      const delays = await offices(page).evaluateAll((items) =>
        items.map((item) => getComputedStyle(item).getPropertyValue('--rise-delay')),
      )
      expect(delays).toEqual(['', '100ms', '200ms', '300ms'])
    })
  })

  test('rise 300 px above the lower edge at 1544 px', { tag: '@deep' }, ({ page }) => expectRise(page, 1544, 300))
})

test('changes the header with the scroll position and the width of the window', async ({ page }) => {
  const state = () =>
    page.locator('header').evaluate((header) => ({
      scrolled: header.dataset.scrolled,
      light: header.dataset.light,
      height: Math.floor(header.getBoundingClientRect().bottom),
    }))
  const scrollTo = async (top: number) => {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    await waitForAnimations(page)
  }
  const menu = page.locator('header').getByRole('navigation', { name: '주 메뉴' })
  const opener = page.getByRole('button', { name: '메뉴 열기' })
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto('/')
  await waitForHydration(page)
  await test.step('from 1200 px on it has the menu, and shrinks from 96 to 72 px after 50 px', async () => {
    await expect(menu).toBeVisible()
    await expect(opener).toBeHidden()
    await scrollTo(50)
    expect(await state()).toMatchObject({ scrolled: 'false', height: 96 })
    await scrollTo(51)
    expect(await state()).toMatchObject({ scrolled: 'true', height: 72 })
  })
  await test.step('it is light until the values pass the top', async () => {
    const start = await page
      .locator('[data-ends-light]')
      .evaluate((section) => section.getBoundingClientRect().top + scrollY)
    await scrollTo(Math.floor(start) - 2)
    expect(await state()).toMatchObject({ light: 'true', scrolled: 'true' })
    await scrollTo(Math.ceil(start) + 1)
    expect(await state()).toMatchObject({ light: 'false', scrolled: 'true' })
  })
  await test.step('below 1200 px it has a drawer and is always 64 px high', async () => {
    await page.setViewportSize({ width: 1199, height: 900 })
    await expect(menu).toBeHidden()
    await expect(opener).toBeVisible()
    await scrollTo(50)
    expect(await state()).toMatchObject({ scrolled: 'false', height: 64 })
    await scrollTo(51)
    expect(await state()).toMatchObject({ scrolled: 'true', height: 64 })
  })
})

test.describe(wholePage, () => {
  const quick = ['/ at 390']

  for (const width of [390, 768, 1200, 1544])
    for (const path of ['/', '/en', '/cn'])
      test(`has no layout shift from the first paint to its end: ${path} at ${width} px`, {
        tag: quick.includes(`${path} at ${width}`) ? [] : '@deep',
      }, async ({ page }) => {
        await watchShifts(page)
        await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
        await page.goto(path)
        const height = () => page.evaluate(() => document.documentElement.scrollHeight)
        const expected = await height()
        await waitForHydration(page)
        await waitForFonts(page)
        await page.waitForSelector('html[data-rise-ready]')
        await scrollThrough(page)
        expect(await shiftOf(page)).toBe(0)
        // Sections that are laid out late reserve their space, up to a line of text here and there.
        expect(Math.abs((await height()) - expected)).toBeLessThanOrEqual(180)
      })
})
