import { type Locale, languageTag } from '#kit/locale.ts'
import { escapeXml } from '#kit/text/entities.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import type { Address } from '#platform/search/contract.ts'

const toAbsoluteUrl = (origin: string, path: string): string => escapeXml(origin + encodeURI(path))

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns the alternate links of a page, with `x-default` for readers of other languages. */
const listAlternateLinks = (origin: string, { path, locales }: Address): string => {
  const languageTags: [string, Locale][] = locales.map((locale) => [languageTag[locale], locale])
  return [...languageTags, ['x-default', 'ko'] as [string, Locale]]
    .map(
      ([language, locale]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${toAbsoluteUrl(origin, inLocale(locale, path))}"/>`,
    )
    .join('')
}

const listImages = (origin: string, { pictures }: Address): string =>
  pictures
    .map(
      ({ _id, widths }) =>
        `<image:image><image:loc>${origin}/files/${_id}/${widths.at(-1)}.webp</image:loc></image:image>`,
    )
    .join('')

/** Returns a sitemap (sitemaps.org 0.9) of the pages in the given languages, with alternate links and pictures. */
export const buildSitemap = (origin: string, pages: readonly Address[], languages: readonly Locale[]): string => {
  const urls = pages.flatMap((page) => {
    const alternateLinks = page.locales.length > 1 ? listAlternateLinks(origin, page) : ''
    const changed = page.changedAt ? `<lastmod>${page.changedAt}</lastmod>` : ''
    return languages
      .filter((locale) => page.locales.includes(locale))
      .map(
        (locale) =>
          `<url><loc>${toAbsoluteUrl(origin, inLocale(locale, page.path))}</loc>${changed}${alternateLinks}${listImages(origin, page)}</url>`,
      )
  })
  const spaces = `${sitemapNamespace} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`
  return [xmlDeclaration, `<urlset ${spaces}>`, ...urls, '</urlset>', ''].join('\n')
}

/** Returns a sitemap index of the parts. */
export const buildSitemapIndex = (origin: string, parts: readonly string[]): string =>
  [
    xmlDeclaration,
    `<sitemapindex ${sitemapNamespace}>`,
    ...parts.map((part) => `<sitemap><loc>${toAbsoluteUrl(origin, `/sitemap.xml?part=${part}`)}</loc></sitemap>`),
    '</sitemapindex>',
    '',
  ].join('\n')
