import { data, type LoaderFunctionArgs } from 'react-router'
import { type Locale, locales } from '#kit/locale.ts'
import { locationAt, type SiteLocations, segmentOf } from '#kit/web/addresses/site-locations.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import type { Address } from '#platform/search/contract.ts'
import { getSiteContext, type SiteApi } from '../loader-context.ts'
import { buildSitemap, buildSitemapIndex } from './sitemap-document.ts'

export const handle: PageHandle = { cached: true, query: ['part'] }

/** Static pages. */
const fixedPaths = [
  '/',
  '/introduction/center',
  '/introduction/lawyer',
  '/project',
  '/story',
  '/business/periods',
  '/consult',
  '/consult/status',
  '/center/notices',
  '/center/faq',
  '/center/questions',
  '/terms/service',
  '/terms/privacy',
  '/terms/email',
]

/** Returns the pages of the requested host with their paths on it. */
const filterPagesOfSite = (pages: readonly Address[], { rootSite, hostSite, otherHost }: SiteLocations): Address[] =>
  pages
    .filter(({ path }) => (hostSite ? segmentOf(path) === hostSite : segmentOf(path) !== otherHost?.site))
    .map((page) => ({ ...page, path: locationAt({ rootSite }, page.path) }))

/** Returns the static pages and the pages of representatives. */
const listFixedPages = async (api: SiteApi): Promise<Address[]> => {
  const { setting } = await api.settings.published()
  if (!setting.modules.firm)
    return fixedPaths
      .filter((path) => /^\/(?:terms|center)\//.test(path))
      .map((path) => ({ path, locales: [...locales], changedAt: null, pictures: [] }))
  const { lawyers } = await api.lawyers.published()
  const representativePaths = lawyers
    .filter(({ representative }) => representative)
    .map(({ key }) => `/introduction/lawyer-${key}`)
  return [...fixedPaths, ...representativePaths].map((path) => ({
    path,
    locales: [...locales],
    changedAt: null,
    pictures: [],
  }))
}

interface Part {
  locale: Locale
  page: number
}

const readPart = (text: string): Part | null => {
  const [, locale, page] = /^(ko|en|cn)-([1-9]\d{0,3})$/.exec(text) ?? []
  return locale && page ? { locale: locale as Locale, page: Number(page) } : null
}

/**
 * Returns a single sitemap while all pages fit into it, otherwise an index with one sitemap per language and page of
 * records.
 */
const buildDocument = async (
  { api, origin, locations }: ReturnType<typeof getSiteContext>,
  part: string | null,
): Promise<string | null> => {
  const requestedPart = part === null ? null : readPart(part)
  if (part !== null && !requestedPart) return null
  const { addresses, total, limit } = await api.search.addresses({ query: { page: requestedPart?.page ?? 1 } })
  const parts = Math.ceil(total / limit)
  if (!requestedPart && parts > 1)
    return buildSitemapIndex(
      origin,
      locales.flatMap((locale) => Array.from({ length: parts }, (_, index) => `${locale}-${index + 1}`)),
    )
  if (requestedPart && requestedPart.page > Math.max(parts, 1)) return null
  const pages = !requestedPart || requestedPart.page === 1 ? [...(await listFixedPages(api)), ...addresses] : addresses
  return buildSitemap(origin, filterPagesOfSite(pages, locations), requestedPart ? [requestedPart.locale] : locales)
}

export const loader = async ({ context, request }: LoaderFunctionArgs): Promise<Response> => {
  const document = await buildDocument(getSiteContext(context), new URL(request.url).searchParams.get('part'))
  if (document === null) throw data(null, { status: 404 })
  return new Response(document, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
