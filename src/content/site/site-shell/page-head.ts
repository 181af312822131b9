import type { MetaDescriptor } from 'react-router'
import { type Breadcrumb, describePage } from '#content/site/describe-page.ts'
import type { CardLink } from '#content/site/social-cards/social-card.ts'
import { localizePath } from '../localize-path.ts'
import type { SiteIdentity } from './site-identity.ts'

export interface SitePageDescription {
  title: string
  description: string
  origin: string
  /** Path of the page, without locale and query. */
  to: string
  card: CardLink
  about?: object
  also?: readonly object[]
  crumbs?: readonly Breadcrumb[]
}

/** Returns the meta tags of a page of a trade site; the title ends with the site's name. */
export const buildSitePageHead = (
  { name, home }: SiteIdentity,
  { title, to, ...page }: SitePageDescription,
): MetaDescriptor[] =>
  describePage({ ...page, title: `${title} · ${name()}`, path: localizePath(to), siteName: name(), home })

/** Returns a text as one line of at most `maxLength` characters, for a meta description. */
export const toSingleLine = (text: string, maxLength = 150): string => {
  const line = text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}
