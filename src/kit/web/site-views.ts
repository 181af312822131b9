import type { ServerBuild } from 'react-router'
import { arrangeSites, sitesIn } from './addresses/arrange-sites.ts'
import { inLocale, localeOfPath, withoutLocale } from './addresses/locale-path.ts'
import { type Addresses, defaultAddresses, type SiteLocations, segmentOf } from './addresses/site-locations.ts'
import { type GroupManifests, splitManifest } from './bundling/route-manifest.ts'
import { type PageSource, pageSource } from './page-source.ts'
import type { RenderPage } from './rendering/create-renderer.ts'

/** Pages as served at one host. */
export interface View {
  pages: PageSource
  render: RenderPage
  /** Returns the target of a URL whose page is elsewhere, absolute if it is at another host; null otherwise. */
  leads(url: string): string | null
}

export interface ViewOptions {
  build: ServerBuild
  /** Origin of the main host, without a trailing slash. */
  origin: string
  /** Headers of every page. */
  fixed: Record<string, string>
  rendererOf(build: ServerBuild, manifests: GroupManifests, host: ViewHost): RenderPage
}

export interface ViewHost {
  origin(): string
  locations(): SiteLocations
}

export interface Views {
  all: readonly View[]
  /** Browser route manifests of all views. */
  scripts: GroupManifests['scripts']
  /** Returns the view for a Host header (RFC 9110, 7.2). */
  at(host: string | undefined): View
  /** Applies changed site addresses. */
  move(addresses: Addresses): void
}

/** Normalizes a host like in the settings. */
const spelled = (host: string | undefined): string | undefined => host?.toLowerCase()

/**
 * Creates a view for each site that can be first at the main host, and one for each that can have its own host. Which
 * of them answer is only known at run time, so all are created at start.
 */
export const createViews = ({ build, origin, fixed, rendererOf }: ViewOptions): Views => {
  let addresses = defaultAddresses
  const { protocol } = new URL(origin)
  const apartOrigin = () => (addresses.apart ? `${protocol}//${addresses.apart.host}` : origin)

  /** At a site's own host, pages of other sites redirect to the main host. */
  const leadsFromOwn = (site: string, pages: () => PageSource) => (url: string, pathname: string, bare: string) => {
    if (bare === `/${site}`) return inLocale(localeOfPath(pathname), '/') + url.slice(pathname.length)
    if (segmentOf(bare) === site) return null
    const other = pages().siteOf(pathname)
    return other === '' || other === site ? null : origin + url
  }

  const leadsFromHouse = (first: string) => (url: string, pathname: string, bare: string) => {
    const rest = url.slice(pathname.length)
    const locale = localeOfPath(pathname)
    const site = bare === '/' ? first : segmentOf(bare)
    const isHome = bare === '/' || bare === `/${site}`
    if (site === addresses.apart?.site) return apartOrigin() + inLocale(locale, isHome ? '/' : bare) + rest
    return bare === `/${first}` ? inLocale(locale, '/') + rest : null
  }

  const arranged = sitesIn(build).map((site) => {
    const own = arrangeSites(build, site)
    return { site, own, manifests: splitManifest(own) }
  })
  const viewOf = (
    { own, manifests }: (typeof arranged)[number],
    name: string,
    host: ViewHost,
    leadsFrom: (pages: () => PageSource) => (url: string, pathname: string, bare: string) => string | null,
  ): View => {
    const render = rendererOf(own, manifests, host)
    const leading = leadsFrom(() => pages)
    const leads = (url: string) => {
      const [pathname = '/'] = url.split('?', 1)
      // Loader data is requested by a displayed page, whose document was already redirected.
      return pathname.endsWith('.data') ? null : leading(url, pathname, withoutLocale(pathname))
    }
    const pages: PageSource = pageSource(own, render, { name, origin: host.origin, leads }, fixed)
    return { pages, render, leads }
  }

  const houses = new Map(
    arranged.map((one) => {
      const { site } = one
      const locations = (): SiteLocations => ({
        first: site,
        ...(addresses.apart && { away: { site: addresses.apart.site, origin: apartOrigin() } }),
      })
      // The default arrangement has an empty name, so that existing copies on disk remain valid.
      const name = site === 'firm' ? '' : `${site} first: `
      return [site, viewOf(one, name, { origin: () => origin, locations }, () => leadsFromHouse(site))]
    }),
  )
  const owns = new Map(
    arranged.map((one) => {
      const { site } = one
      const locations = (): SiteLocations => ({ first: site, own: site })
      const host = { origin: apartOrigin, locations }
      return [site, viewOf(one, `${site} apart: `, host, (pages) => leadsFromOwn(site, pages))]
    }),
  )
  const [usual] = houses.values()
  if (!usual) throw new Error('No route of the build is a home page.')

  return {
    all: [...houses.values(), ...owns.values()],
    scripts: [...new Map(arranged.flatMap(({ manifests }) => manifests.scripts.map((s) => [s.url, s]))).values()],
    at(host) {
      const { first, apart } = addresses
      const own = apart && spelled(host) === apart.host ? owns.get(apart.site) : undefined
      return own ?? houses.get(first) ?? usual
    },
    move(next) {
      addresses = next
    },
  }
}
