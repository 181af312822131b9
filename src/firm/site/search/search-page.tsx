import { type MetaFunction, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { PageHeader } from '../page-parts/page-header.tsx'
import { loadSearch } from './load-search.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-page.module.css'
import { SearchResults } from './search-results.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: 'apart', query: ['keyword', 'kind', 'page'] }

export const loader = loadSearch

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return []
  const { keyword, origin, siteName, card } = loaderData
  const title = keyword ? m.search_title_for({ keyword }) : m.search_title()
  const described = describePage({
    title: `${title} · ${siteName}`,
    description: m.search_description(),
    origin,
    path: location.pathname,
    siteName,
    card,
  })
  return [...described, { name: 'robots', content: 'noindex' }]
}

/** Search page: all public content that matches, grouped by kind. */
export default function Search() {
  const data = useLoaderData<typeof loader>()
  const { keyword, found } = data
  const title = keyword ? m.search_title_for({ keyword }) : m.search_title()
  return (
    <>
      <PageHeader title={title} lead={keyword ? undefined : m.search_lead()} crumbs={[{ title: m.search_title() }]}>
        {/* Remount for a new keyword, so that the field shows it. */}
        <SearchField key={keyword} keyword={keyword} className={styles.field} />
      </PageHeader>
      <div className={styles.matter} data-ground="paper">
        {found.groups.length > 0 ? <SearchResults data={data} /> : <SearchSuggestions data={data} />}
      </div>
    </>
  )
}
