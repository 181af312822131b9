import type { MetaDescriptor } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { buildSitePageHead, type SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { m } from '#messages/messages.js'
import { matchHome } from './match-paths.ts'
import { matchSite } from './match-site.ts'

/** Meta tags of a Match page; the title ends with the site name. */
export const buildPageHead = (page: SitePageDescription): MetaDescriptor[] => buildSitePageHead(matchSite, page)

/** The centre as a schema.org `Organization`. */
export const toOrganizationSchema = (origin: string) => ({
  '@type': 'Organization',
  name: m.match_name(),
  url: origin + localizePath(matchHome),
})
