import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { getSearchKindLabel } from '#content/site/search-kind-labels.ts'
import { m } from '#messages/messages.js'
import type { SearchGroup } from '#platform/search/contract.ts'
import { ResultList } from '#platform/search/public/result-list.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { buildSearchPath } from '../layout/firm-paths.ts'
import { TelephoneLine } from '../layout/telephone-line.tsx'
import { bindUnits } from '../text/bind-units.ts'
import type { SearchData } from './load-search.ts'
import styles from './search-page.module.css'

const formatCount = ({ total, isMore }: SearchGroup): string =>
  isMore ? m.search_group_count_more({ count: total }) : m.search_group_count({ count: total })

/** Result count, and the corrected keyword if the input used the wrong keyboard layout or had no exact match. */
function Found({ data: { keyword, found } }: { data: SearchData }) {
  const count = found.groups.reduce((sum, { total }) => sum + total, 0)
  const usedKeyword = found.swapped ?? found.nearest ?? keyword
  const isMore = found.groups.some((group) => group.isMore)
  return (
    <p className={styles.found}>
      {found.swapped && <>{bindUnits(m.search_swapped({ typed: keyword, keyword: found.swapped }))} </>}
      {found.nearest && <>{bindUnits(m.search_nearest({ typed: keyword, nearest: found.nearest }))} </>}
      {bindUnits(
        isMore ? m.search_found_more({ keyword: usedKeyword, count }) : m.common_found({ keyword: usedKeyword, count }),
      )}
    </p>
  )
}

/** Search results grouped by kind, or one kind with pagination. */
export function SearchResults({ data }: { data: SearchData }) {
  const { keyword, kind, found } = data
  const searchUrl = buildSearchPath(found.nearest ?? keyword)
  return (
    <>
      <Found data={data} />
      <TelephoneLine className={styles.near} phone={data.phone} />
      {kind && (
        <p className={styles.back}>
          <TextLink to={searchUrl} arrow={false}>
            {m.search_back()}
          </TextLink>
        </p>
      )}
      {found.groups.map((group) => (
        <section key={group.kind} className={styles.group} aria-labelledby={`found-${group.kind}`}>
          <h2 id={`found-${group.kind}`} className={styles.kind}>
            {getSearchKindLabel(group.kind)} <span className={styles.count}>{formatCount(group)}</span>
          </h2>
          <div className={styles.results}>
            {group.results.length > 0 ? (
              <ResultList results={group.results} start={(found.page - 1) * found.limit + 1} place={localizePath} />
            ) : (
              <p>{m.search_page_past()}</p>
            )}
            {!kind && group.total > group.results.length && (
              <p className={styles.more}>
                <TextLink to={`${searchUrl}?kind=${group.kind}`}>
                  {m.search_group_all({ kind: getSearchKindLabel(group.kind) })}
                </TextLink>
              </p>
            )}
            {kind && <Pages group={group} page={found.page} limit={found.limit} here={`${searchUrl}?kind=${kind}`} />}
          </div>
        </section>
      ))}
    </>
  )
}

interface PagesProps {
  group: SearchGroup
  page: number
  limit: number
  /** URL of the first page. */
  here: string
}

/** Returns the page numbers to show: the first, the last, and two on each side of the current one. */
const listPageNumbers = (page: number, last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === last || Math.abs(number - page) <= 2,
  )

function Pages({ group, page, limit, here: searchUrl }: PagesProps) {
  const last = Math.ceil(group.total / limit)
  if (last <= 1) return null
  const buildPageUrl = (number: number) => (number === 1 ? searchUrl : `${searchUrl}&page=${number}`)
  const numbers = listPageNumbers(page, last)
  return (
    <nav className={styles.pages} aria-label={m.search_pages()}>
      {page > 1 && (
        <Link className={styles.step} to={buildPageUrl(page - 1)} rel="prev">
          {m.search_previous()}
        </Link>
      )}
      <ol className={styles.numbers}>
        {numbers.map((number, index) => (
          <li key={number} data-gap={(numbers[index - 1] ?? number) < number - 1 || undefined}>
            <Link
              className={styles.number}
              to={buildPageUrl(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={m.search_page({ page: number })}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {page < last && (
        <Link className={styles.step} to={buildPageUrl(page + 1)} rel="next">
          {m.search_next()}
        </Link>
      )}
    </nav>
  )
}
