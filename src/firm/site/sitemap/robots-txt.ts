import type { LoaderFunctionArgs } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { getSiteContext } from '../loader-context.ts'

export const handle: PageHandle = { cached: true }

/** Paths without indexable content, in every locale. */
const disallowedPaths = [
  '/console',
  '/api/',
  ...['/login', '/auction-search'].flatMap((path) => locales.map((locale) => inLocale(locale, path))),
]

/** Serves robots.txt (RFC 9309) with the URL of the sitemap. */
export const loader = ({ context }: LoaderFunctionArgs): Response => {
  const { origin } = getSiteContext(context)
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
