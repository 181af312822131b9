import type { MetaDescriptor } from 'react-router'
import { languageTag, locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { locatePath } from '#kit/web/addresses/site-locations.ts'
import { getLocale } from '#messages/runtime.js'
import { type CardLink, cardSize } from './social-cards/social-card.ts'

interface PageDescription {
  title: string
  description: string
  /** Origin of the site, without a trailing slash. */
  origin: string
  /** Path of the page with its locale. */
  path: string
  siteName: string
  /** Path of the site's home page, without locale; default `/`. */
  home?: string
  /** Social card, drawn on the server (`cards/serve-cards.ts`). Pages that belong to no single site have none. */
  card?: CardLink
  /** Main entity of the page as schema.org data, without context and URL. The card is its image unless it has one. */
  about?: object
  /** Further complete schema.org entities of the page, e.g. FAQPage. */
  also?: readonly object[]
  /** Breadcrumbs below the home page; the page itself is last. */
  crumbs?: readonly Breadcrumb[]
  /** Open Graph type. */
  type?: 'website' | 'article' | 'profile'
}

/** Breadcrumb; the page itself needs no `to`. Paths are without locale. */
export interface Breadcrumb {
  title: string
  to?: string | undefined
  /** Language of the title if it differs from that of the page. */
  lang?: string | undefined
}

/** Returns the BreadcrumbList of schema.org. */
const buildBreadcrumbList = (page: PageDescription): MetaDescriptor[] => {
  if (!page.crumbs) return []
  const steps: Breadcrumb[] = [{ title: page.siteName, to: page.home ?? '/' }, ...page.crumbs]
  const getAbsoluteUrl = (to: string) => {
    const location = locatePath(inLocale(getLocale(), to))
    return location.startsWith('/') ? page.origin + location : location
  }
  const itemListElement = steps.map(({ title, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: to ? getAbsoluteUrl(to) : page.origin + page.path,
  }))
  const list = { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement }
  return [{ 'script:ld+json': list } as MetaDescriptor]
}

/** Returns title, description, canonical URL, alternate languages, social card and JSON-LD of a page. */
export const describePage = (page: PageDescription): MetaDescriptor[] => {
  const address = `${page.origin}${page.path}`
  const { card } = page
  const image = card && page.origin + card.address
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...locales.map((locale) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: languageTag[locale],
      href: page.origin + inLocale(locale, page.path),
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: page.origin + inLocale('ko', page.path) },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: page.siteName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: { ko: 'ko_KR', en: 'en_US', cn: 'zh_CN' }[getLocale()] },
    ...(card
      ? [
          { property: 'og:image', content: image },
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: String(cardSize.width) },
          { property: 'og:image:height', content: String(cardSize.height) },
          { property: 'og:image:alt', content: card.alt },
        ]
      : []),
    // Shows the large picture; title, text and picture come from Open Graph.
    { name: 'twitter:card', content: card ? 'summary_large_image' : 'summary' },
    ...(page.about
      ? [
          {
            'script:ld+json': {
              '@context': 'https://schema.org',
              url: address,
              ...(image && { image }),
              ...page.about,
            },
          } as MetaDescriptor,
        ]
      : []),
    ...(page.also ?? []).map(
      (data) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...data } }) as MetaDescriptor,
    ),
    ...buildBreadcrumbList(page),
  ]
}
