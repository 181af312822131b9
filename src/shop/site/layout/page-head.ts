import type { MetaDescriptor } from 'react-router'
import { buildSitePageHead, type SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { m } from '#messages/messages.js'
import { hall } from './shop-site.ts'

/** Builds the head of a public page; the title ends with the site's name. */
export const headOf = (page: SitePageDescription): MetaDescriptor[] => buildSitePageHead(hall, page)

/** Builds the head of a private page, with `noindex`. */
export const ownHead = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${m.shop_name()}` },
  { name: 'robots', content: 'noindex' },
]
