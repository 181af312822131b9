import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import { z } from 'zod'
import { type Locale, languageTag, locales } from '../../src/kit/locale.ts'
import { inLocale, localeOfPath, withoutLocale } from '../../src/kit/web/address.ts'
import { faultsOf } from '../schemas/validate.ts'
import { test as base, expect } from './product.ts'
import { kindOf, publicKinds } from './routes.ts'
import { aboutOf, BreadcrumbList, FaqPage } from './structured-data.ts'
import { elementsOf, filesOf, linksOf, type Seen, unescaped, Walk, workOff } from './walk.ts'

// The whole public site as a machine reads it: every link followed from each home page, every page held against what
// all pages owe. Without a browser; each test names the pages that fail and why.

interface Site {
  walk: Walk
  /** By which pages name themselves; the product of the tests has no address of its own. */
  origin: string
  /** Pages that may be found, in their order. */
  open: readonly Seen[]
}

const metaOf = (html: string, name: string) =>
  elementsOf(html, 'meta').filter((one) => one.name === name || one.property === name)

/** A page that is another with something chosen: a request that says where it began, questions of one type, a version that held before, a shelf in another order. */
const isVariant = ({ address }: Seen) =>
  /^\/(consult\?|center\/faq\?|terms\/\w+\?version=|match\/[^?]*\?|auction\/[^?]*\?|shop\/products\/[^?]*\?|shop[^?]*\?(?!page=))/.test(
    withoutLocale(address),
  )

/** The page that a variant is one of. Each page of the shop's shelf has other products, in whatever order. */
const ofVariant = ({ address }: Seen): string => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const number = /^\/shop(\/|$)/.test(withoutLocale(pathname)) && searchParams.get('page')
  return number ? `${pathname}?page=${number}` : pathname
}

const isClosed = ({ html }: Seen) => metaOf(html, 'robots').some(({ content }) => content?.includes('noindex'))

