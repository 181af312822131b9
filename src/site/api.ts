import { data, type RouterContextProvider } from 'react-router'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/context.ts'
import type { banners } from '#modules/banners/contract.ts'
import type { boards } from '#modules/boards/contract.ts'
import type { comments } from '#modules/comments/contract.ts'
import type { forms } from '#modules/forms/contract.ts'
import type { lawyers } from '#modules/lawyers/contract.ts'
import type { offices } from '#modules/offices/contract.ts'
import type { pages } from '#modules/pages/contract.ts'
import type { popups } from '#modules/popups/contract.ts'
import type { practices } from '#modules/practices/contract.ts'
import type { reading } from '#modules/reading/contract.ts'
import type { search } from '#modules/search/contract.ts'
import type { settings } from '#modules/settings/contract.ts'
import type { terms } from '#modules/terms/contract.ts'

/** The clients a loader of the public faces calls, one a contract. `src/app.ts` makes them. */
export interface SiteApi {
  banners: Client<typeof banners>
  boards: Client<typeof boards>
  comments: Client<typeof comments>
  forms: Client<typeof forms>
  lawyers: Client<typeof lawyers>
  offices: Client<typeof offices>
  pages: Client<typeof pages>
  popups: Client<typeof popups>
  practices: Client<typeof practices>
  reading: Client<typeof reading>
  search: Client<typeof search>
  settings: Client<typeof settings>
  terms: Client<typeof terms>
}

/** What the loader of the shell works with: it stands around refusals too. */
export const shellContext = (context: Readonly<RouterContextProvider>): PageContext & { api: SiteApi } =>
  // The kit carries the clients without knowing the modules; app.ts gives exactly these.
  context.get(pageContext) as PageContext & { api: SiteApi }

/**
 * What a page's loader works with: `const { api, locale } = siteContext(context)`. A look at what is not public yet
 * that is refused is a 403 within the shell.
 */
export const siteContext = (context: Readonly<RouterContextProvider>): PageContext & { api: SiteApi } => {
  const page = shellContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
