import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { bindUnits } from '#firm/site/text/bind-units.ts'
import { filmAfterLoad } from '#ui/layout-constants.ts'
import {
  blockPopups,
  startAfterLoad,
  startSlider,
  waitForFonts,
  waitForFrames,
  waitForHydration,
} from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

test.beforeEach(async ({ page }) => {
  await blockPopups(page)
})

const places = {
  ko: { prefix: '', sections: ['주요 업무 분야', '핵심 가치', '주요 수행 사례', '소식', '사무소 안내'] },
  en: {
    prefix: '/en',
    sections: ['Four ways we can help', 'How we work', 'Fifteen case studies', 'News', 'Our offices'],
  },
  cn: { prefix: '/cn', sections: ['我们能帮您做什么', '我们怎样工作', '15个案例', '资讯', '办公室'] },
} as const

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  // test/pages/home-html.spec.ts covers links and counts.
  for (const [language, { prefix, sections }] of Object.entries(places))
    test(`shows all content, opens its menus and scrolls its sliders: ${language}`, {
      tag: language === 'ko' ? [] : '@deep',
    }, async ({ page }) => {
      await page.goto(prefix || '/')
      for (const name of sections) await expect(page.getByRole('region', { name: bindUnits(name) })).toBeVisible()
      const hidden = await page.locator('main :is(h1, h2, h3, p, a, img):not([data-running] *)').evaluateAll(
        (elements) =>
          elements.filter((element) => {
            const { opacity, visibility } = getComputedStyle(element)
            return opacity === '0' || visibility === 'hidden'
          }).length,
      )
      expect(hidden).toBe(0)
      await test.step('the menu of the header opens', async () => {
        const menu = page.locator('header details').first()
        await menu.locator('summary').click()
        await expect(menu.locator('a').first()).toBeVisible()
      })
      await test.step('a slider scrolls', async () => {
        const track = page.getByRole('region', { name: sections[1] }).locator('ul').locator('..')
        await track.evaluate((element) => element.scrollBy({ left: 2000, behavior: 'instant' }))
        expect(await track.evaluate((element) => element.scrollLeft)).toBeGreaterThan(500)
      })
      if (language !== 'ko') return
      await test.step('the drawer of a phone opens and closes', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.getByRole('button', { name: '메뉴 열기' }).click()
        const consult = page.getByRole('dialog').getByRole('link', { name: '상담 신청', exact: true })
        await expect(consult).toBeVisible()
        await page.getByRole('button', { name: '메뉴 닫기' }).click()
        await expect(consult).toBeHidden()
      })
    })
})

// test/pages/home-html.spec.ts measures the scripts that each kind of page references.
for (const path of [
  '/',
  '/introduction/lawyer/jung-hayoon',
  '/business/building',
  '/project',
  '/story/basement-leak-three-questions',
  '/contact/seoul',
  '/consult',
  '/auction-search/하자',
])
  test(`requests no script before load, and at most 150 KB gzip before the first interaction: ${path}`, {
    tag: path === '/' ? [] : '@deep',
  }, async ({ page }) => {
    const scripts: Promise<number>[] = []
    let beforeLoad: number | undefined
    page.on('request', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(
          request
            .response()
            .then((response) => response?.body() ?? Buffer.alloc(0))
            .then((body) => gzipSync(body, { level: 9 }).length),
        )
    })
    page.on('load', () => {
      beforeLoad ??= scripts.length
    })
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(beforeLoad).toBe(0)
    const sizes = await Promise.all(scripts)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
    const early = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (navigation?.loadEventStart ?? 0)).length
    })
    expect(early).toBe(0)
  })

/** Returns the font files a page requested, and how many of them before its load event. */
const fontsOf = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
    return {
      names: fonts.map(({ name }) => name.split('/').at(-1) ?? ''),
      early: fonts.filter(({ startTime }) => startTime < (navigation?.loadEventStart ?? 0)).length,
      used: [...document.fonts].filter(({ family, status }) => / Core/.test(family) && status === 'loaded').length,
    }
  })

test('loads the core fonts of its language and few others, and the browser accepts them', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => /font|OTS/.test(message.text()) && refused.push(message.text()))
  for (const [path, core, most] of [
    ['/', 2, 2],
    // Untranslated stories are in Korean and need slices of the Korean font.
    ['/en', 2, 15],
    ['/cn', 5, 9],
  ] as const) {
    await page.goto(path)
    await waitForFonts(page)
    const { names, used } = await fontsOf(page)
    expect(names.filter((name) => /^(text|display)-/.test(name))).toHaveLength(core)
    expect(used, path).toBe(core)
    expect(names.length, `${path}: ${names}`).toBeLessThanOrEqual(most)
  }
  expect(refused).toEqual([])
})

test('requests fonts after the first screen on a first visit, and uses them immediately on the next page', async ({
  browser,
  product,
}) => {
  // Use a new context: with intercepted requests the browser does not cache.
  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR' })
  const page = await context.newPage()
  await page.goto('/story')
  await waitForFonts(page)
  expect(await fontsOf(page)).toMatchObject({ early: 0, used: 2 })
  // Slow down uncached requests, so that the load event comes late.
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.goto('/')
  await waitForFonts(page)
  expect(await fontsOf(page)).toMatchObject({ early: 2, used: 2 })
  await context.close()
})

test('starts the film 4 s after load, pauses it by its button, and moves the progress line with it', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/')
  const film = page.locator('main video')
  await expect(film).toHaveJSProperty('paused', false)
  const address = await film.evaluate((video: HTMLVideoElement) => video.currentSrc)
  expect(await startAfterLoad(page, address)).toBeGreaterThan(filmAfterLoad - 5)
  expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop, video.playsInline])).toEqual([
    true,
    true,
    true,
  ])
  expect(await film.evaluate((video: HTMLVideoElement) => Math.round(video.duration))).toBe(12)
  const parts = () =>
    page.evaluate(async () => {
      const [run] = document.getAnimations().filter(({ effect }) => {
        const keyed = effect as KeyframeEffect | null
        return keyed?.pseudoElement === '::after' && keyed.getTiming().iterations === Number.POSITIVE_INFINITY
      })
      // A pending pause shifts the progress line by one frame.
      await run?.ready
      const { currentTime = 0, duration = 1 } = document.querySelector('video') ?? {}
      const line = Number(run?.effect?.getComputedTiming().progress)
      return { line, film: currentTime / duration, state: run?.playState }
    })
  const { line, film: shown } = await parts()
  expect(Math.abs(line - shown)).toBeLessThan(0.05)
  await page.getByRole('button', { name: '영상 일시정지' }).click()
  await expect(film).toHaveJSProperty('paused', true)
  await expect.poll(async () => (await parts()).state).toBe('paused')
  const rest = await parts()
  await waitForFrames(page, 20)
  expect((await parts()).line).toBe(rest.line)
  await page.getByRole('button', { name: '영상 재생' }).click()
  await expect(film).toHaveJSProperty('paused', false)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('shows no film and no automatic motion', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await waitForHydration(page)
    await page.clock.runFor(10_000)
    await expect(page.locator('main video')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '영상 일시정지' })).toHaveCount(0)
    await expect(page.locator('[data-rising="waits"]')).toHaveCount(0)
    const { viewport, section } = await startSlider(page, '핵심 가치')
    await expect(section.getByRole('button', { name: '자동 재생 정지' })).toHaveCount(0)
    expect(
      await viewport.evaluate((e) => (e as unknown as { swiper: { params: { speed: number } } }).swiper.params.speed),
    ).toBe(0)
  })
})
