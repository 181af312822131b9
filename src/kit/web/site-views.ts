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
  redirectTarget(url: string): string | null
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
  const ownHostOrigin = () => (addresses.ownHost ? `${protocol}//${addresses.ownHost.host}` : origin)

  /** At a site's own host, pages of other sites redirect to the main host. */
  const redirectFromOwnHost =
    (site: string, pages: () => PageSource) => (url: string, pathname: string, pathWithoutLocale: string) => {
      if (pathWithoutLocale === `/${site}`) return inLocale(localeOfPath(pathname), '/') + url.slice(pathname.length)
      if (segmentOf(pathWithoutLocale) === site) return null
      const other = pages().siteOf(pathname)
      return other === '' || other === site ? null : origin + url
    }

  const redirectFromMainHost = (first: string) => (url: string, pathname: string, pathWithoutLocale: string) => {
    const rest = url.slice(pathname.length)
    const locale = localeOfPath(pathname)
    const site = pathWithoutLocale === '/' ? first : segmentOf(pathWithoutLocale)
    const isHome = pathWithoutLocale === '/' || pathWithoutLocale === `/${site}`
    if (site === addresses.ownHost?.site)
      return ownHostOrigin() + inLocale(locale, isHome ? '/' : pathWithoutLocale) + rest
    return pathWithoutLocale === `/${first}` ? inLocale(locale, '/') + rest : null
  }

  const arranged = sitesIn(build).map((site) => {
    const own = arrangeSites(build, site)
    return { site, own, manifests: splitManifest(own) }
  })
  const viewOf = (
    { own, manifests }: (typeof arranged)[number],
    name: string,
    host: ViewHost,
    redirectFrom: (
      pages: () => PageSource,
    ) => (url: string, pathname: string, pathWithoutLocale: string) => string | null,
  ): View => {
    const render = rendererOf(own, manifests, host)
    const leading = redirectFrom(() => pages)
    const leads = (url: string) => {
      const [pathname = '/'] = url.split('?', 1)
      // Loader data is requested by a displayed page, whose document was already redirected.
      return pathname.endsWith('.data') ? null : leading(url, pathname, withoutLocale(pathname))
    }
    const pages: PageSource = pageSource(own, render, { name, origin: host.origin, redirectTarget: leads }, fixed)
    return { pages, render, redirectTarget: leads }
  }

  const houses = new Map(
    arranged.map((one) => {
      const { site } = one
      const locations = (): SiteLocations => ({
        rootSite: site,
        ...(addresses.ownHost && { otherHost: { site: addresses.ownHost.site, origin: ownHostOrigin() } }),
      })
      // The default arrangement has an empty name, so that existing copies on disk remain valid.
      const name = site === 'firm' ? '' : `${site} first: `
      return [site, viewOf(one, name, { origin: () => origin, locations }, () => redirectFromMainHost(site))]
    }),
  )
  const owns = new Map(
    arranged.map((one) => {
      const { site } = one
      const locations = (): SiteLocations => ({ rootSite: site, hostSite: site })
      const host = { origin: ownHostOrigin, locations }
      return [site, viewOf(one, `${site} apart: `, host, (pages) => redirectFromOwnHost(site, pages))]
    }),
  )
  const [usual] = houses.values()
  if (!usual) throw new Error('No route of the build is a home page.')

  return {
    all: [...houses.values(), ...owns.values()],
    scripts: [...new Map(arranged.flatMap(({ manifests }) => manifests.scripts.map((s) => [s.url, s]))).values()],
    at(host) {
      const { rootSite, ownHost } = addresses
      const own = ownHost && spelled(host) === ownHost.host ? owns.get(ownHost.site) : undefined
      return own ?? houses.get(rootSite) ?? usual
    },
    move(next) {
      addresses = next
    },
  }
}
