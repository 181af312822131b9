import type { RouterContextProvider } from 'react-router'
import type { PublicPost } from '#content/boards/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { LawyerProfile } from '#firm/lawyers/contract.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import { findNamesIn } from '#firm/lawyers/rules.ts'
import { getSiteContext } from '../loader-context.ts'
import { createLawyerCard } from '../social-cards/firm-cards.ts'

/** Projects of a profile: one full-width and a row of three. */
const maxProjects = 4
/** Stories: one row. */
const maxStories = 3
/** Maximum page size of the API. */
const storyLimit = 100

/** Returns the projects named in the profile, then those of the lawyer's practices, newest first. */
const findProjects = ({ info, practices }: LawyerProfile, projects: PublicPost[]): PublicPost[] => {
  const named = findNamesIn(
    info,
    projects.map(({ subject }) => subject),
  )
  const rankStory = ({ subject, category }: PublicPost) =>
    named.includes(subject) ? 0 : category && practices.includes(category) ? 1 : 2
  return projects
    .filter((project) => rankStory(project) < 2)
    .sort((one, other) => rankStory(one) - rankStory(other))
    .slice(0, maxProjects)
}

/** Loads everything a page of one lawyer shows; an unknown key is a 404. */
export const loadLawyerPage = async (context: Readonly<RouterContextProvider>, key: string) => {
  const { api, origin, locale } = getSiteContext(context)
  const { lawyer } = await api.lawyers.profile({ params: { key } })
  const [{ lawyers }, { practices }, { offices }, projects, stories, { setting }] = await Promise.all([
    api.lawyers.published(),
    api.practices.published(),
    api.offices.published(),
    api.boards.published({ query: { code: 'project', limit: storyLimit } }),
    lawyer.stories.length
      ? api.boards.published({ query: { code: 'news', limit: storyLimit } })
      : { boards: [] satisfies PublicPost[] },
    api.settings.published(),
  ])
  const at = lawyers.findIndex((one) => one.key === key)
  const findNeighbour = (step: number) => {
    const neighbour = lawyers[at + step]
    return at >= 0 && neighbour ? { key: neighbour.key, title: neighbour.title, lang: neighbour.lang } : undefined
  }
  const office = offices.find((one) => one.key === lawyer.office)
  return {
    origin,
    card: getCardLink(createLawyerCard(locale, lawyer, practices, setting.name)),
    siteName: setting.name,
    siteLang: setting.lang,
    phone: office?.phone ?? setting.phone,
    demonstration: setting.demonstration,
    lawyer,
    practices: lawyer.practices.flatMap((one) => {
      const practice = practices.find((each) => each.key === one)
      return practice ? { title: practice.title, path: practice.path, lang: practice.lang } : []
    }),
    office: office && { key: office.key, title: office.title, phone: office.phone, lang: office.lang },
    projects: findProjects(lawyer, projects.boards),
    stories: stories.boards.filter(({ slug }) => lawyer.stories.includes(slug)).slice(0, maxStories),
    previous: findNeighbour(-1),
    next: findNeighbour(1),
  }
}

export type LawyerPage = Awaited<ReturnType<typeof loadLawyerPage>>

/** Returns the lawyer as schema.org Person. */
export const toPersonSchema = ({ lawyer, practices, office, origin, siteName, phone }: LawyerPage): object => {
  const largestWidth = lawyer.picture?.widths.at(-1)
  return {
    '@type': 'Person',
    name: lawyer.title,
    ...(lawyer.titleEn !== lawyer.title && { alternateName: lawyer.titleEn }),
    jobTitle: getLawyerTitle(lawyer),
    knowsAbout: practices.map(({ title }) => title),
    ...(lawyer.picture && largestWidth && { image: `${origin}/files/${lawyer.picture._id}/${largestWidth}.webp` }),
    worksFor: {
      '@type': 'LegalService',
      name: siteName,
      url: origin + localizePath('/'),
      telephone: phone,
      ...(office && { department: { '@type': 'LegalService', name: office.title, telephone: office.phone } }),
    },
  }
}
