import { type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { getSearchKindLabel } from '#content/site/search-kind-labels.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { SearchKind } from '#platform/search/contract.ts'
import { ResultList } from '#platform/search/public/result-list.tsx'
import { Pagination } from '#ui/controls/pagination.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { searchPath } from '../layout/match-paths.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import body from '../parts/page/page-body.module.css'
import { PageHeader } from '../parts/page/page-header.tsx'
import { SearchField } from './search-field.tsx'
import styles from './search-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: 'apart', query: ['keyword', 'kind', 'page'] }

/** Maximum characters of a query (`search.find`). Other URL parameters are ignored. */
const maxKeywordLength = 100
const lastPage = 25

const readPage = (text: string | null): number => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  // Submitted without JavaScript.
  const typed = url.searchParams.get('keyword')
  if (typed !== null) throw redirect(searchPath(typed.slice(0, maxKeywordLength)), 302)
  const keyword = (params.keyword ?? '').trim().slice(0, maxKeywordLength)
  const kind = SearchKind.safeParse(url.searchParams.get('kind')).data
  const page = readPage(url.searchParams.get('page'))
  const found = await api.search.find({ query: { q: keyword, ...(kind && { kind, page }) } })
  return { keyword, kind, found, origin, card: toCardLink(pageCard(locale, 'search')) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? [
        ...buildPageHead({
          title: page.keyword ? m.match_search_for({ keyword: page.keyword }) : m.match_search(),
          description: m.match_search_description(),
          origin: page.origin,
          to: page.keyword ? `/match/search/${encodeURIComponent(page.keyword)}` : '/match/search',
          card: page.card,
        }),
        { name: 'robots', content: 'noindex' },
      ]
    : []

/** Site-wide search in the Match frame, grouped by kind. */
export default function SearchPage() {
  const { keyword, kind, found } = useLoaderData<typeof loader>()
  const here = searchPath(found.nearest ?? keyword)
  const count = found.groups.reduce((sum, { total }) => sum + total, 0)
  return (
    <>
      <PageHeader title={keyword ? m.match_search_for({ keyword }) : m.match_search()}>
        <SearchField keyword={keyword} />
      </PageHeader>
      <div className={body.body}>
        {keyword && (
          <p role="status" className={styles.count}>
            {found.nearest
              ? m.match_search_nearest({ nearest: found.nearest, count })
              : count > 0
                ? m.match_search_found({ count })
                : m.match_search_none()}
          </p>
        )}
        {kind && (
          <p>
            <TextLink to={here} arrow={false}>
              {m.match_search_back()}
            </TextLink>
          </p>
        )}
        {found.groups.map((group) => (
          <section key={group.kind} className={styles.group} aria-labelledby={`found-${group.kind}`}>
            <h2 id={`found-${group.kind}`} className={styles.kind}>
              {getSearchKindLabel(group.kind)} <span>{group.total}</span>
            </h2>
            <div>
              <ResultList results={group.results} start={(found.page - 1) * found.limit + 1} place={localizePath} />
              {!kind && group.total > group.results.length && (
                <TextLink to={`${here}?kind=${group.kind}`}>
                  {m.match_search_all({ kind: getSearchKindLabel(group.kind) })}
                </TextLink>
              )}
              {kind && (
                <Pagination
                  page={found.page}
                  of={Math.ceil(group.total / found.limit)}
                  to={(page) => `${here}?kind=${kind}${page > 1 ? `&page=${page}` : ''}`}
                />
              )}
            </div>
          </section>
        ))}
        {count === 0 && (
          <ul className={styles.ways}>
            {[
              { to: '/match/fairs', words: m.match_footer_fairs() },
              { to: '/match/products', words: m.match_products_title() },
              { to: '/match/faq', words: m.match_faq() },
            ].map(({ to, words }) => (
              <li key={to}>
                <TextLink to={localizePath(to)}>{words}</TextLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
