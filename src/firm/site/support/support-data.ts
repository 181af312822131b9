import { foreign } from '#ui/language.ts'
import type { SiteApi } from '../api.ts'

/** What every page of the customer centre shows around its content. */
export const readSupport = async (api: SiteApi) => {
  const [{ total }, { faqs }, { offices }, { setting }] = await Promise.all([
    api.notifications.published({}),
    api.faqs.published({}),
    api.offices.published(),
    api.settings.published(),
  ])
  const [main] = offices
  return {
    counts: { notices: total, faqs: faqs.length },
    phone: setting.phone,
    hours: main ? { text: main.hours, lang: foreign(main.lang) } : null,
    name: setting.name,
  }
}
