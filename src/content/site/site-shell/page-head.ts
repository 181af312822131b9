import type { MetaDescriptor } from 'react-router'
import { type Crumb, describePage } from '#content/site/describe-page.ts'
import type { CardLink } from '#content/site/social-cards/social-card.ts'
import { place } from './localize-path.ts'
import type { Hall } from './site-identity.ts'

export interface Described {
  title: string
  description: string
  origin: string
  /** Path of the page, without locale and query. */
  to: string
  card: CardLink
  about?: object
  also?: readonly object[]
  crumbs?: readonly Crumb[]
}

/** Returns the meta tags of a page of a trade site; the title ends with the site's name. */
export const headIn = ({ name, home }: Hall, { title, to, ...page }: Described): MetaDescriptor[] =>
  describePage({ ...page, title: `${title} · ${name()}`, path: place(to), siteName: name(), home })

/** Returns a text as one line of at most `most` characters, for a meta description. */
export const oneLine = (text: string, most = 150): string => {
  const line = text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}
