import type { Page } from '@playwright/test'
import { dressed, follow, frames, idle, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

// How a public page comes (docs/decisions: the way of a public page): complete as HTML, React woken late, one
// document for each language, nothing that its policy refuses.

const scriptsOf = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** What the page's policy refused, and what went wrong in it. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A missing page is a 404, and the browser says so.
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
const awake = (page: Page) => expect.poll(() => isAwake(page)).toBe(true)

/** Holds one picture back, so that the load event does not come. */
const neverLoaded = async (page: Page) => {
  await page.route(/\.(avif|webp)$/, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
}

test.describe('waking', () => {
  test('no script is asked for before the load event, and React wakes by itself after it', async ({ page }) => {
    const scripts = scriptsOf(page)
    let atLoad: string[] | undefined
    page.on('load', () => {
      atLoad = [...scripts]
    })
    await page.goto('/')
    expect(atLoad).toEqual([])
    await awake(page)
    expect(scripts.length).toBeGreaterThan(3)
  })

  for (const [sign, touch] of [
    ['touch', (page: Page) => page.mouse.click(5, 500)],
    ['key', (page: Page) => page.keyboard.press('Tab')],
  ] as const)
    test(`the first ${sign} wakes it before the page has loaded`, async ({ page }) => {
      const scripts = scriptsOf(page)
      await neverLoaded(page)
      await idle(page)
      expect(scripts).toEqual([])
      await touch(page)
      await awake(page)
    })

  test('a link that is pressed first of all simply leads there', async ({ page }) => {
    await neverLoaded(page)
    await page
      .locator('a[href="/en"]')
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click())
    await page.waitForURL('**/en', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('who saves data stays with HTML and without a film', async ({ page }) => {
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

test('the policy of every page refuses nothing the page does', async ({ page }) => {
  const complaints = complaintsOf(page)
  for (const path of ['/', '/en', '/cn', '/nothing-here']) {
    const response = await page.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain(`require-trusted-types-for 'script'`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).not.toMatch(/style-src [^;]*unsafe/)
    await awake(page)
    await dressed(page)
    await idle(page)
  }
  // By the router, too: a page of the same route group, and back.
  await follow(page, '/')
  await expect(page.locator('h1')).toBeVisible()
  await page.goBack()
  await expect(page.locator('h1')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a script that somebody managed to put into a page does not run', async ({ page }) => {
  await page.goto('/')
  await awake(page)
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

test.describe('languages', () => {
  test('a hundred renders at once in three languages never mix', async ({ product }) => {
    const words = { '/': '본문 바로', '/en': 'Skip', '/cn': '跳' } as const
    const langs = { '/': 'ko', '/en': 'en', '/cn': 'zh-Hans' } as const
    const paths = ['/', '/en', '/cn'] as const
    await Promise.all(
      Array.from({ length: 99 }, async (_, index) => {
        const path = paths[index % 3] ?? '/'
        // Authorization passes the cache by, so that each is rendered.
        const response = await fetch(product.url + path, { headers: { authorization: 'Bearer none' } })
        const html = await response.text()
        expect(html).toContain(`<html lang="${langs[path]}">`)
        const skip = /<a class="[^"]*skip[^"]*" href="#content">([^<]+)</.exec(html)?.[1] ?? ''
        expect(skip.startsWith(words[path]), `${path}: ${skip}`).toBe(true)
      }),
    )
  })

  test('a link to another language is another document', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const arrived = page.waitForEvent('load')
    await follow(page, '/en').catch(() => undefined)
    await arrived
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test.describe('failures', () => {
  for (const [path, lang, words] of [
    ['/nothing-here', 'ko', '페이지를 찾을 수 없습니다'],
    ['/en/nothing-here', 'en', 'Page not found'],
    ['/cn/nothing-here', 'zh-Hans', '页面不存在'],
  ] as const)
    test(`${path} is a 404 within the shell`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.locator('h1')).toHaveText(words)
      await expect(page.locator('header').first()).toBeVisible()
      await expect(page.locator('footer')).toBeVisible()
    })

  test('an address with a slash too many leads to the one without', async ({ product }) => {
    const to = async (path: string) => {
      const response = await fetch(product.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await to('/en/')).toEqual([308, '/en'])
    expect(await to('/en/?page=2')).toEqual([308, '/en?page=2'])
    expect((await to('//elsewhere.example/'))[0]).not.toBe(308)
  })
})

test.describe('the way there', () => {
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

  const shows = (page: Page, path: string) =>
    expect
      .poll(() => page.locator('link[rel=canonical]').evaluate((link: HTMLLinkElement) => new URL(link.href).pathname))
      .toBe(encodeURI(path))

  /** Place and size of every part of the page, once all of it is laid out in its own fonts. */
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

  test('a page one comes to stands as one that is loaded, and so does the one one comes back to', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await withoutPopups(page)
    const heights = () =>
      page
        .locator('main > *')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().height)))
    await page.goto('/')
    await awake(page)
    await boxes(page)
    const home = await heights()
    const come: Record<string, Awaited<ReturnType<typeof boxes>>> = {}
    for (const path of kinds) {
      await follow(page, path)
      await shows(page, path)
      come[path] = await boxes(page)
      await page.goBack()
      await shows(page, '/')
      expect.soft(await heights(), `back from ${path}`).toEqual(home)
    }
    for (const path of kinds) {
      await page.goto(path)
      await awake(page)
      const loaded = await boxes(page)
      expect.soft(come[path]?.length, path).toBe(loaded.length)
      // Two pixels: the masonry is polished by what was measured.
      const elsewhere = loaded.filter(({ at }, part) =>
        at.some((figure, side) => Math.abs(figure - (come[path]?.[part]?.at[side] ?? 0)) > 2),
      )
      expect.soft(elsewhere, path).toEqual([])
    }
  })
})

test.describe('scroll', () => {
  const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    test(`a new page begins at its top, back returns to where one was (${reducedMotion})`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      await awake(page)
      await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
      await frames(page)
      await follow(page, '/terms/privacy')
      await expect(page.locator('h1')).toHaveText('개인정보 처리방침')
      expect(await top(page)).toBe(0)
      // What is asked of the browser: how many steps it shows between depends on how busy the machine is.
      await page.evaluate(() => {
        const asked: unknown[] = []
        Object.assign(window, { asked })
        const scrollTo = window.scrollTo.bind(window)
        window.scrollTo = (...given: unknown[]) => {
          asked.push(given[0])
          Reflect.apply(scrollTo, window, given)
        }
      })
      await page.goBack()
      // Within a line of it: on a busy machine the browser moves with a part above that is laid out late.
      await expect.poll(async () => Math.abs((await top(page)) - 1500)).toBeLessThan(24)
      const asked = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)
      expect(asked).toEqual([{ top: 1500, behavior: reducedMotion === 'reduce' ? 'instant' : 'smooth' }])
    })

  test('a hash leads to its target', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const target = await page.evaluate(() => {
      const sections = [...document.querySelectorAll<HTMLElement>('main section')]
      const last = sections.at(-1)
      if (!last) throw new Error('no section')
      last.id ||= 'target'
      return last.id
    })
    await follow(page, `/#${target}`)
    await expect
      .poll(() =>
        page.evaluate((id) => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 999), target),
      )
      .toBeLessThan(200)
  })
})
