import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { PictureNote } from '#ui/media/picture.tsx'
import { buildListUrl, parseListUrl } from '../article/list-url.ts'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import { getHouseholdLabel } from './household-labels.ts'
import { ProjectFilter } from './project-filter.tsx'
import styles from './project-list-page.module.css'
import { getMasonryFrame, layOutProjects, ProjectMasonry } from './project-masonry.tsx'

/** More than the home page shows, but only one screen of pictures to load. */
const perPage = 24

export const handle: PageHandle = {
  cached: true,
  query: ['category', 'households', 'page', 'region', 'service', 'year'],
}

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { page, q: _words, ...filters } = parseListUrl(request.url)
  const [projects, { choices }, { setting }] = await Promise.all([
    api.boards.published({ query: { code: 'project', limit: perPage, page, ...filters } }),
    api.reading.choices({ query: { code: 'project' } }),
    api.settings.published(),
  ])
  if (page > 1 && projects.boards.length === 0) throw data(null, { status: 404 })
  return {
    origin,
    card: getCardLink(createPageCard(locale, 'projects', setting.name)),
    name: setting.name,
    phone: setting.phone,
    demonstration: setting.demonstration,
    page,
    asked: filters,
    choices,
    projects: projects.boards,
    total: projects.total,
    pages: Math.ceil(projects.total / perPage),
  }
}
type ListData = Awaited<ReturnType<typeof loader>>

/** Returns the active filters as text. */
const listActiveFilters = ({ asked, choices }: Pick<ListData, 'asked' | 'choices'>): string[] => {
  const findTitle = (list: ListData['choices']['services'], value: string | undefined) =>
    list.find((choice) => choice.value === value)?.title
  return [
    findTitle(choices.categories, asked.category),
    findTitle(choices.services, asked.service),
    findTitle(choices.regions, asked.region),
    asked.year && m.reading_year({ year: asked.year }),
    asked.households && getHouseholdLabel(asked.households),
  ].filter((part): part is string => Boolean(part))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: list, location }) => {
  if (!list) return []
  const { name, origin, card, page, asked } = list
  const parts = [...listActiveFilters(list), ...(page > 1 ? [m.reading_page({ page })] : [])]
  const headline = joinDotted([m.site_menu_project(), ...parts])
  return describePage({
    title: `${headline} · ${name}`,
    description: [m.reading_project_description({ name }), ...parts].join(' '),
    origin,
    path: buildListUrl(location.pathname, { ...asked, page }),
    siteName: name,
    card,
    crumbs: [{ title: m.site_menu_project() }],
    about: { '@type': 'CollectionPage', name: headline },
  })
}

export default function ProjectList() {
  const list = useLoaderData<typeof loader>()
  const { asked, choices, page, pages, projects, total } = list
  const path = localizePath('/project')
  const layout = layOutProjects(projects)
  const frame = getMasonryFrame(layout)
  const isNarrowed = listActiveFilters(list).length > 0 || Object.values(asked).some(Boolean)
  return (
    <>
      <PageHeader
        title={m.site_menu_project()}
        lead={m.reading_project_lead()}
        crumbs={[{ title: m.site_menu_project() }]}
        className={styles.head}
      />
      <section className={styles.list} data-ground="paper" aria-labelledby="count">
        <ProjectFilter path={path} filters={asked} choices={choices} />
        <div className={styles.line}>
          <h2 id="count" className={styles.count} aria-live="polite">
            {isNarrowed ? m.reading_project_found({ count: total }) : m.reading_project_count({ count: total })}
          </h2>
          {list.demonstration && projects.length > 0 && <PictureNote>{m.common_picture_note()}</PictureNote>}
          {isNarrowed && projects.length > 0 && (
            <TextLink to={path} arrow={false} preventScrollReset>
              {m.reading_clear()}
            </TextLink>
          )}
        </div>
        {projects.length > 0 ? (
          <div {...frame}>
            {/* Remount for other projects: corrected positions of the old ones must not stay. */}
            <ProjectMasonry key={buildListUrl(path, { ...asked, page })} projects={projects} layout={layout} first />
          </div>
        ) : (
          <Notice
            title={isNarrowed ? m.reading_project_none_found() : m.reading_project_none()}
            {...(isNarrowed && { text: m.reading_project_none_found_way() })}
            act={
              <TextLink to={isNarrowed ? path : localizePath('/story')} arrow={false} preventScrollReset={isNarrowed}>
                {isNarrowed ? m.reading_clear() : m.reading_project_none_way()}
              </TextLink>
            }
          />
        )}
        <Pagination page={page} of={pages} to={(to) => buildListUrl(path, { ...asked, page: to })} />
      </section>
      <ClosingSection title={m.reading_project_closing()} lead={m.reading_project_closing_lead()} phone={list.phone} />
    </>
  )
}
