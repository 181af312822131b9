import type { Page } from '@playwright/test'
import { logIn as headersOf } from '../application.ts'
import { awake, follow } from './measure.ts'
import { expect, test } from './product.ts'

// Search and being found: the page that the header's search opens, site map and robots, and old addresses.

const results = 'main ol > li'

/** Opens the panel of the header's search, which needs no script; gives its field. */
const openSearch = async (page: Page) => {
  await page
    .locator('header summary')
    .filter({ has: page.locator('svg') })
    .last()
    .click()
  return page.locator('header input[type="search"]').first()
}

test('the header leads to what has the word, marked, by kind, and the field holds it', async ({ page }) => {
  await page.goto('/')
  const field = await openSearch(page)
  await field.fill('하자')
  await field.press('Enter')
  await page.waitForURL('**/auction-search/%ED%95%98%EC%9E%90')
  await expect(page.locator('h1')).toHaveText('‘하자’ 검색 결과')
  await expect(page.locator('main input[type="search"]')).toHaveValue('하자')
  await expect(page.locator('main h2')).toHaveText([/업무 분야/, /변호사/, /수행 사례/, /소식/, /공지사항/])
  for (const mark of await page.locator('main mark').all()) await expect(mark).toHaveText(/^하자/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: '소식 결과 전체 보기' }).click()
  await page.waitForURL('**?kind=story')
  await expect(page.locator('main h2')).toHaveText([/소식/])
  expect(await page.locator(results).count()).toBeGreaterThan(5)
  // By keys alone: another word into the field of the page.
  await page.locator('main input[type="search"]').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('gkwk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('‘gkwk’에 대한 결과가 없어 한/영 전환한 ‘하자’의 검색 결과를 표시합니다.')).toBeVisible()
  await expect(page.locator('main input[type="search"]')).toHaveValue('gkwk')
})

