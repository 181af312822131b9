import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { assetId } from '../../src/kit/files/assets.ts'
import { type Locale, locales } from '../../src/kit/locale.ts'
import { inLocale } from '../../src/kit/web/address.ts'
import { startApplication } from '../application.ts'
import { apiAs } from './api-as.ts'
import { test as base, expect } from './product.ts'
import { elementsOf, workOff } from './walk.ts'

// Match below its word, first, at a host of its own, and alone: what visitors and search engines find at each address.

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
      // Browsers find every name below localhost on this machine (RFC 6761).
      const ownHost = `match.${new URL(product.url).host}`
      await use({ url: product.url, own: `http://${ownHost}`, ownHost })
    },
    { scope: 'worker' },
  ],
})
test.use({ installation: 'match-address' })
test.describe.configure({ mode: 'serial' })

const fair = `/match/fairs/${assetId('match/fairs/spring')}`

interface Answer {
  status: number
  location: string | undefined
  text: string
}

/** An address as it is asked for at a host; no redirect is followed. */
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

/** Saves where the sites are, as staff do. */
const arrange = async (
  product: Parameters<typeof apiAs>[0],
  wanted: { modules?: Partial<Record<Sites, boolean>>; home?: 'firm' | 'match'; matchHost?: string | null },
) => {
  const owner = await apiAs(product, 'owner')
  const { setting } = await owner('GET', '/api/console/setting')
  const modules = { ...setting.modules, firm: true, match: true, ...wanted.modules }
  const body = { home: 'firm', matchHost: null, ...wanted, modules, updatedAt: setting.updatedAt }
  await owner('PUT', '/api/console/setting', body)
}

const canonicalOf = (html: string) => elementsOf(html, 'link').find(({ rel }) => rel === 'canonical')?.href
const faceOf = (html: string) => (/data-face="match"/.test(html) ? 'match' : 'firm')

const expectPage = (address: string, face: Sites) =>
  expect
    .poll(async () => {
      const { status, text } = await ask(address)
      return [status, status === 200 ? faceOf(text) : '', canonicalOf(text)]
    }, address)
    .toEqual([200, face, address])

const expectLed = (address: string, to: string) =>
  expect.poll(async () => (await ask(address)).location, address).toBe(to)

/** What the browser complains of; a page that was made for another address does not fit when it wakes. */
const complaintsOf = (page: Page): string[] => {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  return said
}

/** Wakes a page as a visitor does, and waits until React is there. */
const wake = async (page: Page) => {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
}

const heading = { ko: /./, en: /[A-Za-z]/, cn: /[\u4e00-\u9fff]/ } satisfies Record<Locale, RegExp>

/** Every link of these pages, and of the pages they lead to, until so many were seen. */
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

test('as usual Match is below its word, and the Firm is not below one', async ({ place: { url } }) => {
  for (const locale of locales) {
    await expectPage(`${url}${inLocale(locale, '/')}`, 'firm')
    await expectPage(`${url}${inLocale(locale, '/match')}`, 'match')
    await expectLed(`${url}${inLocale(locale, '/firm')}`, inLocale(locale, '/'))
  }
})

test('Match is the first page: it is read, wakes and leads on in three languages', async ({
  product,
  place: { url },
  page,
}) => {
  await arrange(product, { home: 'match' })
  const complaints = complaintsOf(page)
  for (const locale of locales) {
    const at = inLocale(locale, '/')
    await expectPage(url + at, 'match')
    await expectPage(`${url}${inLocale(locale, '/firm')}`, 'firm')
    await expectLed(`${url}${inLocale(locale, '/match')}?from=mail`, `${at}?from=mail`)
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
  }
  // The Firm's own pages still lead to its home page.
  await page.goto(`${url}/story`)
  await wake(page)
  await page.locator('header a').first().click()
  await expect(page).toHaveURL(`${url}/firm`)
  await expect(page.locator('[data-face="match"]')).toHaveCount(0)
  expect(complaints).toEqual([])
  const { text } = await ask(`${url}/sitemap.xml`)
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toContain(`${url}/firm`)
  expect(listed).toContain(`${url}/`)
  expect(listed).not.toContain(`${url}/match`)
})

test('at a host of its own Match is read, wakes and leads on in three languages', async ({
  product,
  place: { url, own, ownHost },
  page,
}) => {
  await arrange(product, { matchHost: ownHost })
  const complaints = complaintsOf(page)
  for (const locale of locales) {
    const at = inLocale(locale, '/')
    await expectPage(own + at, 'match')
    await expectPage(url + at, 'firm')
    await expectPage(own + inLocale(locale, fair), 'match')
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
  }
  expect(complaints).toEqual([])
})

