import type { CacheScope } from '../../cache/cache-scope.ts'
import type { RenderPage } from '../rendering/create-renderer.ts'
import { inLocale, localeOfPath, withoutLocale } from './locale-path.ts'

/** Redirect or permanent removal of a path without a page. */
export interface StoredRedirect {
  status: 301 | 308 | 410
  /** Path without language, or an absolute URL; null with 410. */
  to: string | null
}

/** Returns the path without language, decoded and in NFC; null if it is malformed. */
const barePath = (pathname: string): string | null => {
  try {
    return decodeURIComponent(withoutLocale(pathname)).normalize('NFC')
  } catch {
    return null
  }
}

/** Encodes a target for the Location header (RFC 9110, 10.2.2; ASCII only). Returns null if it is not a URL. */
const locationOf = (to: string, from: string): string | null => {
  if (to.startsWith('/')) return encodeURI(inLocale(localeOfPath(from), to).toWellFormed())
  return URL.canParse(to) ? new URL(to).href : null
}

/**
 * Wraps a renderer: a path that renders 404 is redirected if a redirect is stored for it, in the language of the path.
 * An existing page is never redirected. Loader data (`.data`) is returned unchanged, because React Router does not
 * follow document redirects there.
 */
export const withStoredRedirects =
  (render: RenderPage, find: (path: string, scope: CacheScope) => Promise<StoredRedirect | null>): RenderPage =>
  async (request, scope) => {
    const response = await render(request, scope)
    const { pathname } = new URL(request.url)
    const path = response.status === 404 && !pathname.endsWith('.data') ? barePath(pathname) : null
    if (path === null) return response
    const found = await find(path, scope)
    if (!found) return response
    // Render again as 410: the page of a removed record.
    if (found.status === 410 || found.to === null) {
      const { body, headers } = await render(request, scope, 410)
      return new Response(body, { status: 410, headers })
    }
    const location = locationOf(found.to, pathname)
    return location === null ? response : new Response(null, { status: found.status, headers: { location } })
  }
