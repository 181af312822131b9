import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { LawyerCard } from '#firm/lawyers/public/lawyer-card.tsx'
import { matchesName } from '#firm/lawyers/rules.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import { LawyerFilters } from './lawyer-filters.tsx'
import styles from './lawyer-list-page.module.css'

/** Maximum characters of the name filter. */
const maxNameLength = 40

export const handle: PageHandle = { cached: true, query: ['practice', 'office', 'name'] }

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ lawyers }, { practices }, { offices }, { setting }] = await Promise.all([
    api.lawyers.published(),
    api.practices.published(),
    api.offices.published(),
    api.settings.published(),
  ])
  const parameters = new URL(request.url).searchParams
  /** Ignores unknown keys, so that an old link still shows lawyers. */
  const findKnownKey = (name: string, records: { key: string }[]) =>
    records.find(({ key }) => key === parameters.get(name))?.key ?? ''
  const filter = {
    practice: findKnownKey('practice', practices),
    office: findKnownKey('office', offices),
    name: (parameters.get('name') ?? '').trim().slice(0, maxNameLength),
  }
  const fields = practices.map(({ key, title }) => ({ key, title }))
  const officeOptions = offices.map(({ key, title }) => ({ key, title }))
  const getTitle = (records: typeof fields, key: string | null) => records.find((one) => one.key === key)?.title
  return {
    origin,
    card: getCardLink(createPageCard(locale, 'lawyers', setting.name)),
    siteName: setting.name,
    phone: setting.phone,
    filter,
    practices: fields,
    offices: officeOptions,
    lawyers: lawyers
      .filter(
        ({ practices, office, title, titleEn }) =>
          (!filter.practice || practices.includes(filter.practice)) &&
          (!filter.office || office === filter.office) &&
          matchesName([title, titleEn], filter.name),
      )
      .map((lawyer) => ({
        lawyer,
        facts: [
          lawyer.practices.flatMap((key) => getTitle(fields, key) ?? []),
          [getTitle(officeOptions, lawyer.office) ?? ''].filter(Boolean),
        ].filter((line) => line.length > 0),
      })),
  }
}

const listBreadcrumbs = () => [
  { title: m.site_menu_firm(), to: '/introduction/center' },
  { title: m.people_lawyers_title(), to: undefined },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData: page, location }) => {
  if (!page) return []
  return describePage({
    title: m.people_page_title({ page: m.people_lawyers_title(), name: page.siteName }),
    description: m.people_lawyers_description({ name: page.siteName }),
    origin: page.origin,
    path: location.pathname,
    siteName: page.siteName,
    card: page.card,
    crumbs: listBreadcrumbs(),
    about: {
      '@type': 'CollectionPage',
      name: m.people_lawyers_title(),
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: page.lawyers.map(({ lawyer }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: lawyer.title,
          url: page.origin + localizePath(`/introduction/lawyer/${lawyer.key}`),
        })),
      },
    },
  })
}

/** Portraits in the first row at full width; loaded eagerly. */
const firstRow = 4

export default function Lawyers() {
  const { lawyers, filter, practices, offices, phone } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={m.people_lawyers_title()} lead={m.people_lawyers_lead()} crumbs={listBreadcrumbs()} />
      <div className={styles.body} data-ground="paper">
        <LawyerFilters filter={filter} practices={practices} offices={offices} count={lawyers.length} />
        {lawyers.length ? (
          <ul className={styles.lawyers}>
            {lawyers.map(({ lawyer, facts }, at) => (
              <li key={lawyer._id}>
                <LawyerCard
                  lawyer={lawyer}
                  facts={facts}
                  to={localizePath(`/introduction/lawyer/${lawyer.key}`)}
                  first={at < firstRow}
                />
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.none}>
            <Notice
              title={m.people_lawyers_none()}
              text={m.people_lawyers_none_text()}
              act={<TextLink to={localizePath('/introduction/lawyer')}>{m.people_lawyers_all()}</TextLink>}
            />
          </div>
        )}
      </div>
      <ClosingSection title={m.people_lawyers_closing()} lead={m.people_lawyers_closing_lead()} phone={phone} />
    </>
  )
}
