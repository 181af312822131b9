import type { CacheScope } from '../cache/scope.ts'
import { inLocale, localeOfPath, withoutLocale } from './address.ts'
import type { RenderPage } from './render.ts'

/** What became of an address without a page: another one, or nothing for good. */
export interface Elsewhere {
  status: 301 | 308 | 410
  /** Address without a language, or an absolute one; null with 410. */
  to: string | null
}

/** Path without a language, decoded and composed; null where it is not well formed. */
const barePath = (pathname: string): string | null => {
  try {
    return decodeURIComponent(withoutLocale(pathname)).normalize('NFC')
  } catch {
    return null
  }
}

/**
 * A target as a header can carry it (RFC 9110, 10.2.2; ASCII only): other letters, spaces and control characters encoded.
 * Null for what is no address.
 */
const locationOf = (to: string, from: string): string | null => {
  if (to.startsWith('/')) return encodeURI(inLocale(localeOfPath(from), to).toWellFormed())
  return URL.canParse(to) ? new URL(to).href : null
}

/**
 * Renders a page; an address that renders 404 is redirected if a redirect is stored for it, in the language of the
 * address. A page that exists is never redirected. Loader data (`.data`) is left as it is: React Router does not follow
 * the redirect of a document there.
 */
export const leadingElsewhere =
  (render: RenderPage, find: (path: string, scope: CacheScope) => Promise<Elsewhere | null>): RenderPage =>
  async (request, scope) => {
    const response = await render(request, scope)
    const { pathname } = new URL(request.url)
    const path = response.status === 404 && !pathname.endsWith('.data') ? barePath(pathname) : null
    if (path === null) return response
    const found = await find(path, scope)
    if (!found) return response
    // Rendered again as 410: the page of a removed record.
    if (found.status === 410 || found.to === null) {
      const { body, headers } = await render(request, scope, 410)
      return new Response(body, { status: 410, headers })
    }
    const location = locationOf(found.to, pathname)
    return location === null ? response : new Response(null, { status: found.status, headers: { location } })
  }
