import type { LoaderFunctionArgs } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { siteContext } from '../api.ts'

export const handle: PageHandle = { cached: true }

/** Places without anything to find, in every language they have. */
const closed = [
  '/console',
  '/api/',
  ...['/login', '/auction-search'].flatMap((path) => locales.map((locale) => inLocale(locale, path))),
]

/** What robots may read (RFC 9309), and where the site map is. */
export const loader = ({ context }: LoaderFunctionArgs): Response => {
  const { origin } = siteContext(context)
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
