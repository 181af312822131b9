import type { MetaDescriptor } from 'react-router'
import { buildSitePageHead, type SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { m } from '#messages/messages.js'
import { shopSite } from './shop-site.ts'

/** Builds the head of a public page; the title ends with the site's name. */
export const createPageMeta = (page: SitePageDescription): MetaDescriptor[] => buildSitePageHead(shopSite, page)

/** Builds the head of a private page, with `noindex`. */
export const createPrivatePageMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${m.shop_name()}` },
  { name: 'robots', content: 'noindex' },
]
