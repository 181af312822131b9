import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { apiOf, newPost } from './staff.ts'

// Stories and projects as readers meet them: lists, one article, one project, the feed.

const story = '/story/basement-leak-three-questions'
const project = '/project/hanbit-maru-1'

const isAwake = (page: Page) =>
  page.evaluate(() => '__reactRouterDataRouter' in window && document.querySelector('[data-awake="false"]') === null)
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect.poll(() => isAwake(page)).toBe(true)
}
const attribute = (page: Page, selector: string, name: string) => page.locator(selector).getAttribute(name)
/** JSON-LD as the server sends it, by its type. */
const aboutOf = (html: string) => {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const data = blocks.map(([, block = '']) => JSON.parse(block) as Record<string, unknown>)
  return new Map(data.map((each) => [each['@type'], each]))
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('stories are listed, narrowed by links and words, and turned by pages that are their own', async ({ page }) => {
    await page.goto('/story')
    const cards = page.locator('main article')
    await expect(cards).toHaveCount(12)
    expect(await attribute(page, 'link[rel="alternate"][type="application/rss+xml"]', 'href')).toMatch(/\/rss\.xml$/)

    await page.getByRole('navigation', { name: '페이지', exact: true }).getByRole('link', { name: '2' }).click()
    await expect(page).toHaveURL(/\/story\?page=2$/)
    expect(await attribute(page, 'link[rel="canonical"]', 'href')).toMatch(/\/story\?page=2$/)
    await expect(page).toHaveTitle(/2페이지/)

    await page.goto('/story')
    await page.getByRole('navigation', { name: '소식 분류' }).getByRole('link', { name: '판결' }).click()
    await expect(page).toHaveURL(/category=ruling/)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('판결 9건')

    await page.getByRole('searchbox', { name: '검색어' }).fill('보증금')
    await page.getByRole('searchbox', { name: '검색어' }).press('Enter')
    await expect(page).toHaveURL(/category=ruling.*q=/)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('‘보증금’')
    expect(await attribute(page, 'meta[name="robots"]', 'content')).toBe('noindex')

    await page.goto('/story?q=xyzzy')
    await expect(page.getByText('조건에 맞는 글이 없습니다')).toBeVisible()
    await page.getByRole('link', { name: '조건 초기화' }).click()
    await expect(cards).toHaveCount(12)
  })

  test('an article and a project are whole; buttons that need script are not there', async ({ page, request }) => {
    await page.goto(story)
    await expect(page.locator('main h1')).toHaveCount(1)
    await expect(page.getByRole('cell', { name: '아침과 저녁' })).toBeVisible()
    await expect(page.getByRole('button', { name: '주소 복사' })).toBeHidden()
    const file = page.getByRole('link', { name: /하자 접수 대장 서식/ })
    const saved = await request.get((await file.getAttribute('href')) ?? '')
    expect(saved.headers()['content-disposition']).toContain('attachment')

    await page.goto(project)
    const picture = page.getByRole('link', { name: /사진 1 \/ 9/ })
    const full = await request.get((await picture.getAttribute('href')) ?? '')
    expect(full.headers()['content-type']).toBe('image/webp')

    await page.goto('/project')
    await page.getByLabel('지역').selectOption('인천')
    await page.getByRole('main').getByRole('button', { name: '검색' }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('조건에 맞는 사례 3건')
  })
})

test('what is not published, or is no page, is a 404', async ({ request }) => {
  for (const path of [
    '/story/cash-settlement-90-and-60',
    '/story/first-manager-of-an-officetel',
    '/story/hanbit-maru-1',
    '/project/basement-leak-three-questions',
    '/story?page=99',
    '/api/v1/boards/cash-settlement-90-and-60',
  ])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
  // What nobody can mean is left out of an address.
  expect((await request.get('/project?page=abc&year=x&households=7')).status()).toBe(200)
})

test('pages tell machines what they are', async ({ request }) => {
  const html = await (await request.get(`/en${story}`)).text()
  expect(html).toContain('<meta property="og:type" content="article"/>')
  expect(html).toMatch(/<link rel="canonical" href="https?:\/\/[^"/]+\/en\/story\/basement-leak-three-questions"/)
  expect(aboutOf(html).get('NewsArticle')).toMatchObject({
    headline: 'Car park leaks: three questions to answer first',
    datePublished: '2026-11-12T01:00:00.000Z',
    inLanguage: 'en',
    image: [expect.stringMatching(/^https?:.*\.webp$/)],
    publisher: { '@type': 'Organization' },
  })
  expect(aboutOf(html).get('BreadcrumbList')).toMatchObject({ itemListElement: { length: 4 } })
  const { headline } = aboutOf(await (await request.get(project)).text()).get('Article') ?? {}
  expect(headline).toBe('한빛마루 1단지')
})

test('a reader counts once a day', async ({ page }) => {
  const views = page.getByText(/^조회 \d/)
  await open(page, '/story/pre-move-in-checklist')
  await expect(views).toHaveText('조회 1')
  for (let time = 0; time < 2; time += 1) {
    const counted = page.waitForResponse((response) => response.url().endsWith('/views'))
    await page.reload()
    expect(await (await counted).json()).toEqual({ views: 1 })
    await expect(views).toHaveText('조회 1')
  }
})

