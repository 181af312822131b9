import { type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { describePage } from '#content/site/describe-page.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { mostCounted, resultsOfPage, SearchKind } from '#platform/search/contract.ts'
import { searchPath } from '../layout/firm-paths.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard, getCardLink } from '../social-cards/firm-cards.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-page.module.css'
import { SearchResults } from './search-results.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'

export const handle: PageHandle = { wake: 'idle', cached: 'apart', query: ['keyword', 'kind', 'page'] }

/** Maximum length of a query (`search.find`). Other URL parameters are ignored. */
const longest = 100

const readPage = (text: string | null): number => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= mostCounted / resultsOfPage ? page : 1
}

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { searchParams } = new URL(request.url)
  // Form submission without script.
  const typed = searchParams.get('keyword')
  if (typed !== null) throw redirect(searchPath(typed.slice(0, longest)), 302)
  const keyword = (params.keyword ?? '').trim().slice(0, longest)
  const kind = SearchKind.safeParse(searchParams.get('kind')).data
  const page = readPage(searchParams.get('page'))
  const [found, { practices }, { setting }] = await Promise.all([
    api.search.find({ query: { q: keyword, ...(kind && { kind, page }) } }),
    api.practices.published(),
    api.settings.published(),
  ])
  const siteName = setting.name
  const card = getCardLink(createPageCard(locale, 'search', siteName))
  const { phone } = setting
  return { keyword, kind, found, origin, siteName, card, phone, practice: practices[0]?.path ?? null }
}

export type SearchData = Awaited<ReturnType<typeof loader>>

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
