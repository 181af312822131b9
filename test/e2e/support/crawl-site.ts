import { type Locale, locales } from '../../../src/kit/locale.ts'
import { inLocale, localeOfPath, withoutLocale } from '../../../src/kit/web/addresses/locale-path.ts'

/** Answer of an address; only HTML pages have a body. */
export interface CrawledPage {
  /** Path and query, without origin and hash. */
  address: string
  status: number
  type: string
  /** Target of a redirect, without this site's origin. */
  location: string | null
  /** HTML of a page; otherwise empty. */
  html: string
  /** First page that links to it. */
  from: string
}

/** Maximum number of concurrent requests. */
const maxConcurrent = 4

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: '\u00a0',
}

export const unescapeHtml = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Attributes of every element with this name, in lower case. Relies on the server quoting every value. */
export const elementsOf = (html: string, name: string): Record<string, string>[] =>
  [...html.matchAll(new RegExp(`<${name}((?:\\s[^<>\\s=/]+(?:="[^"]*")?)*)\\s*/?>`, 'gi'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/\s([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        unescapeHtml(value),
      ]),
    ),
  )

/** Path, query and hash of an address of this site; null for other sites, phone numbers and mail addresses. */
const ownAddress = (href: string, at: string, origins: readonly string[]): URL | null => {
  const base = origins[0] ?? ''
  if (!URL.canParse(href, base + at)) return null
  const url = new URL(href, base + at)
  return origins.includes(url.origin) ? url : null
}

/** Links of a page to this site, with their hash. */
export const linksOf = ({ html, address }: CrawledPage, origins: readonly string[]): URL[] =>
  elementsOf(html, 'a').flatMap(({ href }) => (href && ownAddress(href, address, origins)) || [])

/** Addresses a page references other than links: pictures, film, style sheets, scripts, feeds and its social card. */
export const filesOf = ({ html, address }: CrawledPage, origins: readonly string[]): string[] => {
  const references = [
    ...['img', 'source', 'video', 'script', 'image'].flatMap((name) =>
      elementsOf(html, name).flatMap(({ src, poster, href, srcset }) => [
        ...[src, poster, href].filter((one) => one !== undefined),
        ...(srcset ?? '')
          .split(',')
          .map((one) => one.trim().split(/\s+/)[0] ?? '')
          .filter(Boolean),
      ]),
    ),
    ...elementsOf(html, 'link').flatMap(({ href, rel = '' }) => (href && rel !== 'preconnect' ? [href] : [])),
    ...elementsOf(html, 'meta').flatMap(({ property, content = '' }) => (property === 'og:image' ? [content] : [])),
  ]
  return references.flatMap((one) => {
    const url = ownAddress(one, address, origins)
    return url ? [url.pathname + url.search] : []
  })
}

/** Processes a queue that may grow meanwhile, at most `maxConcurrent` items concurrently. */
export const processQueue = async <T>(queue: T[], work: (one: T) => Promise<void>): Promise<void> => {
  const running = new Set<Promise<void>>()
  for (;;) {
    while (queue.length > 0 && running.size < maxConcurrent) {
      const one: Promise<void> = work(queue.shift() as T).finally(() => running.delete(one))
      running.add(one)
    }
    if (running.size === 0) return
    await Promise.race(running)
  }
}

/**
 * Key of a link for deduplication. List filters combine without end: each single parameter is followed, but of links
 * with several only one per set of names.
 */
const branchOf = ({ pathname, search, searchParams }: URL): string =>
  searchParams.size < 2 ? pathname + search : `${pathname}?${[...new Set(searchParams.keys())].sort().join('&')}`

/** Addresses that are not public pages: API, files and console. */
const isNotPublicPage = (pathname: string) => /^\/(api|console|files|assets|og)(\/|$)/.test(pathname)

export class SiteCrawl {
  readonly answers = new Map<string, CrawledPage>()
  readonly #base: string
  readonly #origins: string[]

  /** `origins` are those by which pages name themselves. */
  constructor(base: string, origins: readonly string[]) {
    this.#base = base
    this.#origins = [base, ...origins]
  }

  get origins(): readonly string[] {
    return this.#origins
  }

  /** Requests an address without following redirects. */
  async request(address: string, from: string): Promise<CrawledPage> {
    const answer = await fetch(this.#base + address, { redirect: 'manual' })
    const type = answer.headers.get('content-type') ?? ''
    const isPage = answer.status === 200 && type.startsWith('text/html')
    const redirect = answer.headers.get('location')
    const location = redirect && URL.canParse(redirect, this.#base) ? new URL(redirect, this.#base) : null
    const html = isPage ? await answer.text() : ''
    if (!isPage) await answer.body?.cancel()
    return {
      address,
      status: answer.status,
      type,
      location: location && this.#origins.includes(location.origin) ? location.pathname + location.search : redirect,
      html,
      from,
    }
  }

  /** Follows every link within one language, starting at its home page. */
  async crawlLanguage(locale: Locale): Promise<void> {
    const branches = new Set<string>()
    const queue: { address: string; from: string }[] = []
    const add = (url: URL, from: string) => {
      if (isNotPublicPage(url.pathname) || localeOfPath(url.pathname) !== locale || branches.has(branchOf(url))) return
      branches.add(branchOf(url))
      queue.push({ address: url.pathname + url.search, from })
    }
    add(new URL(inLocale(locale, '/'), this.#base), '')
    await processQueue(queue, async ({ address, from }) => {
      const crawled = await this.request(address, from)
      this.answers.set(address, crawled)
      if (crawled.location?.startsWith('/')) add(new URL(crawled.location, this.#base), address)
      for (const url of linksOf(crawled, this.#origins)) add(url, address)
    })
  }

  /** Crawls all languages, one after the other. */
  async crawlAll(): Promise<void> {
    for (const locale of locales) await this.crawlLanguage(locale)
  }

  /**
   * Crawls until no page of a new kind is found, and requests one page per kind. Languages take turns, since the kinds
   * are the same in each. Links with a query are skipped: they lead to variants of a page.
   */
  async crawlKinds(kindOf: (address: string) => string): Promise<void> {
    const kinds = new Set<string>()
    const queue: { address: string; from: string }[] = []
    const add = ({ pathname, search }: URL, from: string) => {
      if (isNotPublicPage(pathname) || search !== '') return
      const path = withoutLocale(pathname)
      const kind = kindOf(path)
      if (kinds.has(kind)) return
      const locale = locales[kinds.size % locales.length] ?? 'ko'
      kinds.add(kind)
      queue.push({ address: inLocale(locale, path), from })
    }
    add(new URL('/', this.#base), '')
    await processQueue(queue, async ({ address, from }) => {
      const crawled = await this.request(address, from)
      this.answers.set(address, crawled)
      for (const url of linksOf(crawled, this.#origins)) add(url, address)
    })
  }

  get pages(): CrawledPage[] {
    return [...this.answers.values()].filter(({ html }) => html !== '')
  }
}