test('what is published is in list and feed at once, and gone when it is taken back', async ({ page, logIn }) => {
  await logIn(page)
  const staff = await apiOf(page)
  const shows = async (subject: string) =>
    Promise.all(
      ['/story', '/rss.xml', '/api/v1/boards?code=news'].map(async (path) =>
        (await (await page.request.get(path)).text()).includes(subject),
      ),
    )
  const subject = '방금 올린 소식'
  expect(await shows(subject)).toEqual([false, false, false])
  const post = newPost(subject)
  const { board } = await staff.post('/boards', { ...post, texts: { ko: { ...post.texts.ko, state: 'published' } } })
  await expect.poll(() => shows(subject)).toEqual([true, true, true])
  expect((await page.request.get(`/story/${board._id}`)).status()).toBe(200)
  await staff.remove(`/boards/${board._id}`)
  await expect.poll(() => shows(subject)).toEqual([false, false, false])
  await expect.poll(async () => (await page.request.get(`/story/${board._id}`)).status()).toBe(404)
})

test('the address is copied and said so, although the page blocks copying', async ({ page, product }) => {
  await page.addInitScript(() => {
    // As on a plain http address, where browsers give no clipboard.
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await open(page, story)
  const copy = page.getByRole('button', { name: '주소 복사' })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '주소를 복사했습니다' })).toBeVisible()
  await expect(copy).toBeFocused()
  // What is on the clipboard is what a field gets from it.
  await page.locator('header [aria-label="검색"]').first().click()
  const field = page.getByPlaceholder('단지, 변호사, 소식 검색').first()
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue(product.url + story)
})

test('projects are narrowed by keyboard, and the address says to what', async ({ page }) => {
  await open(page, '/en/project')
  await page.getByLabel('Households').focus()
  await page.keyboard.press('End')
  await page.getByRole('main').getByRole('button', { name: 'Apply' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/project\?households=2000-$/)
  await expect(page.locator('main article')).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Case studies found: 2')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.locator('main article')).toHaveCount(15)
})

test('pictures open in a box that keys and a finger turn, and give the focus back', async ({ page }) => {
  await open(page, project)
  const third = page.getByRole('link', { name: /사진 3 \/ 9/ })
  await third.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: '한빛마루 1단지 사진' })
  await expect(box.getByRole('status')).toHaveText('3 / 9')
  for (const [key, count] of [
    ['ArrowRight', '4 / 9'],
    ['End', '9 / 9'],
    ['ArrowRight', '9 / 9'],
    ['Home', '1 / 9'],
    ['ArrowLeft', '1 / 9'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(box.getByRole('status')).toHaveText(count)
  }
  await box.getByRole('button', { name: '다음 사진' }).click()
  await expect(box.getByRole('status')).toHaveText('2 / 9')
  await box.locator('ul').evaluate((track) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: track, clientX, clientY: 300 })
    const send = (type: string, x: number, touches: Touch[]) =>
      track.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(x)] }))
    send('touchstart', 600, [touch(600)])
    send('touchmove', 480, [touch(480)])
    send('touchend', 480, [])
  })
  await expect(box.getByRole('status')).toHaveText('3 / 9')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(third).toBeFocused()
})

test('the feed is XML in each language, with absolute addresses that are there', async ({ page, request }) => {
  for (const [path, language, prefix] of [
    ['/rss.xml', 'ko', ''],
    ['/en/rss.xml', 'en', '/en'],
    ['/cn/rss.xml', 'zh-Hans', '/cn'],
  ] as const) {
    const response = await request.get(path)
    expect(response.headers()['content-type']).toContain('application/rss+xml')
    const feed = await page.evaluate(
      (xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'text/xml')
        return {
          broken: parsed.querySelector('parsererror') !== null,
          language: parsed.querySelector('channel > language')?.textContent,
          links: [...parsed.querySelectorAll('item > link')].map((link) => link.textContent ?? ''),
          dates: [...parsed.querySelectorAll('pubDate')].map((date) => new Date(date.textContent ?? '').getTime()),
        }
      },
      await response.text(),
    )
    expect(feed).toMatchObject({ broken: false, language })
    expect(feed.links.length).toBeGreaterThan(10)
    for (const link of feed.links) expect(link).toMatch(new RegExp(`^https?://[^/]+${prefix}/story/[a-z0-9-]+$`))
    expect(feed.dates).toEqual([...feed.dates].sort((one, other) => other - one))
    expect((await request.get(new URL(feed.links[0] ?? '').pathname)).status()).toBe(200)
  }
})

for (const width of [390, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' } as object)

    test('axe finds nothing, nothing is wider than the window, and nothing moves', async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { moved: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            Object.assign(window, { moved: (window as unknown as { moved: number }).moved + entry.value })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of ['/story', story, '/en/project', `/cn${project}`]) {
        await open(page, path)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        expect.soft(await violationsOf(page), path).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
        expect.soft(await page.evaluate(() => (window as unknown as { moved: number }).moved), path).toBeLessThan(0.01)
      }
    })
  })

test('pictures that show no real building say so once in a section, and nothing is said of no views', async ({
  page,
}) => {
  for (const path of ['/', '/project', '/business/building']) {
    await page.goto(path)
    await expect(page.locator('[data-picture-note]')).toHaveText(['실제 건물이 아닌 참고 이미지입니다.'])
  }
  await page.route('**/views', (route) => route.abort())
  await page.goto('/story/spoken-orders-fifteen-days')
  await expect(page.locator('article time').first()).toBeVisible()
  await expect(page.locator('article header')).not.toContainText('조회')
})