test('what somebody types before the page is awake stays, and so does the open panel', async ({ page }) => {
  const asleep = Promise.withResolvers<void>()
  await page.route('**/entry.client-*.js', async (route) => {
    await asleep.promise
    await route.continue()
  })
  await page.goto('/')
  const field = await openSearch(page)
  await field.fill('하자')
  asleep.resolve()
  await awake(page)
  await expect(field).toHaveValue('하자')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('‘하자’ 검색 결과')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  for (const [prefix, title, none] of [
    ['', '‘없는말xyz’ 검색 결과', '‘없는말xyz’에 대한 검색 결과가 없습니다'],
    ['/en', 'Search results for “없는말xyz”', 'No results for “없는말xyz”'],
    ['/cn', '“없는말xyz”的搜索结果', '没有“없는말xyz”的搜索结果'],
  ] as const)
    test(`the form leads to the page of its word, which shows ways on: ${prefix || '/'}`, async ({ page }) => {
      await page.goto(`${prefix}/auction-search`)
      await page.locator('main input[type="search"]').fill('없는말xyz')
      await page.locator('main input[type="search"]').press('Enter')
      await page.waitForURL(`**${prefix}/auction-search/*xyz`)
      await expect(page.locator('h1')).toHaveText(title)
      await expect(page.getByText(none)).toBeVisible()
      await expect(page.locator('main ul a')).toHaveCount(5)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
})

test('words that nobody should be able to misuse are words', async ({ page, product }) => {
  for (const word of ['<script>alert(1)</script>', '%', "' OR 1=1 --", '../../etc/passwd', '\u202e', 'x'.repeat(150)]) {
    const response = await page.goto(`/auction-search/${encodeURIComponent(word)}`)
    expect(response?.status(), word).toBe(200)
  }
  const away = await fetch(`${product.url}/auction-search?keyword=${encodeURIComponent('//evil.example')}`, {
    redirect: 'manual',
  })
  expect([away.status, away.headers.get('location')]).toEqual([302, '/auction-search/%2F%2Fevil.example'])
  expect((await fetch(`${product.url}/api/v1/search?q=${'x'.repeat(101)}`)).status).toBe(400)
})

test('robots are told what to read; the map holds every record with its languages', async ({ product }) => {
  const robots = await fetch(`${product.url}/robots.txt`)
  expect(robots.headers.get('content-type')).toContain('text/plain')
  const rules = await robots.text()
  for (const path of ['/console', '/api/', '/login', '/en/login', '/auction-search', '/cn/auction-search'])
    expect(rules).toContain(`Disallow: ${path}\n`)
  const address = /^Sitemap: (.+)$/m.exec(rules)?.[1] ?? ''
  const map = await fetch(product.url + new URL(address).pathname)
  expect(map.headers.get('content-type')).toContain('application/xml')
  const xml = await map.text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
  expect(new Set(paths).size).toBe(
    paths.filter((path) => !path.startsWith('/files/')).length +
      new Set(paths.filter((path) => path.startsWith('/files/'))).size,
  )
  for (const path of ['/', '/en', '/cn', '/introduction/center', '/consult']) expect(paths).toContain(path)
  const { boards } = (await (await fetch(`${product.url}/api/v1/boards?code=news&limit=100`)).json()) as {
    boards: { slug: string }[]
  }
  for (const { slug } of boards) expect(paths).toContain(`/story/${slug}`)
  expect((await fetch(`${product.url}/sitemap.xml?part=ko-9`)).status).toBe(404)
})

test('an address that changed leads on, in every language, at once; one that is gone says so', async ({
  page,
  product,
}) => {
  const headers = { ...(await headersOf(product, 'owner')), 'content-type': 'application/json' }
  const ask = async (path: string) => {
    const response = await fetch(product.url + path, { redirect: 'manual' })
    return [response.status, response.headers.get('location')]
  }
  expect((await ask('/old-brochure'))[0]).toBe(404)
  const create = (body: object) =>
    fetch(`${product.url}/api/console/redirects`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await create({ fromPath: '/old-brochure', toPath: '/auction-search' })).status).toBe(201)
  expect((await create({ fromPath: '/closed', status: '410' })).status).toBe(201)
  await expect.poll(() => ask('/old-brochure')).toEqual([301, '/auction-search'])
  await expect.poll(() => ask('/en/old-brochure')).toEqual([301, '/en/auction-search'])
  expect(await ask('/closed')).toEqual([410, null])
  for (const [path, title] of [
    ['/closed', '삭제된 페이지입니다'],
    ['/en/closed', 'This page has been removed'],
    ['/cn/closed', '页面已下线'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(410)
    await expect(page.locator('h1')).toHaveText(title)
    await expect(page.locator('#content')).not.toContainText('404')
    await awake(page)
    await expect(page.locator('h1')).toHaveText(title)
  }
  // A record that was there and was removed is told of in the same words.
  expect((await create({ fromPath: '/story/taken-away', status: '410' })).status).toBe(201)
  await expect.poll(() => ask('/story/taken-away')).toEqual([410, null])
  await page.goto('/en/story/taken-away')
  await expect(page.locator('h1')).toHaveText('This page has been removed')
  await page.getByRole('link', { name: 'Search the site' }).click()
  await page.waitForURL('**/en/auction-search')
  expect((await create({ fromPath: '/auction-search', toPath: '/old-brochure' })).status).toBe(400)
  // Within the page as well, where only data would be asked for.
  await page.goto('/consult')
  await awake(page)
  await follow(page, '/old-brochure')
  await page.waitForURL('**/auction-search')
  await expect(page.locator('h1')).toBeVisible()
})

test('staff keep redirects: a mistake is told at its field, and what is saved stands in the list', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await page.goto('/console/redirects/create')
  await page.locator('#field-fromPath').fill('/from-here')
  await page.locator('#field-toPath').fill('/en/from-here')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('기존 주소와 같습니다. 다른 주소를 입력해 주세요.').first()).toBeVisible()
  await page.locator('#field-toPath').fill('/story')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201)
  await page.getByRole('button', { name: '저장' }).click()
  await saved
  await page.goto('/console/redirects')
  await expect(page.getByText('/from-here')).toBeVisible()
})
