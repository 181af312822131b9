import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { assetId } from '../../../src/kit/files/assets.ts'
import { type Locale, locales } from '../../../src/kit/locale.ts'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { startApplication } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { elementsOf, workOff } from '../support/crawl-site.ts'
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

const test = base.extend<object, { place: { url: string; own: string; ownHost: string } }>({
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
      await use({ url: product.url, own: `http://${ownHost}`, ownHost })
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
const arrange = async (
  product: Parameters<typeof apiAs>[0],
  wanted: { modules?: Partial<Record<Sites, boolean>>; home?: 'firm' | 'match'; matchHost?: string | null },
) => {
  const owner = await apiAs(product, 'owner')
  const { setting } = await owner('GET', '/api/console/setting')
  const modules = { ...setting.modules, firm: true, match: true, auction: true, shop: true, ...wanted.modules }
  const body = { home: 'firm', matchHost: null, ...wanted, modules, updatedAt: setting.updatedAt }
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
const complaintsOf = (page: Page): string[] => {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  return said
}

/** Triggers hydration as a visitor does, and waits for it. */
const wake = async (page: Page) => {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
}

const heading = { ko: /./, en: /[A-Za-z]/, cn: /[\u4e00-\u9fff]/ } satisfies Record<Locale, RegExp>

/** Follows every link from these pages until `most` pages were visited. */
const crawl = async (starts: readonly string[], origins: readonly string[], most: number) => {
  const seen = new Map<string, Answer>()
  const queue = [...starts]
  const known = new Set(queue)
  await workOff(queue, async (address) => {
    const answer = await ask(address)
    seen.set(address, answer)
    if (answer.status !== 200) return
    for (const { href = '' } of elementsOf(answer.text, 'a')) {
      if (!URL.canParse(href, address)) continue
      const { origin, pathname, search } = new URL(href, address)
      const found = origin + pathname.replace(/^\/$/, '/') + search
      if (!origins.includes(origin) || known.has(found) || known.size >= most || /^\/(files|api)\//.test(pathname))
        continue
      known.add(found)
      queue.push(found)
    }
  })
  return seen
}

test('Match is served below its path, as the first site, at a separate host or alone, in every language', async ({
  product,
  place: { url, own, ownHost },
}) => {
  await test.step('below its path by default', async () => {
    await arrange(product, {})
    for (const locale of locales) {
      await expectPage(`${url}${inLocale(locale, '/')}`, 'firm')
      await expectPage(`${url}${inLocale(locale, '/match')}`, 'match')
      await expectLed(`${url}${inLocale(locale, '/firm')}`, inLocale(locale, '/'))
    }
  })
  await test.step('as the first site', async () => {
    await arrange(product, { home: 'match' })
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
    await arrange(product, { matchHost: ownHost })
    for (const locale of locales) {
      await expectPage(own + inLocale(locale, '/'), 'match')
      await expectPage(url + inLocale(locale, '/'), 'firm')
      await expectPage(own + inLocale(locale, fair), 'match')
    }
  })
  await test.step('pages of the other host redirect there, with path and query', async () => {
    await expectLed(`${url}/match`, `${own}/`)
    await expectLed(`${url}/cn/match`, `${own}/cn`)
    await expectLed(`${url}/en${fair}?q=x`, `${own}/en${fair}?q=x`)
    await expectLed(`${own}/en/match`, '/en')
    await expectLed(`${own}/story`, `${url}/story`)
    await expectLed(`${own}/en/business/building?x=1`, `${url}/en/business/building?x=1`)
    await expectLed(`${own}/auction`, `${url}/auction`)
    for (const path of ['/login', '/en/join', '/me', '/console/dashboard', '/api/v1/setting', '/robots.txt'])
      for (const origin of [url, own]) expect((await ask(origin + path)).status, origin + path).toBe(200)
    // Requests to an unknown host get the installation's default site.
    const { port } = new URL(url)
    expect((await ask(`http://match.localhost.evil.example:${port}/story`)).status).toBe(200)
  })
  await test.step('each host lists its pages in a sitemap', async () => {
    expect((await ask(`${own}/robots.txt`)).text).toContain(`Sitemap: ${own}/sitemap.xml`)
    expect((await ask(`${url}/robots.txt`)).text).toContain(`Sitemap: ${url}/sitemap.xml`)
    const [ofHouse, ofOwn] = [await mapOf(url), await mapOf(own)]
    expect(ofOwn).toContain(`${own}/`)
    expect(ofOwn).toContain(`${own}/cn${fair}`)
    expect(ofHouse).toContain(`${url}/en/story`)
    expect(ofOwn.filter((address) => !new RegExp(`^${own}(/en|/cn)?(/|/match/.*)?$`).test(address))).toEqual([])
    expect(ofHouse.filter((address) => address.includes('/match'))).toEqual([])
  })
  await test.step('alone, with every other site switched off', async () => {
    await arrange(product, { modules: { firm: false, auction: false, shop: false }, home: 'match' })
    for (const locale of locales) await expectPage(url + inLocale(locale, '/'), 'match')
    await expectStatus(`${url}/story`, 404)
  })
  await test.step('without the Firm no page links to the shared search, which belongs to it', async () => {
    await arrange(product, { modules: { firm: false, auction: true, shop: true }, home: 'match' })
    for (const path of ['/auction', '/shop', '/cn/shop']) {
      await expectStatus(url + path, 200)
      expect((await ask(url + path)).text).not.toContain('auction-search')
    }
    await arrange(product, { modules: { firm: false }, home: 'match', matchHost: ownHost })
    await expectLed(`${url}/en`, `${own}/en`)
    await expectPage(`${own}/en`, 'match')
  })
  await test.step('after it is switched off, its host no longer serves it', async () => {
    await arrange(product, { modules: { match: false }, matchHost: ownHost })
    await expectPage(`${url}/`, 'firm')
    await expectStatus(`${own}/match`, 404)
  })
})

for (const locale of locales) {
  const tag = locale === 'ko' ? [] : '@deep'

  test(`Match hydrates as the first site and links within it: ${locale}`, { tag }, async ({
    product,
    place: { url },
    page,
  }) => {
    await arrange(product, { home: 'match' })
    const complaints = complaintsOf(page)
    const at = inLocale(locale, '/')
    await expectPage(url + at, 'match')
    await page.goto(url + at)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[locale])
    await wake(page)
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
    await wake(page)
    await page.locator('header a').first().click()
    await expect(page).toHaveURL(`${url}${inLocale(locale, '/firm')}`)
    await expect(page.locator('[data-face="match"]')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test(`Match hydrates at a separate host and links within it: ${locale}`, { tag }, async ({
    product,
    place: { own, ownHost },
    page,
  }) => {
    await arrange(product, { matchHost: ownHost })
    const complaints = complaintsOf(page)
    const at = inLocale(locale, '/')
    await expectPage(own + at, 'match')
    await page.goto(own + at)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading[locale])
    await wake(page)
    await page
      .locator(`main a[href="${inLocale(locale, fair)}"]`)
      .first()
      .click()
    await expect(page).toHaveURL(own + inLocale(locale, fair))
    await page.locator('header a').first().click()
    await expect(page).toHaveURL(own + at)
    expect(complaints).toEqual([])
  })
}

test('staff set the host of Match; the shared search links there, and a log-in stays at its host', async ({
  product,
  place: { url, own, ownHost },
  page,
  logIn,
}) => {
  await test.step('the settings refuse a URL and accept a host', async () => {
    await arrange(product, {})
    await logIn(page)
    await page.goto('/console/setting')
    const host = page.getByRole('textbox', { name: '매칭 전용 호스트' })
    await host.fill('https://match.example.kr/')
    await page.getByRole('button', { name: '저장' }).first().click()
    await expect(page.getByText('match.example.kr과 같이 호스트 이름만 입력해 주세요').first()).toBeVisible()
    await host.fill(ownHost)
    await page.getByRole('button', { name: '저장' }).first().click()
    await expectPage(`${own}/`, 'match')
  })
  await test.step('the shared search links to the host', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${url}/auction-search/${encodeURIComponent('공예')}`)
    const found = page.locator('main a[href*="/match/"]').first()
    await expect(found).toHaveAttribute('href', new RegExp(`^${own}/match/`))
  })
  await test.step('a log-in at one host does not apply to the other', async () => {
    await page.goto(`${own}/login?next=/me`)
    await page.getByLabel('아이디').fill('company')
    await page.getByLabel('비밀번호', { exact: true }).fill(product.passwords.company ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${own}/me`)
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
  const faultsOf = (seen: Map<string, Answer>, allowed: number[]) =>
    [...seen]
      .filter(([, { status }]) => !allowed.includes(status))
      .map(([address, { status }]) => `${status} ${address}`)

  test('leads to a page whose canonical address names the requested host', async ({
    product,
    place: { url, own, ownHost },
  }) => {
    await arrange(product, { matchHost: ownHost })
    await expectPage(`${own}/`, 'match')
    await expectPage(`${url}/`, 'firm')
    const starts = locales.flatMap((locale) => [url, own].map((origin) => origin + inLocale(locale, '/')))
    const seen = await crawl(starts, [url, own], 500)
    expect(faultsOf(seen, [200, 301])).toEqual([])
    const canonicals = [...seen].flatMap(([address, { status, text }]) => {
      const named = status === 200 ? canonicalOf(text) : undefined
      return named ? [[address, named]] : []
    })
    expect(canonicals.length).toBeGreaterThan(100)
    const foreign = canonicals.filter(([address = '', named = '']) => new URL(address).origin !== new URL(named).origin)
    expect(foreign).toEqual([])
  })

  test('leads to a page while Match is the only site', async ({ product, place: { url } }) => {
    await arrange(product, { modules: { firm: false, auction: false, shop: false }, home: 'match' })
    for (const locale of locales) await expectPage(url + inLocale(locale, '/'), 'match')
    const seen = await crawl(
      locales.map((locale) => url + inLocale(locale, '/')),
      [url],
      300,
    )
    expect(faultsOf(seen, [200, 301, 302])).toEqual([])
  })
})
