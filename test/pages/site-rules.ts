import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import { z } from 'zod'
import { type Locale, languageTag, locales } from '../../src/kit/locale.ts'
import { inLocale, localeOfPath, withoutLocale } from '../../src/kit/web/addresses/locale-path.ts'
import {
  type CrawledPage,
  elementsOf,
  filesOf,
  linksOf,
  processQueue,
  type SiteCrawl,
  unescapeHtml,
} from '../e2e/support/crawl-site.ts'
import { pageKindOf } from '../e2e/support/screen-routes.ts'
import { aboutOf, BreadcrumbList, FaqPage } from './structured-data.ts'

// Rules for every public page. Each returns its violations as `address: what is wrong`.

export interface Site {
  crawl: SiteCrawl
  /** Origin by which pages name themselves; in tests it is not the address of the server. */
  origin: string
  /** Pages that search engines may index, in crawl order. */
  open: readonly CrawledPage[]
}

const metaOf = (html: string, name: string) =>
  elementsOf(html, 'meta').filter((one) => one.name === name || one.property === name)

/** Canonical address of a page. */
export const findCanonical = (html: string): string =>
  elementsOf(html, 'link').find(({ rel }) => rel === 'canonical')?.href ?? ''

/** Returns the origin by which a product names its pages. */
export const readOrigin = async (base: string): Promise<string> =>
  new URL(findCanonical(await (await fetch(base)).text())).origin

export const toSite = (walk: SiteCrawl, origin: string): Site => ({
  crawl: walk,
  origin,
  open: walk.pages.filter(({ html }) => !metaOf(html, 'robots').some(({ content }) => content?.includes('noindex'))),
})

/** True for a page with a query: a preselected topic, an earlier version, another sort order. */
const isVariant = ({ address }: CrawledPage) =>
  /^\/(consult\?|center\/faq\?|terms\/\w+\?version=|match\/[^?]*\?|auction\/[^?]*\?|shop\/products\/[^?]*\?|shop[^?]*\?(?!page=))/.test(
    withoutLocale(address),
  )

/** The page a variant belongs to. Each page of the shop's list shows other products, in any sort order. */
const ofVariant = ({ address }: CrawledPage): string => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const number = /^\/shop(\/|$)/.test(withoutLocale(pathname)) && searchParams.get('page')
  return number ? `${pathname}?page=${number}` : pathname
}

const violations = (
  pages: readonly CrawledPage[],
  rule: (page: CrawledPage) => readonly (string | false | undefined)[],
): string[] =>
  pages.flatMap((page) =>
    rule(page)
      .filter((fault) => typeof fault === 'string')
      .map((fault) => `${page.address}: ${fault} (from ${page.from})`),
  )

const describeDifference = (what: string, found: unknown, expected: unknown) =>
  JSON.stringify(found) !== JSON.stringify(expected) &&
  `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`

/** Values that several pages of one language share, with those pages. */
const findShared = (pages: readonly CrawledPage[], read: (page: CrawledPage) => string): string[] => {
  const byValue = Map.groupBy(pages, (page) => `${localeOfPath(page.address)}: ${read(page)}`)
  return [...byValue].flatMap(([value, same]) =>
    same.length > 1 ? [`${value} on ${same.map(({ address }) => address).join(' and ')}`] : [],
  )
}

const titleOf = ({ html }: CrawledPage) => unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
const descriptionOf = ({ html }: CrawledPage) => metaOf(html, 'description')[0]?.content ?? ''

/** Checks the language, the single h1, and a unique title and description. */
export const checkNames = ({ crawl, open }: Site): string[] => {
  const themselves = open.filter((page) => !isVariant(page))
  return [
    ...violations(crawl.pages, (page) => [
      describeDifference('lang', elementsOf(page.html, 'html')[0]?.lang, languageTag[localeOfPath(page.address)]),
      describeDifference('headings of the first order', (page.html.match(/<h1[\s>]/g) ?? []).length, 1),
      describeDifference('titles', (page.html.match(/<title>/g) ?? []).length, 1),
    ]),
    ...violations(open, (page) => [
      !titleOf(page) && 'no title',
      descriptionOf(page).length < 20 && `description is ‘${descriptionOf(page)}’`,
      metaOf(page.html, 'description').length > 1 && 'two descriptions',
    ]),
    ...findShared(themselves, titleOf),
    ...findShared(themselves, descriptionOf),
  ]
}