const test = base.extend<object, { site: Site }>({
  site: [
    async ({ product }, use) => {
      const home = await (await fetch(product.url)).text()
      const canonical = elementsOf(home, 'link').find(({ rel }) => rel === 'canonical')?.href ?? ''
      const { origin } = new URL(canonical)
      const walk = new Walk(product.url, [origin])
      await walk.all()
      await use({ walk, origin, open: walk.pages.filter((page) => !isClosed(page)) })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** `address: what is wrong`, of all pages that do not keep to the rule. */
const faults = (pages: readonly Seen[], rule: (page: Seen) => readonly (string | false | undefined)[]): string[] =>
  pages.flatMap((page) =>
    rule(page)
      .filter((fault) => typeof fault === 'string')
      .map((fault) => `${page.address}: ${fault} (from ${page.from})`),
  )

const differ = (what: string, found: unknown, wanted: unknown) =>
  JSON.stringify(found) !== JSON.stringify(wanted) &&
  `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`

/** Values that occur on several pages of one language, with the pages. */
const shared = (pages: readonly Seen[], read: (page: Seen) => string): string[] => {
  const byValue = Map.groupBy(pages, (page) => `${localeOfPath(page.address)}: ${read(page)}`)
  return [...byValue].flatMap(([value, same]) =>
    same.length > 1 ? [`${value} on ${same.map(({ address }) => address).join(' and ')}`] : [],
  )
}

const titleOf = ({ html }: Seen) => unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
const descriptionOf = ({ html }: Seen) => metaOf(html, 'description')[0]?.content ?? ''

/** The addresses that the specification names, beside those that hang on records. */
const named = [
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

test('every page of the specification is found by links, in each language', async ({ site }) => {
  const places = locales.flatMap((locale) => named.map((path) => inLocale(locale, path)))
  expect(places.filter((path) => !site.walk.seen.get(path)?.html)).toEqual([])
  const found = new Set(site.walk.pages.map(({ address }) => kindOf(address)))
  const wanted = locales.flatMap((locale) => publicKinds.map((kind) => `${locale}/${kind}`))
  expect(wanted.filter((kind) => !found.has(kind))).toEqual([])
})

test('what no link names answers too: a search, and the other address of the representative', async ({ site }) => {
  for (const locale of locales)
    for (const path of ['/auction-search', '/auction-search/2026', '/introduction/han-idam']) {
      const page = await site.walk.ask(inLocale(locale, path), 'the test')
      expect([page.address, page.status]).toEqual([page.address, 200])
      const canonical = elementsOf(page.html, 'link').find(({ rel }) => rel === 'canonical')?.href
      const own = path === '/introduction/han-idam' ? '/introduction/lawyer-han-idam' : path
      expect([page.address, canonical]).toEqual([page.address, site.origin + inLocale(locale, own)])
    }
})

test('no link leads nowhere, and what pages need is there', async ({ site }) => {
  const { walk } = site
  const led = (seen: Seen) =>
    [301, 308].includes(seen.status) && seen.location
      ? walk.seen.get(seen.location)?.status === 200
      : seen.status === 200
  expect(
    [...walk.seen.values()]
      .filter((seen) => !led(seen))
      .map(({ status, address, from }) => ({ status, address, from })),
  ).toEqual([])

  // Cards are drawn when they are asked for; the next test asks for some.
  const files = new Map(
    walk.pages.flatMap((page) => filesOf(page, walk.origins).map((address) => [address, page.address] as const)),
  )
  const links = walk.pages.flatMap((page) =>
    linksOf(page, walk.origins).map(({ pathname, search }) => [pathname + search, page.address] as const),
  )
  for (const [address, from] of links) if (/^\/(files|assets)\//.test(address)) files.set(address, from)
  const asked = [...files].filter(([address]) => !address.startsWith('/og/') && !walk.seen.has(address))
  expect(asked.length).toBeGreaterThan(300)
  const missing: string[] = []
  await workOff(asked, async ([address, from]) => {
    const answer = await fetch(site.walk.origins[0] + address, { method: 'HEAD', redirect: 'manual' })
    if (answer.status !== 200) missing.push(`${answer.status} ${address} from ${from}`)
  })
  expect(missing).toEqual([])
})

test('the card of every kind of page is a picture of 1200 × 630', async ({ site }) => {
  const cards = new Map(
    site.open.flatMap((page) =>
      metaOf(page.html, 'og:image').map(({ content = '' }) => [kindOf(page.address), content]),
    ),
  )
  // The customer centre is of all sites, and a card has the look of one.
  const carded = publicKinds.filter((kind) => kind in aboutOf && !kind.startsWith('center/'))
  expect(cards.size).toBe(locales.length * carded.length)
  const pictures: unknown[] = []
  await workOff([...cards], async ([kind, card = '']) => {
    const answer = await fetch(card.replace(site.origin, site.walk.origins[0] ?? ''))
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, width, height } = answer.ok ? await sharp(bytes).metadata() : {}
    const is = [answer.status, answer.headers.get('content-type'), format, width, height].join(' ')
    if (is !== '200 image/jpeg jpeg 1200 630') pictures.push([kind, card, is])
  })
  expect(pictures).toEqual([])
})

/** What HTML lets stand within what, and in which order: a reader of the page repairs the rest as it likes. */
const contentModel = new HtmlValidate({
  root: true,
  elements: ['html5'],
  rules: Object.fromEntries(
    ['content', 'parent', 'order', 'occurrences']
      .map((what) => `element-permitted-${what}`)
      .concat('element-required-ancestor', 'element-required-content', 'element-name', 'close-order', 'no-dup-id')
      .map((rule) => [rule, 'error'] as const),
  ),
})

test('the elements of a page are where HTML lets them be', async ({ site }) => {
  const wrong = new Map<string, string>()
  for (const { address, html } of site.walk.pages) {
    const { results } = await contentModel.validateString(html, address)
    // One page of each fault is enough to find it.
    for (const { messages } of results)
      for (const { message, ruleId, selector } of messages)
        wrong.set(`${ruleId}: ${message}`, `${address} ${selector ?? ''}`)
  }
  const { results } = await contentModel.validateString('<p><span><h3>x</h3></span></p>')
  expect(results[0]?.errorCount).toBeGreaterThan(0)
  expect(Object.fromEntries(wrong)).toEqual({})
})

test('a page says its language, has one heading, and says what it is as no other does', async ({ site }) => {
  const { walk, open } = site
  expect(
    faults(walk.pages, (page) => [
      differ('lang', elementsOf(page.html, 'html')[0]?.lang, languageTag[localeOfPath(page.address)]),
      differ('headings of the first order', (page.html.match(/<h1[\s>]/g) ?? []).length, 1),
      differ('titles', (page.html.match(/<title>/g) ?? []).length, 1),
    ]),
  ).toEqual([])
  expect(
    faults(open, (page) => [
      !titleOf(page) && 'no title',
      descriptionOf(page).length < 20 && `description is ‘${descriptionOf(page)}’`,
      metaOf(page.html, 'description').length > 1 && 'two descriptions',
    ]),
  ).toEqual([])
  const themselves = open.filter((page) => !isVariant(page))
  expect([...shared(themselves, titleOf), ...shared(themselves, descriptionOf)]).toEqual([])
})

/** The page in each language as search engines are told: `ko`, `en`, `zh-Hans` and `x-default`. */
const alternatesOf = (page: Seen) =>
  Object.fromEntries(
    elementsOf(page.html, 'link').flatMap(({ rel, hreflang, href = '' }) =>
      rel === 'alternate' && hreflang ? [[hreflang, href]] : [],
    ),
  )

test('a page names itself and its other languages, and they name it', async ({ site }) => {
  const { walk, origin, open } = site
  expect(
    faults(open, (page) => {
      const canonicals = elementsOf(page.html, 'link').filter(({ rel }) => rel === 'canonical')
      const places = [...locales.map((locale) => [languageTag[locale], locale]), ['x-default', 'ko']] as [
        string,
        Locale,
      ][]
      const own = isVariant(page) ? ofVariant(page) : page.address
      const wanted = Object.fromEntries(places.map(([tag, locale]) => [tag, origin + inLocale(locale, own)]))
      const alternates = alternatesOf(page)
      return [
        differ(
          'canonical',
          canonicals.map(({ href }) => href),
          [origin + own],
        ),
        differ('the list of languages', alternates, wanted),
        ...Object.values(alternates).map((href) => {
          const other = walk.seen.get(href.slice(origin.length) || '/')
          return differ(`that of ${href}`, other?.html ? alternatesOf(other) : other?.status, alternates)
        }),
      ]
    }),
  ).toEqual([])
})

const faultOf = (shape: z.ZodType, value: unknown) => {
  const { error } = shape.safeParse(value)
  return error && z.prettifyError(error)
}

/** The first page of a site has no way to it. */
const isHome = (kind: string) => ['home', 'match/home', 'auction/home', 'shop/home'].includes(kind)

const structuredOf = ({ html }: Seen): { '@type'?: string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )

test('structured data are those of the kind of page, whole and absolute', async ({ site }) => {
  expect(
    faults(site.open, (page) => {
      const kind = kindOf(page.address).replace(/^\w+\//, '')
      const data = structuredOf(page)
      const about = aboutOf[kind]
      // Beside what the page is: the page of questions is one itself.
      const isQuestions = data.slice(about ? 1 : 0).some((one) => one['@type'] === 'FAQPage')
      if (about === undefined) return [`nobody said what a page of ${kind} is`]
      const shapes = [
        ...(about ? [about] : []),
        ...(isQuestions ? [FaqPage] : []),
        ...(isHome(kind) ? [] : [BreadcrumbList]),
      ]
      const crumbs = data.findLast((one) => one['@type'] === 'BreadcrumbList')
      const last = crumbs && BreadcrumbList.safeParse(crumbs).data?.itemListElement.at(-1)?.item
      return [
        differ('the number of descriptions', data.length, shapes.length),
        ...shapes.map((shape, at) => faultOf(shape, data[at])),
        (kind === 'practice' || kind === 'construction') && !isQuestions && 'questions without FAQPage',
        !isHome(kind) &&
          differ('the end of the way', last?.replace(/\?.*/, ''), (site.origin + page.address).replace(/\?.*/, '')),
      ]
    }),
  ).toEqual([])
})

test('a link into a page finds its place there', async ({ site }) => {
  const { walk } = site
  const places = new Map(
    walk.pages.map((page) => [
      page.address,
      new Set([...page.html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescaped(id))),
    ]),
  )
  let links = 0
  const lost = faults(walk.pages, (page) =>
    linksOf(page, walk.origins).map(({ pathname, search, hash }) => {
      const there = places.get(pathname + search)
      if (hash.length < 2 || !there) return undefined
      links += 1
      return !there.has(decodeURIComponent(hash.slice(1))) && `no ${hash} on ${pathname}${search}`
    }),
  )
  expect(lost).toEqual([])
  expect(links).toBeGreaterThan(walk.pages.length)
})

test('the site map keeps to its rules and holds every page that may be found, and no other', async ({ site }) => {
  const xml = await (await fetch(`${site.walk.origins[0]}/sitemap.xml`)).text()
  expect(faultsOf(xml, 'sitemap')).toEqual([])
  const mapped = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, place = '']) => unescaped(place).slice(site.origin.length) || '/',
  )
  const places = mapped.filter((one) => !one.startsWith('/files/'))
  const found = site.open.filter(({ address }) => !address.includes('?'))
  // What has no translation is read in Korean, and need be named in the map in Korean alone.
  const isBorrowed = ({ html, address }: Seen) =>
    localeOfPath(address) !== 'ko' && elementsOf(html, 'h1').some(({ lang }) => lang === 'ko')
  const owed = found.flatMap((page) => (isBorrowed(page) ? [] : [page.address]))
  expect(owed.filter((address) => !places.includes(address))).toEqual([])
  expect(places.filter((address) => !found.some((page) => page.address === address))).toEqual([])
})

test('the feeds keep to RSS 2.0, and their stories are pages that were found', async ({ site }) => {
  for (const locale of locales) {
    const feed = inLocale(locale, '/rss.xml')
    const answer = await fetch(site.walk.origins[0] + feed)
    expect([feed, answer.headers.get('content-type')]).toEqual([feed, 'application/rss+xml; charset=utf-8'])
    const xml = await answer.text()
    expect([feed, ...faultsOf(xml, 'rss')]).toEqual([feed])
    const links = [...xml.matchAll(/<link>([^<]+)<\/link>/g)].map(([, link = '']) =>
      unescaped(link).slice(site.origin.length),
    )
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !site.walk.seen.get(link)?.html)).toEqual([])
  }
})
