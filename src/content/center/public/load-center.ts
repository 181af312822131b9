import { data, type RouterContextProvider } from 'react-router'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/page-context.ts'
import type { faqs } from '#people/faqs/contract.ts'
import type { notifications } from '#people/notifications/contract.ts'
import type { settings } from '#platform/settings/contract.ts'

/** API clients for loaders of the customer center, one per contract. Created by `src/app.ts`. */
interface CenterApi {
  faqs: Client<typeof faqs>
  notifications: Client<typeof notifications>
  settings: Client<typeof settings>
}

export const getCenterContext = (context: Readonly<RouterContextProvider>): PageContext & { api: CenterApi } => {
  // The kit is not typed by module; `app.ts` provides exactly these clients.
  const page = context.get(pageContext) as PageContext & { api: CenterApi }
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}

/** Loads what every page of the customer center shows around its content. */
export const loadCenter = async (api: CenterApi) => {
  const [{ total }, { faqs }, { setting }] = await Promise.all([
    api.notifications.published({}),
    api.faqs.published({}),
    api.settings.published(),
  ])
  return { counts: { notices: total, faqs: faqs.length }, phone: setting.phone, name: setting.name }
}
