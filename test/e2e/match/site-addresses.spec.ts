import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { assetId } from '../../../src/kit/files/assets.ts'
import { type Locale, locales } from '../../../src/kit/locale.ts'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { startApplication } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { elementsOf, processQueue } from '../support/crawl-site.ts'
import { test as base, expect } from '../support/product-fixture.ts'

// Match below its path prefix, as the first site, at a separate host, and alone: what visitors and search engines get
// at each address.

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const test = base.extend<object, { place: { url: string; ownUrl: string; ownHost: string } }>({
  product: [
    async ({ browserName: _browser }, use) => {
      const port = await freePort()
      const environment = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
      const product = await startApplication({ environment })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  place: [
    async ({ product }, use) => {
      // Every name below localhost resolves to this machine in browsers (RFC 6761).
      const ownHost = `match.${new URL(product.url).host}`
      await use({ url: product.url, ownUrl: `http://${ownHost}`, ownHost })
    },
    { scope: 'worker' },
  ],
})
test.use({ installation: 'match-address' })

const fair = `/match/fairs/${assetId('match/fairs/spring')}`

interface Answer {
  status: number
  location: string | undefined
  text: string
}

/** Requests an address with its host header; does not follow redirects. */
const ask = (address: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(address)
    request({ host: '127.0.0.1', port, path: pathname + search, headers: { host } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          text: Buffer.concat(pieces).toString(),
        }),
      )
    })
      .on('error', reject)
      .end()
  })

type Sites = 'firm' | 'match' | 'auction' | 'shop'

/** Saves the addresses of the sites, as staff do. */
const saveAddresses = async (
  product: Parameters<typeof apiAs>[0],
  siteSettings: { modules?: Partial<Record<Sites, boolean>>; home?: 'firm' | 'match'; matchHost?: string | null },
) => {
  const owner = await apiAs(product, 'owner')
  const { setting } = await owner('GET', '/api/console/setting')
  const modules = { ...setting.modules, firm: true, match: true, auction: true, shop: true, ...siteSettings.modules }
  const body = { home: 'firm', matchHost: null, ...siteSettings, modules, updatedAt: setting.updatedAt }
  await owner('PUT', '/api/console/setting', body)
}

const canonicalOf = (html: string) => elementsOf(html, 'link').find(({ rel }) => rel === 'canonical')?.href
const faceOf = (html: string) => (/data-face="match"/.test(html) ? 'match' : 'firm')

const intervals = [50]

const expectPage = (address: string, face: Sites) =>
  expect
    .poll(
      async () => {
        const { status, text } = await ask(address)
        return [status, status === 200 ? faceOf(text) : '', canonicalOf(text)]
      },
      { message: address, intervals },
    )
    .toEqual([200, face, address])

const expectLed = (address: string, to: string) =>
  expect.poll(async () => (await ask(address)).location, { message: address, intervals }).toBe(to)

const expectStatus = (address: string, status: number) =>
  expect.poll(async () => (await ask(address)).status, { message: address, intervals }).toBe(status)

