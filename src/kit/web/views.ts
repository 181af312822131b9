import type { ServerBuild } from 'react-router'
import { inLocale, localeOfPath, withoutLocale } from './address.ts'
import { arrange, sitesIn } from './arrange.ts'
import { type GroupManifests, splitManifest } from './manifest.ts'
import { type PageSource, pageSource } from './page-source.ts'
import type { RenderPage } from './render.ts'
import { type Addresses, type SiteLocations, segmentOf, usualAddresses } from './site-locations.ts'

/** The pages as one host has them. */
export interface View {
  pages: PageSource
  render: RenderPage
  /** Where an address leads whose page is elsewhere; absolute where that is at another host. */
  leads(url: string): string | null
}

export interface ViewOptions {
  build: ServerBuild
  /** Of the installation's own host, without a slash at its end. */
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
  /** What the browser's routes are made from, of every view. */
  scripts: GroupManifests['scripts']
  /** The view of a request by its Host header (RFC 9110, 7.2). */
  at(host: string | undefined): View
  /** Where the sites are from now on. */
  move(addresses: Addresses): void
}

/** The host of a request as settings spell it. */
const spelled = (host: string | undefined): string | undefined => host?.toLowerCase()

/**
 * The pages once for each site that can be first at the installation's own host, and once for each that can have a host
 * of its own. Which of them answer is known while the server runs: all are made when it starts.
 */
export const createViews = ({ build, origin, fixed, rendererOf }: ViewOptions): Views => {
  let addresses = usualAddresses
  const { protocol } = new URL(origin)
  const apartOrigin = () => (addresses.apart ? `${protocol}//${addresses.apart.host}` : origin)

  /** On the host of a site all that belongs to another one is at the installation's own host. */
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
    const own = arrange(build, site)
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
      // Loader data is asked for by a page that is shown: its document was led here already.
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
      // The name of the usual arrangement is empty: copies on disk keep theirs.
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
