import { locales } from '../../src/kit/locale.ts'
import { inLocale } from '../../src/kit/web/addresses/locale-path.ts'
import { type CrawledPage, processQueue, SiteCrawl, unescapeHtml } from '../e2e/support/crawl-site.ts'
import { pageKindOf, publicKinds } from '../e2e/support/screen-routes.ts'
import { faultsOf } from '../schemas/validate-xml.ts'
import { test as base, expect } from './page-fixture.ts'
import {
  cardsOf,
  checkAddresses,
  checkCards,
  checkElements,
  checkFiles,
  checkHashes,
  checkNames,
  checkReturnLinks,
  checkStructuredData,
  findCanonical,
  mappedPages,
  readOrigin,
  type Site,
  toSite,
} from './site-rules.ts'
import { aboutOf } from './structured-data.ts'

// Reads the public site as a crawler does: one page per kind in the quick run, every link in the deep run.

const test = base.extend<object, { origin: string; kinds: Site; site: Site }>({
  origin: [async ({ product }, use) => use(await readOrigin(product.url)), { scope: 'worker' }],
  /** One page per kind, each in one language. */
  kinds: [
    async ({ product, origin }, use) => {
      const walk = new SiteCrawl(product.url, [origin])
      await walk.crawlKinds(pageKindOf)
      await use(toSite(walk, origin))
    },
    { scope: 'worker' },
  ],
  /** Every page in every language. */
  site: [
    async ({ product, origin }, use) => {
      const walk = new SiteCrawl(product.url, [origin])
      await walk.crawlAll()
      await use(toSite(walk, origin))
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** Addresses required by the specification, besides those that depend on records. */
const listedPaths = [
  '/',
  ...['center', 'lawyer', 'lawyer-han-idam'].map((name) => `/introduction/${name}`),
  ...['building', 'maintenance', 'renovation', 'council', 'engineering'].map((name) => `/business/${name}`),
  ...['/construction', '/project', '/story', '/consult', '/terms/service', '/terms/privacy'],
  ...['seoul', 'seoul-branch', 'incheon', 'gwangju'].map((name) => `/contact/${name}`),
  ...['', '/about', '/manual/seller', '/manual/buyer', '/notices', '/faq', '/fairs', '/products'].map(
    (name) => `/match${name}`,
  ),
  ...['/match/join/seller', '/match/join/buyer'],
  ...['/auction', '/auction/results', '/auction/authors', '/shop', '/shop/categories/bowls', '/cart', '/orders'],
]

/** The customer centre belongs to all sites, but a card has the theme of one. */
const kindsWithCard = publicKinds.filter((kind) => kind in aboutOf && !kind.startsWith('center/'))

/** Returns the page paths of the sitemap, without those of files. */
const readMap = async ({ crawl, origin }: Site) => {
  const xml = await (await fetch(`${crawl.origins[0]}/sitemap.xml`)).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, place = '']) => unescapeHtml(place).slice(origin.length) || '/',
  )
  return { xml, paths: paths.filter((path) => !path.startsWith('/files/')) }
}

/** Pages with an error status, and redirects that do not lead to a page. */
const findDeadEnds = ({ crawl }: Site) => {
  const leads = ({ status, location }: CrawledPage) =>
    [301, 308].includes(status) && location ? crawl.answers.get(location)?.status === 200 : status === 200
  return [...crawl.answers.values()]
    .filter((seen) => !leads(seen))
    .map(({ status, address, from }) => ({ status, address, from }))
}

test("answers a search and the representative's second address, which no link names", async ({ kinds }) => {
  for (const locale of locales)
    for (const path of ['/auction-search', '/auction-search/2026', '/introduction/han-idam']) {
      const page = await kinds.crawl.request(inLocale(locale, path), 'the test')
      expect([page.address, page.status]).toEqual([page.address, 200])
      const own = path === '/introduction/han-idam' ? '/introduction/lawyer-han-idam' : path
      expect([page.address, findCanonical(page.html)]).toEqual([page.address, kinds.origin + inLocale(locale, own)])
    }
})

test.describe('one page of each kind', () => {
  test('is reached by links', async ({ kinds }) => {
    const found = kinds.crawl.pages.map(({ address }) => pageKindOf(address).replace(/^\w+\//, ''))
    expect(publicKinds.filter((kind) => !found.includes(kind))).toEqual([])
    expect(findDeadEnds(kinds)).toEqual([])
  })

  test('references existing files only, as do the pages of the specification', async ({ kinds }) => {
    // Request one size per picture.
    const { files, missing } = await checkFiles(kinds, (address) => /^\/files\/[^/]+/.exec(address)?.[0] ?? address)
    expect(files).toBeGreaterThan(100)
    expect(missing).toEqual([])
    const expectedPaths = listedPaths.filter((path) => !kinds.crawl.answers.has(path))
    const dead: string[] = []
    await processQueue([...expectedPaths], async (path) => {
      const { status } = await kinds.crawl.request(path, '')
      if (status !== 200) dead.push(`${path}: ${status}`)
    })
    expect(dead).toEqual([])
  })

  test('names a card of its own, except in the customer centre', async ({ kinds }) => {
    expect([...cardsOf(kinds).keys()].map((kind) => kind.replace(/^\w+\//, '')).sort()).toEqual(
      kindsWithCard.toSorted(),
    )
  })

  test('has its elements where HTML permits them', async ({ kinds }) => {
    expect(await checkElements([{ address: 'a wrong page', html: '<p><span><h3>x</h3></span></p>' }])).not.toEqual([])
    expect(await checkElements(kinds.crawl.pages)).toEqual([])
  })

  test('has its language, one heading, a title and a description', async ({ kinds }) => {
    expect(checkNames(kinds)).toEqual([])
  })

  test('names its canonical address and those of its other languages', async ({ kinds }) => {
    expect(checkAddresses(kinds)).toEqual([])
  })

  test('has the structured data of its kind', async ({ kinds }) => {
    expect(checkStructuredData(kinds)).toEqual([])
  })

  test('has the targets of links with a hash', async ({ kinds }) => {
    const { links, lost } = checkHashes(kinds)
    expect(lost).toEqual([])
    expect(links).toBeGreaterThanOrEqual(kinds.crawl.pages.length)
  })

  test('is in the sitemap, which conforms to its schema', async ({ kinds }) => {
    const { xml, paths } = await readMap(kinds)
    expect(faultsOf(xml, 'sitemap')).toEqual([])
    expect(mappedPages(kinds).required.filter((path) => !paths.includes(path))).toEqual([])
  })
})

test.describe('every page', { tag: '@deep' }, () => {
  test('is reached by links, in each language', async ({ site }) => {
    const places = locales.flatMap((locale) => listedPaths.map((path) => inLocale(locale, path)))
    expect(places.filter((path) => !site.crawl.answers.get(path)?.html)).toEqual([])
    const found = new Set(site.crawl.pages.map(({ address }) => pageKindOf(address)))
    const expectedPaths = locales.flatMap((locale) => publicKinds.map((kind) => `${locale}/${kind}`))
    expect(expectedPaths.filter((kind) => !found.has(kind))).toEqual([])
  })

  test('links to pages and files that exist', async ({ site }) => {
    expect(findDeadEnds(site)).toEqual([])
    const { files, missing } = await checkFiles(site)
    expect(files).toBeGreaterThan(300)
    expect(missing).toEqual([])
  })

  test('has a card of 1200 × 630 px for its kind and language', async ({ site }) => {
    expect(cardsOf(site).size).toBe(locales.length * kindsWithCard.length)
    expect(await checkCards(site)).toEqual([])
  })

  test("breaks no rule of HTML's content model", async ({ site }) => {
    expect(await checkElements(site.crawl.pages)).toEqual([])
  })

  test('has its language, one heading, and a unique title and description', async ({ site }) => {
    expect(checkNames(site)).toEqual([])
  })

  test('names its canonical address and its other languages, which link back', async ({ site }) => {
    expect([...checkAddresses(site), ...checkReturnLinks(site)]).toEqual([])
  })

  test('has complete structured data for its kind', async ({ site }) => {
    expect(checkStructuredData(site)).toEqual([])
  })

  test('has no link to a missing hash target', async ({ site }) => {
    const { links, lost } = checkHashes(site)
    expect(lost).toEqual([])
    expect(links).toBeGreaterThan(site.crawl.pages.length)
  })

  test('is in the sitemap, and no other', async ({ site }) => {
    const { xml, paths } = await readMap(site)
    expect(faultsOf(xml, 'sitemap')).toEqual([])
    const { required, allowed } = mappedPages(site)
    expect(required.filter((path) => !paths.includes(path))).toEqual([])
    expect(paths.filter((path) => !allowed.includes(path))).toEqual([])
  })

  test('named by a feed was reached by links', async ({ site }) => {
    for (const locale of locales) {
      const feed = inLocale(locale, '/rss.xml')
      const xml = await (await fetch(site.crawl.origins[0] + feed)).text()
      const links = [...xml.matchAll(/<link>([^<]+)<\/link>/g)].map(([, link = '']) =>
        unescapeHtml(link).slice(site.origin.length),
      )
      expect(links.length, feed).toBeGreaterThan(10)
      expect(links.filter((link) => !site.crawl.answers.get(link)?.html)).toEqual([])
    }
  })
})
