import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FilterBar, type FilterField } from './filter-bar.tsx'
import { pageUrl } from './list-filters.ts'
import styles from './result-list.module.css'

interface FilteredListProps {
  /** URL of the list without query, in the page language. */
  to: string
  list: { fields: readonly FilterField[]; values: Readonly<Record<string, string>>; page: number; pages: number }
  hint: string
  /** Sentence with the number of results. */
  count: string
  isEmpty: boolean
  children: ReactNode
}

/** List of a page with its filters and pagination. */
export function FilteredList({ to, list, hint, count, isEmpty, children }: FilteredListProps) {
  return (
    <>
      <FilterBar to={to} fields={list.fields} values={list.values} hint={hint} count={count} />
      {isEmpty ? <Notice title={m.match_list_none()} text={m.match_list_none_text()} /> : children}
      <div className={styles.paging}>
        <Pagination page={list.page} of={list.pages} to={(number) => pageUrl(to, list.values, number)} />
      </div>
    </>
  )
}
