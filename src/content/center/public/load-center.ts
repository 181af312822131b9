import type { Client } from '#kit/client.ts'
import { createLoaderContexts } from '#kit/web/page-context.ts'
import type { faqs } from '#people/faqs/contract.ts'
import type { notifications } from '#people/notifications/contract.ts'
import type { settings } from '#platform/settings/contract.ts'

/** API clients for loaders of the customer center, one per contract. Created by `src/app.ts`. */
interface CenterApi {
  faqs: Client<typeof faqs>
  notifications: Client<typeof notifications>
  settings: Client<typeof settings>
}

export const { readPage: getCenterContext } = createLoaderContexts<CenterApi>()

/** Loads what every page of the customer center shows around its content. */
export const loadCenter = async (api: CenterApi) => {
  const [{ total }, { faqs }, { setting }] = await Promise.all([
    api.notifications.published({}),
    api.faqs.published({}),
    api.settings.published(),
  ])
  return { counts: { notices: total, faqs: faqs.length }, phone: setting.phone, name: setting.name }
}
