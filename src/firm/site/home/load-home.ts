import type { LoaderFunctionArgs } from 'react-router'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { getSiteContext } from '../loader-context.ts'
import { createHomeCard } from '../social-cards/firm-cards.ts'

/** Numbers of records required by the design; `storyCount` fills whole slider steps at every width. */
const projectCount = 15
const storyCount = 12

/** Loads everything that the home page shows. */
export const loadHome = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ sections }, { lawyers }, projects, stories, { offices }, { practices }, { setting }] = await Promise.all([
    api.pages.published({ params: { page: 'home' } }),
    api.lawyers.published(),
    api.boards.published({ query: { code: 'project', limit: projectCount } }),
    api.boards.published({ query: { code: 'news', limit: storyCount } }),
    api.offices.published(),
    api.practices.published(),
    api.settings.published(),
  ])
  return {
    origin,
    sections,
    card: getCardLink(
      createHomeCard(
        locale,
        sections.find(({ kind }) => kind === 'hero'),
        setting.name,
      ),
    ),
    lawyers,
    projects: projects.boards,
    stories: stories.boards,
    offices,
    practices: practices.map(({ key, title }) => ({ key, title })),
    name: setting.name,
    nameLang: setting.lang,
    phone: setting.phone,
    demonstration: setting.demonstration,
    seo: setting.seo,
  }
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>
