import type { Locator, Page } from '@playwright/test'

/** Records layout shifts without recent user input. Call before `goto`. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Sum of the shifts (cumulative layout shift), rounded to three places. */
export const shiftOf = async (page: Page): Promise<number> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return Number(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(3))
}

/** Resolves after `count` frames: observers have run, and their effects are laid out. */
export const waitForFrames = (page: Page, count = 3): Promise<void> =>
  page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const next = (left: number): unknown => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)))
        next(count)
      }),
    count,
  )

/** Resolves when all finite animations (transitions, entrances) have ended; scroll-driven ones are ignored. */
export const waitForAnimations = async (page: Page): Promise<void> => {
  await waitForFrames(page)
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
 * Resolves after two idle callbacks, when deferred work is done. After a resize, headless Chromium sometimes runs no
 * idle callback: each wait ends after `timeout` ms.
 */
export const waitForIdle = (page: Page, timeout = 2000): Promise<void> =>
  page.evaluate(
    (options) =>
      new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve(), options), options)),
    { timeout },
  )

/** Resolves when an element has had the same position and size for five frames. */
export const waitForStablePosition = async (element: Locator): Promise<void> =>
  element.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let [place, frames] = ['', 0]
        const check = () => {
          const now = JSON.stringify(element.getBoundingClientRect())
          frames = now === place ? frames + 1 : 0
          place = now
          if (frames === 5) resolve()
          else requestAnimationFrame(check)
        }
        check()
      }),
  )

/** Resolves when every visible picture has loaded or failed. */
const waitForVisiblePictures = (page: Page): Promise<void> =>
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

/** Scrolls through the whole page in steps, as a reader does; waits for the visible pictures at each step. */
export const scrollThrough = async (page: Page): Promise<void> => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await waitForFrames(page)
    await waitForVisiblePictures(page)
    await waitForFrames(page, 2)
  }
}

/** Resolves when the page is hydrated: from then on the header is interactive. */
export const waitForHydration = (page: Page): Promise<unknown> => page.waitForSelector('header[data-awake]')

/** Navigates through the router, without a pointer that could trigger hydration or scroll. */
export const navigateWithRouter = (page: Page, path: string) =>
  page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  )

/** Answers without popups, so that none covers the measured content. */
export const blockPopups = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/popups', (route) => route.fulfill({ json: { popups: [] } }))

/** Blocks the event stream, with which the network would never be idle. */
export const blockEvents = (page: Page): Promise<unknown> => page.route('**/api/v1/events', (route) => route.abort())

/** Blocks films, which occupy half a CPU core. */
export const blockFilms = (page: Page): Promise<unknown> =>
  page.route('**/files/*/original', (route) =>
    route.request().resourceType() === 'media' ? route.abort() : route.fallback(),
  )

/** Scrolls a slider into view and waits until its engine runs. `name` is the heading of its section. */
export const startSlider = async (page: Page, name: string | RegExp) => {
  const section = page.getByRole('region', { name })
  await section.scrollIntoViewIfNeeded()
  const viewport = section.locator('[data-engine]')
  await viewport.waitFor()
  await viewport.scrollIntoViewIfNeeded()
  return { section, viewport, region: section.locator('[data-playing]') }
}

/** Parameters of the slider engine, and the layout in the browser. */
export interface SliderFigures {
  delay: number
  speed: number
  loop: boolean
  perView: number
  gap: number
  /** Gap between the first two visible slides, in px. */
  laidOutGap: number
  /** Width of a slide, in px. */
  width: number
}

export const readSliderFigures = (viewport: Locator): Promise<SliderFigures> =>
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

/** Waits until the fonts loaded by script are ready and their style sheet is applied. */
export const waitForFonts = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector<HTMLLinkElement>('link[data-faces]')?.media === 'all' &&
      document.fonts.status === 'loaded',
  )

/** Start of the request for a URL with this ending, in ms after the load event; undefined if there was none. */
export const startAfterLoad = (page: Page, ending: string): Promise<number | undefined> =>
  page.evaluate((ending) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const request = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(ending))
    return request && request.startTime - (navigation?.loadEventStart ?? 0)
  }, ending)