/** Alternate addresses by language as search engines read them: `ko`, `en`, `zh-Hans` and `x-default`. */
const alternatesOf = ({ html }: CrawledPage) =>
  Object.fromEntries(
    elementsOf(html, 'link').flatMap(({ rel, hreflang, href = '' }) =>
      rel === 'alternate' && hreflang ? [[hreflang, href]] : [],
    ),
  )

/** Checks the canonical address and the alternates in other languages. */
export const checkAddresses = ({ origin, open }: Site): string[] =>
  violations(open, (page) => {
    const places = [...locales.map((locale) => [languageTag[locale], locale]), ['x-default', 'ko']] as [
      string,
      Locale,
    ][]
    const own = isVariant(page) ? ofVariant(page) : page.address
    const expected = Object.fromEntries(places.map(([tag, locale]) => [tag, origin + inLocale(locale, own)]))
    const canonicals = elementsOf(page.html, 'link').flatMap(({ rel, href }) => (rel === 'canonical' ? [href] : []))
    return [
      describeDifference('canonical', canonicals, [origin + own]),
      describeDifference('the list of languages', alternatesOf(page), expected),
    ]
  })

/** Checks that alternates exist and link back. Requires a crawl of all languages. */
export const checkReturnLinks = ({ crawl, origin, open }: Site): string[] =>
  violations(open, (page) => {
    const alternates = alternatesOf(page)
    return Object.values(alternates).map((href) => {
      const other = crawl.answers.get(href.slice(origin.length) || '/')
      return describeDifference(`that of ${href}`, other?.html ? alternatesOf(other) : other?.status, alternates)
    })
  })

/** HTML content model: parsers repair violations, each in a different way. */
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

/** One page for each different violation of HTML's content model. */
export const checkElements = async (pages: readonly Pick<CrawledPage, 'address' | 'html'>[]): Promise<string[]> => {
  const problems = new Map<string, string>()
  for (const { address, html } of pages) {
    const { results } = await contentModel.validateString(html, address)
    for (const { messages } of results)
      for (const { message, ruleId, selector } of messages)
        problems.set(`${ruleId}: ${message}`, `${address} ${selector ?? ''}`)
  }
  return [...problems].map(([fault, place]) => `${place}: ${fault}`)
}

const faultOf = (shape: z.ZodType, value: unknown) => {
  const { error } = shape.safeParse(value)
  return error && z.prettifyError(error)
}

/** Home pages have no breadcrumb. */
const isHome = (kind: string) => ['home', 'match/home', 'auction/home', 'shop/home'].includes(kind)

const structuredOf = ({ html }: CrawledPage): { '@type'?: string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )

/** Checks that structured data matches the kind of page and is complete, with absolute addresses. */
export const checkStructuredData = ({ origin, open }: Site): string[] =>
  violations(open, (page) => {
    const kind = pageKindOf(page.address).replace(/^\w+\//, '')
    const data = structuredOf(page)
    const about = aboutOf[kind]
    if (about === undefined) return [`structured-data.ts has no shape for a page of ${kind}`]
    // An FAQ in addition to the page's type; the page of questions is an FAQPage itself.
    const isQuestions = data.slice(about ? 1 : 0).some((one) => one['@type'] === 'FAQPage')
    const shapes = [
      ...(about ? [about] : []),
      ...(isQuestions ? [FaqPage] : []),
      ...(isHome(kind) ? [] : [BreadcrumbList]),
    ]
    const crumbs = data.findLast((one) => one['@type'] === 'BreadcrumbList')
    const last = crumbs && BreadcrumbList.safeParse(crumbs).data?.itemListElement.at(-1)?.item
    return [
      describeDifference('the number of descriptions', data.length, shapes.length),
      ...shapes.map((shape, at) => faultOf(shape, data[at])),
      (kind === 'practice' || kind === 'construction') && !isQuestions && 'questions without FAQPage',
      !isHome(kind) &&
        describeDifference(
          'the end of the breadcrumb',
          last?.replace(/\?.*/, ''),
          (origin + page.address).replace(/\?.*/, ''),
        ),
    ]
  })

/** Counts links with a hash to crawled pages, and lists those whose target lacks the id. */
export const checkHashes = ({ crawl }: Site): { links: number; lost: string[] } => {
  const places = new Map(
    crawl.pages.map((page) => [
      page.address,
      new Set([...page.html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescapeHtml(id))),
    ]),
  )
  let links = 0
  const lost = violations(crawl.pages, (page) =>
    linksOf(page, crawl.origins).map(({ pathname, search, hash }) => {
      const there = places.get(pathname + search)
      if (hash.length < 2 || !there) return undefined
      links += 1
      return !there.has(decodeURIComponent(hash.slice(1))) && `no ${hash} on ${pathname}${search}`
    }),
  )
  return { links, lost }
}

/**
 * Counts the requested files of pages and lists the missing ones; requests one file per `group`. Skips social cards,
 * which are drawn on demand.
 */
export const checkFiles = async (
  { crawl }: Site,
  group = (address: string) => address,
): Promise<{ files: number; missing: string[] }> => {
  const files = new Map(
    crawl.pages.flatMap((page) => filesOf(page, crawl.origins).map((address) => [address, page.address] as const)),
  )
  const links = crawl.pages.flatMap((page) =>
    linksOf(page, crawl.origins).map(({ pathname, search }) => [pathname + search, page.address] as const),
  )
  for (const [address, from] of links) if (/^\/(files|assets)\//.test(address)) files.set(address, from)
  const unvisited = [...files].filter(([address]) => !address.startsWith('/og/') && !crawl.answers.has(address))
  const expected = [...new Map(unvisited.map((file) => [group(file[0]), file])).values()]
  const missing: string[] = []
  await processQueue([...expected], async ([address, from]) => {
    const answer = await fetch(crawl.origins[0] + address, { method: 'HEAD', redirect: 'manual' })
    if (answer.status !== 200) missing.push(`${answer.status} ${address} from ${from}`)
  })
  return { files: expected.length, missing }
}

/** Addresses of social cards, by kind and language of their page. */
export const cardsOf = ({ open }: Site): Map<string, string> =>
  new Map(
    open.flatMap((page) =>
      metaOf(page.html, 'og:image').map(({ content = '' }) => [pageKindOf(page.address), content]),
    ),
  )

/** Lists cards that are not JPEGs of 1200 × 630 px. */
export const checkCards = async (site: Site): Promise<string[]> => {
  const problems: string[] = []
  await processQueue([...cardsOf(site)], async ([kind, card = '']) => {
    const answer = await fetch(card.replace(site.origin, site.crawl.origins[0] ?? ''))
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, width, height } = answer.ok ? await sharp(bytes).metadata() : {}
    const is = [answer.status, answer.headers.get('content-type'), format, width, height].join(' ')
    if (is !== '200 image/jpeg jpeg 1200 630') problems.push(`${kind}: ${card} is ${is}`)
  })
  return problems
}

/** Pages the sitemap must list: an untranslated page shows the Korean text and may be omitted. */
export const mappedPages = ({ open }: Site): { required: string[]; allowed: string[] } => {
  const found = open.filter(({ address }) => !address.includes('?'))
  const isBorrowed = ({ html, address }: CrawledPage) =>
    localeOfPath(address) !== 'ko' && elementsOf(html, 'h1').some(({ lang }) => lang === 'ko')
  return {
    required: found.flatMap((page) => (isBorrowed(page) ? [] : [page.address])),
    allowed: found.map(({ address }) => address),
  }
}
