import type { MetaDescriptor } from 'react-router'
import { buildSitePageHead, type SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { auctionSite } from './auction-site.ts'

/** Head tags of an auction page; the title ends with the site's name. */
export const createPageMeta = (page: SitePageDescription): MetaDescriptor[] => buildSitePageHead(auctionSite, page)
