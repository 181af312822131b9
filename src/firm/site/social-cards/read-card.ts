import type { CardName } from '#content/site/social-cards/serve-cards.ts'
import type { Card } from '#content/site/social-cards/social-card.ts'
import { AppError } from '#kit/errors.ts'
import type { Locale } from '#kit/locale.ts'
import type { SiteApi } from '../loader-context.ts'
import {
  type CardKind,
  type CardPage,
  cardPages,
  createHomeCard,
  createIntroductionCard,
  createLawyerCard,
  createOfficeCard,
  createPageCard,
  createPracticeCard,
  createProjectCard,
  createStoryCard,
  createTermsCard,
} from './firm-cards.ts'

const isPage = (key: string): key is CardPage => (cardPages as readonly string[]).includes(key)

const createStaticCard = async (api: SiteApi, locale: Locale, key: string, firm: string): Promise<Card> => {
  if (!isPage(key)) throw new AppError('not_found')
  if (key !== 'home' && key !== 'center') return createPageCard(locale, key, firm)
  const { sections } = await api.pages.published({ params: { page: key } })
  const head = sections.find(({ kind }) => kind === (key === 'home' ? 'hero' : 'blocks'))
  if (key === 'home') return createHomeCard(locale, head, firm)
  if (!head) throw new AppError('not_found')
  return createIntroductionCard(locale, head, firm)
}

/**
 * Loads the current content of a card through the public API, which refuses records that do not exist or are not
 * public.
 */
export const readCard = async (api: SiteApi, { locale, kind, key }: CardName<CardKind>): Promise<Card> => {
  const { setting } = await api.settings.published()
  const firm = setting.name
  switch (kind) {
    case 'story':
      return createStoryCard(
        locale,
        (await api.reading.article({ params: { id: key }, query: { code: 'news' } })).board,
        firm,
      )
    case 'project':
      return createProjectCard(
        locale,
        (await api.reading.article({ params: { id: key }, query: { code: 'project' } })).board,
        setting,
      )
    case 'lawyer': {
      const [{ lawyer }, { practices }] = await Promise.all([
        api.lawyers.profile({ params: { key } }),
        api.practices.published(),
      ])
      return createLawyerCard(locale, lawyer, practices, firm)
    }
    case 'practice':
      return createPracticeCard(locale, (await api.practices.page({ params: { key } })).practice, firm)
    case 'office':
      return createOfficeCard(locale, (await api.offices.place({ params: { key } })).office, firm)
    case 'terms':
      return createTermsCard(locale, (await api.terms.published({ params: { code: key } })).terms, firm)
    case 'page':
      return createStaticCard(api, locale, key, firm)
  }
}