/** Returns the addresses in the sitemap of a host. */
const mapOf = async (origin: string) =>
  [...(await ask(`${origin}/sitemap.xml`)).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

/** Collects console errors: a page rendered for another address fails to hydrate. */
const collectConsoleErrors = (page: Page): string[] => {
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  return consoleErrors
}

/** Triggers hydration as a visitor does, and waits for it. */
const hydrate = async (page: Page) => {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
}

const heading = { ko: /./, en: /[A-Za-z]/, cn: /[\u4e00-\u9fff]/ } satisfies Record<Locale, RegExp>

/** Follows every link from these pages until `maxPages` pages were visited. */
const crawl = async (starts: readonly string[], origins: readonly string[], maxPages: number) => {
  const answers = new Map<string, Answer>()
  const queue = [...starts]
  const queued = new Set(queue)
  await processQueue(queue, async (address) => {
    const answer = await ask(address)
    answers.set(address, answer)
    if (answer.status !== 200) return
    for (const { href = '' } of elementsOf(answer.text, 'a')) {
      if (!URL.canParse(href, address)) continue
      const { origin, pathname, search } = new URL(href, address)
      const found = origin + pathname.replace(/^\/$/, '/') + search
      if (
        !origins.includes(origin) ||
        queued.has(found) ||
        queued.size >= maxPages ||
        /^\/(files|api)\//.test(pathname)
      )
        continue
      queued.add(found)
      queue.push(found)
    }
  })
  return answers
}

test('Match is served below its path, as the first site, at a separate host or alone, in every language', {
  tag: '@deep',
}, async ({ product, place: { url, ownUrl, ownHost } }) => {
  await test.step('below its path by default', async () => {
    await saveAddresses(product, {})
    for (const locale of locales) {
      await expectPage(`${url}${inLocale(locale, '/')}`, 'firm')
      await expectPage(`${url}${inLocale(locale, '/match')}`, 'match')
      await expectLed(`${url}${inLocale(locale, '/firm')}`, inLocale(locale, '/'))
    }
  })
  await test.step('as the first site', async () => {
    await saveAddresses(product, { home: 'match' })
    for (const locale of locales) {
      const at = inLocale(locale, '/')
      await expectPage(url + at, 'match')
      await expectPage(`${url}${inLocale(locale, '/firm')}`, 'firm')
      await expectLed(`${url}${inLocale(locale, '/match')}?from=mail`, `${at}?from=mail`)
    }
    const listed = await mapOf(url)
    expect(listed).toContain(`${url}/firm`)
    expect(listed).toContain(`${url}/`)
    expect(listed).not.toContain(`${url}/match`)
  })
  await test.step('at a separate host', async () => {
    await saveAddresses(product, { matchHost: ownHost })
    for (const locale of locales) {
      await expectPage(ownUrl + inLocale(locale, '/'), 'match')
      await expectPage(url + inLocale(locale, '/'), 'firm')
      await expectPage(ownUrl + inLocale(locale, fair), 'match')
    }
  })
  await test.step('pages of the other host redirect there, with path and query', async () => {
    await expectLed(`${url}/match`, `${ownUrl}/`)
    await expectLed(`${url}/cn/match`, `${ownUrl}/cn`)
    await expectLed(`${url}/en${fair}?q=x`, `${ownUrl}/en${fair}?q=x`)
    await expectLed(`${ownUrl}/en/match`, '/en')
    await expectLed(`${ownUrl}/story`, `${url}/story`)
    await expectLed(`${ownUrl}/en/business/building?x=1`, `${url}/en/business/building?x=1`)
    await expectLed(`${ownUrl}/auction`, `${url}/auction`)
    for (const path of ['/login', '/en/join', '/me', '/console/dashboard', '/api/v1/setting', '/robots.txt'])
      for (const origin of [url, ownUrl]) expect((await ask(origin + path)).status, origin + path).toBe(200)
    // Requests to an unknown host get the installation's default site.
    const { port } = new URL(url)
    expect((await ask(`http://match.localhost.evil.example:${port}/story`)).status).toBe(200)
  })
  await test.step('each host lists its pages in a sitemap', async () => {
    expect((await ask(`${ownUrl}/robots.txt`)).text).toContain(`Sitemap: ${ownUrl}/sitemap.xml`)
    expect((await ask(`${url}/robots.txt`)).text).toContain(`Sitemap: ${url}/sitemap.xml`)
    const [ofHouse, ofOwn] = [await mapOf(url), await mapOf(ownUrl)]
    expect(ofOwn).toContain(`${ownUrl}/`)
    expect(ofOwn).toContain(`${ownUrl}/cn${fair}`)
    expect(ofHouse).toContain(`${url}/en/story`)
    expect(ofOwn.filter((address) => !new RegExp(`^${ownUrl}(/en|/cn)?(/|/match/.*)?$`).test(address))).toEqual([])
    expect(ofHouse.filter((address) => address.includes('/match'))).toEqual([])
  })
  await test.step('alone, with every other site switched off', async () => {
    await saveAddresses(product, { modules: { firm: false, auction: false, shop: false }, home: 'match' })
    for (const locale of locales) await expectPage(url + inLocale(locale, '/'), 'match')
    await expectStatus(`${url}/story`, 404)
  })
  await test.step('without the Firm no page links to the shared search, which belongs to it', async () => {
    await saveAddresses(product, { modules: { firm: false, auction: true, shop: true }, home: 'match' })
    for (const path of ['/auction', '/shop', '/cn/shop']) {
      await expectStatus(url + path, 200)
      expect((await ask(url + path)).text).not.toContain('auction-search')
    }
    await saveAddresses(product, { modules: { firm: false }, home: 'match', matchHost: ownHost })
    await expectLed(`${url}/en`, `${ownUrl}/en`)
    await expectPage(`${ownUrl}/en`, 'match')
  })
  await test.step('after it is switched off, its host no longer serves it', async () => {
    await saveAddresses(product, { modules: { match: false }, matchHost: ownHost })
    await expectPage(`${url}/`, 'firm')
    await expectStatus(`${ownUrl}/match`, 404)
  })
})

for (const locale of locales) {
  test(`Match hydrates as the first site and links within it: ${locale}`, { tag: '@deep' }, async ({
    product,
    place: { url },
    page,
  }) => {
    await saveAddresses(product, { home: 'match' })
    const complaints = collectConsoleErrors(page)
    const at = inLocale(locale, '/')
    await expectPage(url + at, 'match')
    await page.goto(url + at)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[locale])
    await hydrate(page)
    await page
      .locator(`main a[href="${inLocale(locale, fair)}"]`)
      .first()
      .click()
    await expect(page).toHaveURL(url + inLocale(locale, fair))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('header a').first().click()
    await expect(page).toHaveURL(url + at)
    await expect(page.locator('[data-face="match"]')).toBeVisible()
    // The Firm's pages still link to its home page.
    await page.goto(`${url}${inLocale(locale, '/story')}`)
    await hydrate(page)
    await page.locator('header a').first().click()
    await expect(page).toHaveURL(`${url}${inLocale(locale, '/firm')}`)
    await expect(page.locator('[data-face="match"]')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test(`Match hydrates at a separate host and links within it: ${locale}`, { tag: '@deep' }, async ({
    product,
    place: { ownUrl, ownHost },
    page,
  }) => {
    await saveAddresses(product, { matchHost: ownHost })
    const complaints = collectConsoleErrors(page)
    const at = inLocale(locale, '/')
    await expectPage(ownUrl + at, 'match')
    await page.goto(ownUrl + at)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[locale])
    await hydrate(page)
    await page
      .locator(`main a[href="${inLocale(locale, fair)}"]`)
      .first()
      .click()
    await expect(page).toHaveURL(ownUrl + inLocale(locale, fair))
    await page.locator('header a').first().click()
    await expect(page).toHaveURL(ownUrl + at)
    expect(complaints).toEqual([])
  })
}

test('staff set the host of Match; the shared search links there, and a log-in stays at its host', {
  tag: '@deep',
}, async ({ product, place: { url, ownUrl, ownHost }, page, logIn }) => {
  await test.step('the settings refuse a URL and accept a host', async () => {
    await saveAddresses(product, {})
    await logIn(page)
    await page.goto('/console/setting')
    const host = page.getByRole('textbox', { name: '매칭 전용 호스트' })
    await host.fill('https://match.example.kr/')
    await page.getByRole('button', { name: '저장' }).first().click()
    await expect(page.getByText('match.example.kr과 같이 호스트 이름만 입력해 주세요').first()).toBeVisible()
    await host.fill(ownHost)
    await page.getByRole('button', { name: '저장' }).first().click()
    await expectPage(`${ownUrl}/`, 'match')
  })
  await test.step('the shared search links to the host', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${url}/auction-search/${encodeURIComponent('공예')}`)
    const found = page.locator('main a[href*="/match/"]').first()
    await expect(found).toHaveAttribute('href', new RegExp(`^${ownUrl}/match/`))
  })
  await test.step('a log-in at one host does not apply to the other', async () => {
    await page.goto(`${ownUrl}/login?next=/me`)
    await page.getByLabel('아이디').fill('company')
    await page.getByLabel('비밀번호', { exact: true }).fill(product.passwords.company ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${ownUrl}/me`)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    expect(await page.evaluate(() => Boolean(sessionStorage.refreshToken))).toBe(true)
    await page.goto(`${url}/me`)
    await expect(page.getByRole('link', { name: '로그인' }).first()).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => sessionStorage.refreshToken ?? null)).toBeNull()
  })
})

