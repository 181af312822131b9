import type { MetaDescriptor } from 'react-router'
import { buildSitePageHead, type SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { m } from '#messages/messages.js'
import { hall } from './shop-site.ts'

/** The head of a page of the shop; its title ends with the site's name. */
export const headOf = (page: SitePageDescription): MetaDescriptor[] => buildSitePageHead(hall, page)

/** The head of a page that is somebody's own: nothing that a search engine should keep. */
export const ownHead = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${m.shop_name()}` },
  { name: 'robots', content: 'noindex' },
]
