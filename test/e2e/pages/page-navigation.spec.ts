import type { Page } from '@playwright/test'
import { blockPopups, navigateWithRouter, waitForFonts, waitForFrames, waitForIdle } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// How a public page loads: complete as HTML, hydrated late, one document per language, no CSP violations.

const scriptsOf = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** Collects CSP violations and errors of the page. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs an error for a page that answers 404.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
  })
  return complaints
}

const isAwake = (page: Page) =>
  page.evaluate(() =>
    Boolean(
      (window as { __reactRouterDataRouter?: { state: { initialized: boolean } } }).__reactRouterDataRouter?.state
        .initialized,
    ),
  )
const awake = (page: Page) => expect.poll(() => isAwake(page), { intervals: [50] }).toBe(true)

/** Holds one picture back, so that the load event never fires. */
const neverLoaded = async (page: Page) => {
  await page.route(/\.(avif|webp)$/, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
}

test.describe('hydration', () => {
  test('starts with the first touch or key before the page has loaded; links work without it', async ({ page }) => {
    const scripts = scriptsOf(page)
    await neverLoaded(page)
    for (const [sign, act] of [
      ['touch', () => page.mouse.click(5, 500)],
      ['key', () => page.keyboard.press('Tab')],
    ] as const)
      await test.step(sign, async () => {
        scripts.length = 0
        if (sign === 'key') await page.reload({ waitUntil: 'commit' })
        await page.locator('footer').waitFor()
        await waitForIdle(page)
        expect(scripts).toEqual([])
        await act()
        await awake(page)
      })
    await test.step('a link works without it', async () => {
      await page.reload({ waitUntil: 'commit' })
      await page.locator('footer').waitFor()
      await page
        .locator('a[href="/en"]')
        .first()
        .evaluate((link: HTMLAnchorElement) => link.click())
      await page.waitForURL('**/en', { waitUntil: 'commit' })
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    })
  })

  test('does not start in data-saving mode, and neither does the film', async ({ page }) => {
    const scripts = scriptsOf(page)
    await page.clock.install()
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.goto('/')
    await page.clock.runFor(10_000)
    await page.keyboard.press('Tab')
    await page.clock.runFor(10_000)
    expect(scripts).toEqual([])
    await expect(page.locator('main video')).toHaveCount(0)
  })
})

// test/pages/page-responses.spec.ts tests the headers of all languages.
for (const [paths, next, tag] of [
  [['/', '/nothing-here'], '/', []],
  [['/en', '/cn'], '/cn/story', ['@deep']],
] as const)
  test(`runs within its CSP, and refuses an injected script: ${paths.join(', ')}`, {
    tag: [...tag],
  }, async ({ page }) => {
    const complaints = complaintsOf(page)
    for (const path of paths) {
      await page.goto(path)
      await awake(page)
      await waitForFonts(page)
      await waitForIdle(page)
    }
    await test.step('a page opened by the router, and back', async () => {
      await navigateWithRouter(page, next)
      await expect(page.locator('h1')).toBeVisible()
      await page.goBack()
      await expect(page.locator('h1')).toBeVisible()
    })
    expect(complaints).toEqual([])
    await test.step('an injected script does not run', async () => {
      const ran = await page.evaluate(async () => {
        const script = document.createElement('script')
        try {
          script.text = 'window.ran = true'
        } catch {
          return 'refused'
        }
        document.body.append(script)
        return String('ran' in window)
      })
      expect(ran).toBe('refused')
    })
  })

test.describe('a page opened by the router', () => {
  const kinds = [
    '/introduction/center',
    '/introduction/lawyer',
    '/introduction/lawyer/jung-hayoon',
    '/business/building',
    '/project',
    '/story',
    '/contact/seoul',
    '/consult',
    '/terms/privacy',
    '/auction-search/하자',
  ]
  const quick = ['/introduction/lawyer', '/business/building', '/project']

  const shows = (page: Page, path: string) =>
    expect
      .poll(
        () => page.locator('link[rel=canonical]').evaluate((link: HTMLLinkElement) => new URL(link.href).pathname),
        {
          intervals: [50],
        },
      )
      .toBe(encodeURI(path))

  /** Position and size of every element, once the whole page is laid out in its web fonts. */
  const boxes = async (page: Page) => {
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[data-faces]')?.media === 'all')
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('[data-deferred="true"]')).toHaveCount(0)
    return page.locator('header, main, main *, footer, footer *').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return { tag: part.tagName, at: [left, top + scrollY, width, height] }
      }),
    )
  }

  for (const [name, paths] of [
    ['three kinds', quick],
    ['the other kinds', kinds.filter((path) => !quick.includes(path))],
  ] as const)
    test(`has the layout of a loaded one, as has the page the visitor returns to: ${name}`, {
      tag: '@deep',
    }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await blockPopups(page)
      const heights = () =>
        page
          .locator('main > *')
          .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().height)))
      await page.goto('/')
      await awake(page)
      await boxes(page)
      const home = await heights()
      const come: Record<string, Awaited<ReturnType<typeof boxes>>> = {}
      for (const path of paths) {
        await navigateWithRouter(page, path)
        await shows(page, path)
        come[path] = await boxes(page)
        await page.goBack()
        await shows(page, '/')
        expect.soft(await heights(), `back from ${path}`).toEqual(home)
      }
      for (const path of paths) {
        await page.goto(path)
        await awake(page)
        const loaded = await boxes(page)
        expect.soft(come[path]?.length, path).toBe(loaded.length)
        // Tolerance of 2 px: the masonry grid adjusts to measured heights.
        const movedParts = loaded.filter(({ at }, part) =>
          at.some((figure, side) => Math.abs(figure - (come[path]?.[part]?.at[side] ?? 0)) > 2),
        )
        expect.soft(movedParts, path).toEqual([])
      }
    })
})

