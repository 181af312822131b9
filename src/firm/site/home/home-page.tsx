import type { ReactNode } from 'react'
import { type MetaDescriptor, type MetaFunction, useLoaderData } from 'react-router'
import type { PublicSection } from '#content/pages/contract.ts'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { extractVerificationToken } from '#platform/settings/rules.ts'
import { toOfficeSchema, toPostalAddress } from '../contact/office-schema.ts'
import { BusinessSection } from './business-section.tsx'
import { Hero } from './hero-section.tsx'
import { LawyersSection } from './lawyers-section.tsx'
import { type HomeData, loadHome } from './load-home.ts'
import { OfficesSection } from './offices-section.tsx'
import { ProjectsSection } from './projects-section.tsx'
import { StoriesSection } from './stories-section.tsx'
import { ValuesSection } from './values-section.tsx'

export const handle: PageHandle = { home: 'firm', hydrate: 'idle', cached: true }

/** Meta tags that prove ownership of the site to search engines. */
const listVerificationMetas = ({ naver, google }: HomeData['seo']): MetaDescriptor[] =>
  [
    { name: 'naver-site-verification', content: extractVerificationToken(naver) },
    { name: 'google-site-verification', content: extractVerificationToken(google) },
  ].filter(({ content }) => content)

export const loader = loadHome

export const meta: MetaFunction<typeof loader> = ({ loaderData: home, location }) => {
  if (!home) return []
  const hero = home.sections.find((section) => section.kind === 'hero')
  const described = describePage({
    title: m.home_title({ name: home.name }),
    description: [hero?.title.replace(/\s+/g, ' '), hero?.lead].filter(Boolean).join('. '),
    origin: home.origin,
    path: location.pathname,
    card: home.card,
    siteName: home.name,
    about: {
      '@type': 'LegalService',
      name: home.name,
      telephone: home.phone,
      // The first office is the registered seat.
      ...(home.offices[0] && { address: toPostalAddress(home.offices[0]) }),
      department: home.offices.map((office) => toOfficeSchema(office, home.origin, home.name)),
    },
  })
  return [...described, ...listVerificationMetas(home.seo)]
}

const sectionViews: Record<PublicSection['kind'], (section: PublicSection, home: HomeData) => ReactNode> = {
  hero: (section, home) => <Hero section={section} home={home} />,
  business: (section) => <BusinessSection section={section} />,
  values: (section) => <ValuesSection section={section} />,
  lawyers: (section, home) => <LawyersSection section={section} home={home} />,
  projects: (section, home) => <ProjectsSection section={section} home={home} />,
  stories: (section, home) => <StoriesSection section={section} stories={home.stories} />,
  offices: (section, home) => <OfficesSection section={section} offices={home.offices} />,
  // A database constraint keeps blocks off this page.
  blocks: () => null,
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  return home.sections.map((section) => <SectionView key={section._id} section={section} home={home} />)
}

function SectionView({ section, home }: { section: PublicSection; home: HomeData }) {
  return sectionViews[section.kind](section, home)
}