test.describe('every link', { tag: '@deep' }, () => {
  // Renders some hundred pages, each for the first time.
  test.setTimeout(240_000)
  const faultsOf = (answers: Map<string, Answer>, allowed: number[]) =>
    [...answers]
      .filter(([, { status }]) => !allowed.includes(status))
      .map(([address, { status }]) => `${status} ${address}`)

  test('leads to a page whose canonical address names the requested host', async ({
    product,
    place: { url, ownUrl, ownHost },
  }) => {
    await saveAddresses(product, { matchHost: ownHost })
    await expectPage(`${ownUrl}/`, 'match')
    await expectPage(`${url}/`, 'firm')
    const starts = locales.flatMap((locale) => [url, ownUrl].map((origin) => origin + inLocale(locale, '/')))
    const answers = await crawl(starts, [url, ownUrl], 500)
    expect(faultsOf(answers, [200, 301])).toEqual([])
    const canonicals = [...answers].flatMap(([address, { status, text }]) => {
      const canonical = status === 200 ? canonicalOf(text) : undefined
      return canonical ? [[address, canonical]] : []
    })
    expect(canonicals.length).toBeGreaterThan(100)
    const foreign = canonicals.filter(
      ([address = '', canonical = '']) => new URL(address).origin !== new URL(canonical).origin,
    )
    expect(foreign).toEqual([])
  })

  test('leads to a page while Match is the only site', async ({ product, place: { url } }) => {
    await saveAddresses(product, { modules: { firm: false, auction: false, shop: false }, home: 'match' })
    for (const locale of locales) await expectPage(url + inLocale(locale, '/'), 'match')
    const answers = await crawl(
      locales.map((locale) => url + inLocale(locale, '/')),
      [url],
      300,
    )
    expect(faultsOf(answers, [200, 301, 302])).toEqual([])
  })
})