test('scrolls to the top of a new page, back to the previous position, and to the target of a hash', {
  tag: '@deep',
}, async ({ page }) => {
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    await test.step(`a new page and back, ${reducedMotion}`, async () => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      await awake(page)
      await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
      await waitForFrames(page)
      await navigateWithRouter(page, '/terms/privacy')
      await expect(page.locator('h1')).toHaveText('개인정보 처리방침')
      expect(await top()).toBe(0)
      // Record the call to scrollTo: the number of visible steps depends on the load of the machine.
      await page.evaluate(() => {
        const scrollCalls: unknown[] = []
        Object.assign(window, { asked: scrollCalls })
        const scrollTo = window.scrollTo.bind(window)
        window.scrollTo = (...args: unknown[]) => {
          scrollCalls.push(args[0])
          Reflect.apply(scrollTo, window, args)
        }
      })
      await page.goBack()
      // Tolerance of one line: on a busy machine, scroll anchoring follows a late layout above.
      await expect.poll(async () => Math.abs((await top()) - 1500), { intervals: [50] }).toBeLessThan(24)
      const scrollCalls = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)
      expect(scrollCalls).toEqual([{ top: 1500, behavior: reducedMotion === 'reduce' ? 'instant' : 'smooth' }])
    })

  await test.step('a hash scrolls to its target', async () => {
    const target = await page.evaluate(() => {
      const last = [...document.querySelectorAll<HTMLElement>('main section')].at(-1)
      if (!last) throw new Error('no section')
      last.id ||= 'target'
      return last.id
    })
    await navigateWithRouter(page, `/#${target}`)
    await expect
      .poll(() =>
        page.evaluate((id) => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 999), target),
      )
      .toBeLessThan(200)
  })

  await test.step('a link to another language loads another document', async () => {
    const arrived = page.waitForEvent('load')
    await navigateWithRouter(page, '/en').catch(() => undefined)
    await arrived
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
