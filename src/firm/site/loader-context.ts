import type { banners } from '#content/banners/contract.ts'
import type { boards } from '#content/boards/contract.ts'
import type { comments } from '#content/comments/contract.ts'
import type { pages } from '#content/pages/contract.ts'
import type { popups } from '#content/popups/contract.ts'
import type { reading } from '#content/reading/contract.ts'
import type { submission } from '#firm/forms/submission/contract.ts'
import type { lawyers } from '#firm/lawyers/contract.ts'
import type { offices } from '#firm/offices/contract.ts'
import type { practices } from '#firm/practices/contract.ts'
import type { Client } from '#kit/client.ts'
import { createLoaderContexts } from '#kit/web/page-context.ts'
import type { faqs } from '#people/faqs/contract.ts'
import type { messages } from '#people/messages/contract.ts'
import type { notifications } from '#people/notifications/contract.ts'
import type { terms } from '#people/terms/contract.ts'
import type { search } from '#platform/search/contract.ts'
import type { settings } from '#platform/settings/contract.ts'

/** API clients for loaders of the firm's site, one per contract. Created by `src/app.ts`. */
export interface SiteApi {
  banners: Client<typeof banners>
  boards: Client<typeof boards>
  comments: Client<typeof comments>
  faqs: Client<typeof faqs>
  forms: Client<typeof submission>
  lawyers: Client<typeof lawyers>
  messages: Client<typeof messages>
  notifications: Client<typeof notifications>
  offices: Client<typeof offices>
  pages: Client<typeof pages>
  popups: Client<typeof popups>
  practices: Client<typeof practices>
  reading: Client<typeof reading>
  search: Client<typeof search>
  settings: Client<typeof settings>
  terms: Client<typeof terms>
}

/** Contexts of loaders: `const { api, locale } = getSiteContext(context)`. */
export const { readFrame: getLayoutContext, readPage: getSiteContext } = createLoaderContexts<SiteApi>()
