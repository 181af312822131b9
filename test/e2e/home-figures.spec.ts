import {
  awake,
  dressed,
  figuresOf,
  frames,
  readThrough,
  settled,
  shiftOf,
  startSlider,
  still,
  watchShifts,
  withoutFilm,
  withoutPopups,
} from './measure.ts'
import { expect, test } from './product.ts'

// Every figure required by the design that the home page has, measured in the browser.

const values = '핵심 가치'
const lawyers = /담당 변호사가/
const stories = '소식'

const wholePage = 'nothing moves'

test.beforeEach(async ({ page }, { titlePath }) => {
  await withoutPopups(page)
  if (!titlePath.includes(wholePage)) await withoutFilm(page)
})

test('counts: 4 business cards, 3 values, 15 projects, 4 offices', async ({ page }) => {
  await page.goto('/')
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('주요 업무 분야').getByRole('listitem')).toHaveCount(4)
  await expect(section(values).locator('li')).toHaveCount(3)
  await expect(section('주요 수행 사례').getByRole('listitem')).toHaveCount(15)
  await expect(section('사무소 안내').getByRole('listitem')).toHaveCount(4)
})

test.describe('sliders', () => {
  const widths = [390, 767, 768, 1023, 1024, 1199, 1200, 1543, 1544]
  const from = (steps: Record<number, number>, width: number) =>
    Object.entries(steps).findLast(([start]) => Number(start) <= width)?.[1]

  const cases: {
    name: string | RegExp
    gaps: Record<number, number>
    perView: Record<number, number>
    loop: boolean
  }[] = [
    { name: values, gaps: { 0: 12, 1544: 60 }, perView: { 0: 1 }, loop: true },
    { name: lawyers, gaps: { 0: 40, 768: 60, 1024: 120, 1200: 218 }, perView: { 0: 1 }, loop: true },
    { name: stories, gaps: { 0: 16, 768: 24, 1200: 32 }, perView: { 0: 2, 1544: 3 }, loop: false },
  ]
  for (const { name, gaps, perView, loop } of cases)
    test(`gaps, slides in view, delay and speed: ${name}`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto('/')
      await awake(page)
      const { viewport } = await startSlider(page, name)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const expected = { gap: from(gaps, width), perView: from(perView, width) }
        await expect(async () => {
          const figures = await figuresOf(viewport)
          expect(figures, `${width} px`).toMatchObject({ ...expected, delay: 5000, speed: 500, loop })
          expect(Math.abs(figures.laidOutGap - figures.gap), `${width} px`).toBeLessThan(0.6)
        }).toPass({ timeout: 5000 })
      }
    })

  for (const [width, columns] of [
    [390, 2],
    [1543, 2],
    [1544, 3],
  ] as const)
    test(`stories stand in 2 rows of ${columns} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1000 })
      await page.goto('/')
      await awake(page)
      const { section } = await startSlider(page, stories)
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
    })

  test('moves on after 5000 ms and glides for 500', async ({ page }) => {
    await page.goto('/')
    await awake(page)
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
          // The first glide only marks where a wait begins.
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

  test('72 px of the neighbours are seen at 1544', async ({ page }) => {
    await page.setViewportSize({ width: 1544, height: 900 })
    await page.goto('/')
    await awake(page)
    const { section } = await startSlider(page, values)
    const seen = await section.locator('li').evaluateAll((slides) =>
      slides
        .map((slide) => slide.getBoundingClientRect())
        .map(({ left, right }) => Math.round(Math.min(right, innerWidth) - Math.max(left, 0)))
        .filter((px) => px > 0),
    )
    expect(seen.toSorted((a, b) => a - b)).toEqual([72, 72, 1280])
  })
})

test.describe('rising', () => {
  for (const [width, offset] of [
    [767, 180],
    [768, 300],
    [1544, 300],
  ] as const)
    test(`at ${width} px it begins ${offset} px above the lower edge and takes 500 ms`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await page.waitForSelector('html[data-rise-ready]')
      const card = page.getByRole('region', { name: '사무소 안내' }).getByRole('listitem').first()
      await expect(card).toHaveAttribute('data-rising', 'waits')
      expect(await card.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
      /** Scrolls until the place of the card is so many px above the lower edge of the window. */
      const raise = (above: number) =>
        card.evaluate((element, px) => {
          const way = new DOMMatrix(getComputedStyle(element).transform).f
          const top = element.getBoundingClientRect().top - way
          scrollTo({ top: scrollY + top - innerHeight + px, behavior: 'instant' })
        }, above)
      // What is near is laid out, and then does not move.
      await raise(-200)
      await still(card)
      await raise(offset - 3)
      await frames(page, 5)
      await expect(card).toHaveAttribute('data-rising', 'waits')
      await raise(offset + 3)
      await expect(card).not.toHaveAttribute('data-rising', 'waits')
      expect(await card.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0\.5s/)
    })

  test('begins 1100 ms after load, the masonry 1000 ms after it', async ({ page }) => {
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
    await page.goto('/')
    await page.waitForSelector('html[data-rise-ready]')
    const { at, load } = await page.evaluate(() => ({
      at: (window as unknown as { at: Record<string, number> }).at,
      load: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
    }))
    expect((at['data-rise-ready'] ?? 0) - load).toBeGreaterThanOrEqual(1095)
    expect((at['data-masonry-started'] ?? 0) - load).toBeGreaterThanOrEqual(995)
    expect((at['data-rise-ready'] ?? 0) - load).toBeLessThan(2500)
    expect((at['data-masonry-started'] ?? 0) - load).toBeLessThan(2400)
  })

  test('cards of a row follow each other by 0, 100, 200, 300 ms', async ({ page }) => {
    await page.goto('/')
    for (const name of ['주요 업무 분야', '사무소 안내']) {
      const cards = page.getByRole('region', { name }).getByRole('listitem')
      const delays = await cards.evaluateAll((items) => items.map((item) => item.getAttribute('data-rise')))
      expect(delays).toEqual(['0', '100', '200', '300'])
    }
    await page.waitForSelector('html[data-rise-ready]')
    const cards = page.getByRole('region', { name: '사무소 안내' }).getByRole('listitem')
    await cards.first().evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(cards.first()).not.toHaveAttribute('data-rising', 'waits')
    const waits = await cards.evaluateAll((items) =>
      items.map((item) => getComputedStyle(item).getPropertyValue('--rise-delay')),
    )
    expect(waits).toEqual(['', '100ms', '200ms', '300ms'])
  })
})

test.describe('header', () => {
  const state = (page: import('@playwright/test').Page) =>
    page.locator('header').evaluate((header) => ({
      scrolled: header.dataset.scrolled,
      light: header.dataset.light,
      height: Math.floor(header.getBoundingClientRect().bottom),
    }))
  const scrollTo = async (page: import('@playwright/test').Page, top: number) => {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    await settled(page)
  }

  test('takes its scrolled style after 50 px: 96 → 72 high, always 64 below 1200', async ({ page }) => {
    for (const [width, high, low] of [
      [1200, 96, 72],
      [1199, 64, 64],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await awake(page)
      await scrollTo(page, 50)
      expect(await state(page)).toMatchObject({ scrolled: 'false', height: high })
      await scrollTo(page, 51)
      expect(await state(page)).toMatchObject({ scrolled: 'true', height: low })
    }
  })

  test('is light until the start of the values passes the top', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const start = await page.locator('[data-ends-light]').evaluate((section) => section.getBoundingClientRect().top)
    await scrollTo(page, Math.floor(start) - 2)
    expect(await state(page)).toMatchObject({ light: 'true', scrolled: 'true' })
    await scrollTo(page, Math.ceil(start) + 1)
    expect(await state(page)).toMatchObject({ light: 'false', scrolled: 'true' })
  })

  test('carries the menu from 1200 px on, a drawer below', async ({ page }) => {
    await page.goto('/')
    const menu = page.locator('header').getByRole('navigation', { name: '주 메뉴' })
    const opener = page.getByRole('button', { name: '메뉴 열기' })
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect(menu).toBeVisible()
    await expect(opener).toBeHidden()
    await page.setViewportSize({ width: 1199, height: 900 })
    await expect(menu).toBeHidden()
    await expect(opener).toBeVisible()
  })
})

test.describe(wholePage, () => {
  for (const width of [390, 768, 1200, 1544])
    for (const path of ['/', '/en', '/cn'])
      test(`${path} at ${width} px: CLS 0 from the first paint through the whole page`, async ({ page }) => {
        await watchShifts(page)
        await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
        await page.goto(path)
        const height = () => page.evaluate(() => document.documentElement.scrollHeight)
        const expected = await height()
        await awake(page)
        await dressed(page)
        await page.waitForSelector('html[data-rise-ready]')
        await readThrough(page)
        expect(await shiftOf(page)).toBe(0)
        // What waits with its layout takes the room it will need, but for a line here and there.
        expect(Math.abs((await height()) - expected)).toBeLessThanOrEqual(180)
      })
})
