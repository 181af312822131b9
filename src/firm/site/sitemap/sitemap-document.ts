import { type Locale, languageTag } from '#kit/locale.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import type { Address } from '#platform/search/contract.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const absolute = (origin: string, path: string): string => escaped(origin + encodeURI(path))

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the alternate links of a page, with `x-default` for readers of other languages. */
const alternates = (origin: string, { path, locales }: Address): string => {
  const places: [string, Locale][] = locales.map((locale) => [languageTag[locale], locale])
  return [...places, ['x-default', 'ko'] as [string, Locale]]
    .map(
      ([language, locale]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${absolute(origin, inLocale(locale, path))}"/>`,
    )
    .join('')
}

const images = (origin: string, { pictures }: Address): string =>
  pictures
    .map(
      ({ _id, widths }) =>
        `<image:image><image:loc>${origin}/files/${_id}/${widths.at(-1)}.webp</image:loc></image:image>`,
    )
    .join('')

/** Returns a sitemap (sitemaps.org 0.9) of the pages in the given languages, with alternate links and pictures. */
export const buildSitemap = (origin: string, pages: readonly Address[], languages: readonly Locale[]): string => {
  const urls = pages.flatMap((page) => {
    const beside = page.locales.length > 1 ? alternates(origin, page) : ''
    const changed = page.changedAt ? `<lastmod>${page.changedAt}</lastmod>` : ''
    return languages
      .filter((locale) => page.locales.includes(locale))
      .map(
        (locale) =>
          `<url><loc>${absolute(origin, inLocale(locale, page.path))}</loc>${changed}${beside}${images(origin, page)}</url>`,
      )
  })
  const spaces = `${sitemapNamespace} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`
  return [head, `<urlset ${spaces}>`, ...urls, '</urlset>', ''].join('\n')
}

/** Returns a sitemap index of the parts. */
export const buildSitemapIndex = (origin: string, parts: readonly string[]): string =>
  [
    head,
    `<sitemapindex ${sitemapNamespace}>`,
    ...parts.map((part) => `<sitemap><loc>${absolute(origin, `/sitemap.xml?part=${part}`)}</loc></sitemap>`),
    '</sitemapindex>',
    '',
  ].join('\n')
