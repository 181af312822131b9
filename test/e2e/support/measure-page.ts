import type { Locator, Page } from '@playwright/test'

/** Layout shifts without a cause in the visitor's input, since the document began. Call before `goto`. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Their sum, to three places, as CLS is spoken of. */
export const shiftOf = async (page: Page): Promise<number> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return Number(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(3))
}

/** Resolves after so many frames: observers have told what they saw, and what follows from it is laid out. */
export const frames = (page: Page, count = 3): Promise<void> =>
  page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const next = (left: number): unknown => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)))
        next(count)
      }),
    count,
  )

/** Resolves when everything that ends with time has ended: transitions, entrances; what goes with scrolling never does. */
export const settled = async (page: Page): Promise<void> => {
  await frames(page)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState, timeline }) =>
          playState !== 'running' ||
          !(timeline instanceof DocumentTimeline) ||
          effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
}

/**
 * Resolves when the page has had time for what it put off: the browser was idle, twice. Headless Chromium sometimes runs
 * no idle callback any more after a change of the window's size: `timeout` (ms) ends each wait then.
 */
export const idle = (page: Page, timeout = 2000): Promise<void> =>
  page.evaluate(
    (options) =>
      new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve(), options), options)),
    { timeout },
  )

/** Resolves when an element has had the same place for five frames. */
export const still = async (element: Locator): Promise<void> =>
  element.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let [place, frames] = ['', 0]
        const look = () => {
          const now = JSON.stringify(element.getBoundingClientRect())
          frames = now === place ? frames + 1 : 0
          place = now
          if (frames === 5) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

/** Resolves when every picture in sight has come, or will not come. */
const picturesInSight = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(async (entries) => {
          observer.disconnect()
          const coming = entries.flatMap(({ isIntersecting, target }) =>
            isIntersecting && target instanceof HTMLImageElement && !target.complete ? [target] : [],
          )
          await Promise.all(
            coming.map(
              (image) =>
                new Promise((come) => {
                  image.addEventListener('load', come)
                  image.addEventListener('error', come)
                }),
            ),
          )
          resolve()
        })
        for (const image of document.images) observer.observe(image)
        if (document.images.length === 0) resolve()
      }),
  )

/** Goes through the whole page in steps, as a reader would; at each the pictures in sight have come. */
export const readThrough = async (page: Page): Promise<void> => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await frames(page)
    await picturesInSight(page)
    await frames(page, 2)
  }
}

/** Resolves when React runs: the header follows the page from then on. */
export const awake = (page: Page): Promise<unknown> => page.waitForSelector('header[data-awake]')

/** Follows a link of the page as the router does, without the pointer that might wake or scroll. */
export const follow = (page: Page, path: string) =>
  page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  )

/** No popup covers what is measured. */
export const withoutPopups = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/popups', (route) => route.fulfill({ json: { popups: [] } }))

/** No stream of events stays open behind what is measured: with it the network is never idle. */
export const withoutEvents = (page: Page): Promise<unknown> => page.route('**/api/v1/events', (route) => route.abort())

/** No film runs behind what is measured: it takes half a processor. */
export const withoutFilm = (page: Page): Promise<unknown> =>
  page.route('**/files/*/original', (route) =>
    route.request().resourceType() === 'media' ? route.abort() : route.fallback(),
  )

/** Brings a slider into sight and waits until its engine runs. `name` is the heading of its section. */
export const startSlider = async (page: Page, name: string | RegExp) => {
  const section = page.getByRole('region', { name })
  await section.scrollIntoViewIfNeeded()
  const viewport = section.locator('[data-engine]')
  await viewport.waitFor()
  await viewport.scrollIntoViewIfNeeded()
  return { section, viewport, region: section.locator('[data-playing]') }
}

/** What the engine says of itself, and what the browser laid out. */
export interface SliderFigures {
  delay: number
  speed: number
  loop: boolean
  perView: number
  gap: number
  /** px between the first two slides in sight. */
  laidOutGap: number
  /** px of a slide. */
  width: number
}

export const figuresOf = (viewport: Locator): Promise<SliderFigures> =>
  viewport.evaluate((element) => {
    const { swiper } = element as HTMLElement & {
      swiper: { params: Record<string, unknown> & { autoplay: { delay: number } }; slides: HTMLElement[] }
    }
    const [first, second] = swiper.slides.map((slide) => slide.getBoundingClientRect())
    return {
      delay: swiper.params.autoplay.delay,
      speed: swiper.params.speed as number,
      loop: swiper.params.loop as boolean,
      perView: swiper.params.slidesPerView as number,
      gap: swiper.params.spaceBetween as number,
      laidOutGap: Math.round(((second?.left ?? 0) - (first?.right ?? 0)) * 10) / 10,
      width: first?.width ?? 0,
    }
  })

/** The page has its fonts: those loaded by script are there, and the sheet behind them is in use. */
export const dressed = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector<HTMLLinkElement>('link[data-faces]')?.media === 'all' &&
      document.fonts.status === 'loaded',
  )

/** How long after the load event what ends so was asked for, in ms; undefined while it was not. */
export const startAfterLoad = (page: Page, ending: string): Promise<number | undefined> =>
  page.evaluate((ending) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(ending))
    return asked && asked.startTime - (navigation?.loadEventStart ?? 0)
  }, ending)