test('what belongs to the other host is found there, with path and query', async ({ place: { url, own } }) => {
  await expectLed(`${url}/match`, `${own}/`)
  await expectLed(`${url}/cn/match`, `${own}/cn`)
  await expectLed(`${url}/en${fair}?q=x`, `${own}/en${fair}?q=x`)
  await expectLed(`${own}/en/match`, '/en')
  await expectLed(`${own}/story`, `${url}/story`)
  await expectLed(`${own}/en/business/building?x=1`, `${url}/en/business/building?x=1`)
  await expectLed(`${own}/auction`, `${url}/auction`)
  for (const path of ['/login', '/en/join', '/me', '/console/dashboard', '/api/v1/setting', '/robots.txt'])
    for (const origin of [url, own]) expect((await ask(origin + path)).status, origin + path).toBe(200)
  // A host that nobody entered is the installation's own.
  const { port } = new URL(url)
  expect((await ask(`http://match.localhost.evil.example:${port}/story`)).status).toBe(200)
})

test('search engines find each page at its host alone', async ({ place: { url, own } }) => {
  // Some hundred pages, each made for the first time.
  test.setTimeout(240_000)
  const locations = async (origin: string) =>
    [...(await ask(`${origin}/sitemap.xml`)).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect((await ask(`${own}/robots.txt`)).text).toContain(`Sitemap: ${own}/sitemap.xml`)
  expect((await ask(`${url}/robots.txt`)).text).toContain(`Sitemap: ${url}/sitemap.xml`)
  const [ofHouse, ofOwn] = [await locations(url), await locations(own)]
  expect(ofOwn).toContain(`${own}/`)
  expect(ofOwn).toContain(`${own}/cn${fair}`)
  expect(ofHouse).toContain(`${url}/en/story`)
  expect(ofOwn.filter((address) => !new RegExp(`^${own}(/en|/cn)?(/|/match/.*)?$`).test(address))).toEqual([])
  expect(ofHouse.filter((address) => address.includes('/match'))).toEqual([])

  const starts = locales.flatMap((locale) => [url, own].map((origin) => origin + inLocale(locale, '/')))
  const seen = await crawl(starts, [url, own], 500)
  const broken = [...seen].filter(([, { status }]) => status !== 200 && status !== 301)
  expect(broken.map(([address, { status }]) => `${status} ${address}`)).toEqual([])
  const canonicals = [...seen].flatMap(([address, { status, text }]) => {
    const named = status === 200 ? canonicalOf(text) : undefined
    return named ? [[address, named]] : []
  })
  expect(canonicals.length).toBeGreaterThan(100)
  // The page names the host that it was found at, and itself but for what was chosen in it.
  const foreign = canonicals.filter(([address = '', named = '']) => new URL(address).origin !== new URL(named).origin)
  expect(foreign).toEqual([])
})

test('the one search leads to the right host, and a log-in stays at the host it was made at', async ({
  product,
  place: { url, own },
  page,
}) => {
  await page.goto(`${url}/auction-search/${encodeURIComponent('공예')}`)
  const found = page.locator('main a[href*="/match/"]').first()
  await expect(found).toHaveAttribute('href', new RegExp(`^${own}/match/`))

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

test('with the Firm off Match alone has the first page, at each kind of address', async ({
  product,
  place: { url, own, ownHost },
}) => {
  test.setTimeout(240_000)
  await arrange(product, { modules: { firm: false, auction: false, shop: false }, home: 'match' })
  for (const locale of locales) await expectPage(url + inLocale(locale, '/'), 'match')
  const starts = locales.map((locale) => url + inLocale(locale, '/'))
  const seen = await crawl(starts, [url], 300)
  expect(
    [...seen]
      .filter(([, { status }]) => ![200, 301, 302].includes(status))
      .map(([address, a]) => `${a.status} ${address}`),
  ).toEqual([])
  expect((await ask(`${url}/story`)).status).toBe(404)

  // The one search is a page of the Firm: without it nothing leads there.
  await arrange(product, { modules: { firm: false, auction: true, shop: true }, home: 'match' })
  for (const path of ['/auction', '/shop', '/cn/shop']) {
    await expect.poll(async () => (await ask(url + path)).status).toBe(200)
    expect((await ask(url + path)).text).not.toContain('auction-search')
  }

  await arrange(product, { modules: { firm: false }, home: 'match', matchHost: ownHost })
  await expectLed(`${url}/en`, `${own}/en`)
  await expectPage(`${own}/en`, 'match')

  await arrange(product, { modules: { match: false }, matchHost: ownHost })
  await expectPage(`${url}/`, 'firm')
  await expect.poll(async () => (await ask(`${own}/match`)).status).toBe(404)
})

test('staff enter it in the settings, and are told what cannot be', async ({
  product,
  place: { own, ownHost },
  page,
  logIn,
}) => {
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
