import type { PublicSection } from '#content/pages/contract.ts'
import type { PublicArticle } from '#content/reading/contract.ts'
import {
  type Card,
  cardSize,
  choosePictureLayout,
  choosePictureVariant,
  createRecordCard,
  createPageCard as createSitePageCard,
} from '#content/site/social-cards/social-card.ts'
import type { LawyerProfile } from '#firm/lawyers/contract.ts'
import type { OfficePlace } from '#firm/offices/contract.ts'
import type { PublicPractice } from '#firm/practices/contract.ts'
import type { Picture } from '#kit/contract.ts'
import type { Locale } from '#kit/locale.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import type { PublicTerms } from '#people/terms/contract.ts'
import { formatLongDay } from '#ui/format/format-day.ts'
import { joinDotted } from '#ui/format/language-attributes.ts'

export const cardKinds = ['story', 'project', 'lawyer', 'practice', 'office', 'terms', 'page'] as const
export type CardKind = (typeof cardKinds)[number]

/** Static pages with a card. */
export const cardPages = [
  'home',
  'center',
  'lawyers',
  'projects',
  'stories',
  'consult',
  'status',
  'search',
  'periods',
] as const
export type CardPage = (typeof cardPages)[number]

/** True if a picture can fill a card: a portrait would lose more than half. */
const fillsCard = ({ width, height }: Picture): boolean => width >= height * 1.2

/** Uses the cover of a post as the card. Without a cover, or with a portrait one, the card is made of text. */
const choosePicture = (cover: Picture | null): Pick<Card, 'look' | 'picture'> =>
  cover && fillsCard(cover)
    ? { look: 'alone', picture: choosePictureVariant(cover, cardSize) }
    : choosePictureLayout('plain', cover)

/** Drops empty lines. */
const filterLines = (...lines: (string | false)[]): string[] => lines.flatMap((line) => line || [])

type PostFacts = Pick<PublicArticle, 'slug' | 'subject' | 'lang' | 'thumb' | 'categoryTitle' | 'publishedAt' | 'facts'>

export const createStoryCard = (locale: Locale, story: PostFacts, firm: string): Card => ({
  kind: 'story',
  key: story.slug,
  locale,
  firm,
  over: joinDotted([m.site_menu_story({}, { locale }), story.categoryTitle], locale),
  title: story.subject,
  lang: story.lang,
  under: [formatLongDay(story.publishedAt, locale)],
  label: '',
  ...choosePicture(story.thumb),
})

/** `demonstration` labels the pictures as not showing real buildings. */
export const createProjectCard = (
  locale: Locale,
  project: PostFacts,
  { name, demonstration }: { name: string; demonstration: boolean },
): Card => {
  const { households, service, region, year } = project.facts
  const count = households ? groupDigits(households) : null
  const cover = choosePicture(project.thumb)
  return {
    kind: 'project',
    key: project.slug,
    locale,
    firm: name,
    over: joinDotted([m.site_menu_project({}, { locale }), service], locale),
    title: project.subject,
    lang: project.lang,
    under: filterLines(
      joinDotted(
        [
          region,
          count && m.common_households({ count }, { locale }),
          year ? m.reading_year({ year }, { locale }) : null,
        ],
        locale,
      ),
    ),
    label: demonstration && cover.picture ? m.common_picture_label({}, { locale }) : '',
    ...cover,
  }
}

export const createLawyerCard = (
  locale: Locale,
  lawyer: Pick<LawyerProfile, 'key' | 'title' | 'titleEn' | 'ceo' | 'lang' | 'picture' | 'practices'>,
  practices: readonly Pick<PublicPractice, 'key' | 'title'>[],
  firm: string,
): Card =>
  createRecordCard({
    kind: 'lawyer',
    key: lawyer.key,
    locale,
    firm,
    over: lawyer.ceo ? m.home_lawyer_ceo({}, { locale }) : m.home_lawyer({}, { locale }),
    title: lawyer.title,
    lang: lawyer.lang,
    under: filterLines(
      lawyer.titleEn !== lawyer.title && lawyer.titleEn,
      joinDotted(
        lawyer.practices.map((practiceKey) => practices.find(({ key }) => key === practiceKey)?.title),
        locale,
      ),
    ),
    picture: lawyer.picture,
  })

export const createPracticeCard = (
  locale: Locale,
  practice: Pick<PublicPractice, 'key' | 'title' | 'summary' | 'lang' | 'picture'>,
  firm: string,
): Card =>
  createRecordCard({
    kind: 'practice',
    key: practice.key,
    locale,
    firm,
    over: m.site_menu_business({}, { locale }),
    title: practice.title,
    lang: practice.lang,
    under: filterLines(practice.summary),
    picture: practice.picture,
  })

export const createOfficeCard = (
  locale: Locale,
  office: Pick<OfficePlace, 'key' | 'title' | 'address' | 'floor' | 'phone' | 'lang' | 'photos' | 'picture'>,
  firm: string,
): Card =>
  createRecordCard({
    kind: 'office',
    key: office.key,
    locale,
    firm,
    over: m.site_menu_contact({}, { locale }),
    title: office.title,
    lang: office.lang,
    under: [m.people_office_address({ address: office.address, floor: office.floor }, { locale }), office.phone],
    picture: office.photos[0] ?? office.picture,
  })

export const createTermsCard = (
  locale: Locale,
  terms: Pick<PublicTerms, 'code' | 'title' | 'lang'>,
  firm: string,
): Card => ({
  kind: 'terms',
  key: terms.code,
  locale,
  look: 'plain',
  firm,
  over: '',
  title: terms.title,
  lang: terms.lang,
  under: [],
  label: '',
  picture: null,
})

const pageTitles: Record<Exclude<CardPage, 'home'>, (inputs: object, options: { locale: Locale }) => string> = {
  center: m.site_menu_firm,
  lawyers: m.people_lawyers_title,
  projects: m.site_menu_project,
  stories: m.site_menu_story,
  consult: m.consult_title,
  status: m.consult_status_title,
  search: m.search_title,
  periods: m.periods_title,
}

const createPage = (locale: Locale, key: CardPage, firm: string): Card =>
  createSitePageCard({ key, locale, firm, title: key === 'home' ? firm : pageTitles[key]({}, { locale }) })

export const createPageCard = (locale: Locale, key: Exclude<CardPage, 'home' | 'center'>, firm: string): Card =>
  createPage(locale, key, firm)

type SectionHead = Pick<PublicSection, 'title' | 'lead' | 'lang' | 'picture'>

/** Returns the card of the home page: the hero's title over its picture. */
export const createHomeCard = (locale: Locale, hero: SectionHead | undefined, firm: string): Card => ({
  ...createPage(locale, 'home', firm),
  ...(hero && {
    title: hero.title,
    lang: hero.lang,
    picture: hero.picture && choosePictureVariant(hero.picture, cardSize),
  }),
})

export const createIntroductionCard = (locale: Locale, head: SectionHead, firm: string): Card => ({
  ...createPage(locale, 'center', firm),
  over: m.site_menu_firm({}, { locale }),
  title: head.title,
  lang: head.lang,
  ...choosePictureLayout('ground', head.picture),
})
