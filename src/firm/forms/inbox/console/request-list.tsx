import { ActionIcon, Checkbox, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRowChanges } from '#console/kit/list/actions/use-row-changes.ts'
import { type Selection, useSelection } from '#console/kit/list/actions/use-selection.ts'
import { ListNotice } from '#console/kit/list/list-notice.tsx'
import { SearchField } from '#console/kit/list/search-field.tsx'
import { type ListState, withFilter } from '#console/kit/list/state/list-address.ts'
import { useCounts, type useList } from '#console/kit/list/state/use-list.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { type RequestNames, resource, stateLabels, stateMarks } from '../../console/request-resource.tsx'
import type { FormSummary } from '../../contract.ts'
import { ExportRequests } from '../../export/console/export-requests.tsx'
import { UndeliverableNotice } from '../../outage/console/undeliverable-notice.tsx'
import { useHasReplyDraft } from '../../replies/console/reply-draft.ts'
import { formStates } from '../../rules.ts'
import { openEnterRequest } from '../../staff-entry/console/enter-request.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { FilterPopover, listFilters, SortMenu } from './list-controls.tsx'
import styles from './request-list.module.css'
import { SavedViews } from './saved-views.tsx'

interface InboxProps {
  state: ListState
  change: (next: ListState) => void
  list: ReturnType<typeof useList<FormSummary>>
  /** Number of requests that arrived after the list was loaded. */
  newer: number
  reload: () => void
  names: RequestNames
  openId: string | undefined
  /** Query string of the list, kept in the links to requests. */
  search: string
}

const formatCount = (count: number) => m.list_counted({ count: count.toLocaleString() })

/** List of requests: states as tabs, search and filters. Links keep the state of the list. */
export function RequestList({ state, change, list, newer, reload, names, openId, search }: InboxProps) {
  const { data, error } = list
  const records = error && !data ? [] : data?.records
  const [late] = useDebouncedValue(list.isPending, 200)
  const Title = openId === undefined ? 'h1' : 'h2'
  const total = data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / state.limit))
  const filters = listFilters(names)
  const selection = useSelection<FormSummary>(JSON.stringify([state.q, state.filters]))
  const { busy, act } = useRowChanges(resource, selection)
  const navigate = useNavigate()
  const mayWrite = useMayWrite(resource.access)
  const enter = () =>
    openEnterRequest({
      names,
      done: ({ _id }) => {
        reload()
        navigate(`/console/forms/${_id}`)
      },
    })
  return (
    <section className={styles.inbox} aria-label={m.forms_title()}>
      <header className={styles.head}>
        <Title className={styles.title} {...(openId === undefined && { id: 'screen-title', tabIndex: -1 })}>
          {m.forms_title()}
        </Title>
        <div className={styles.tools}>
          <FilterPopover state={state} change={change} filters={filters} />
          <SortMenu state={state} change={change} />
          {mayWrite && (
            <ActionIcon variant="subtle" className={styles.tool} aria-label={m.forms_enter()} onClick={enter}>
              <Icon name="add" />
            </ActionIcon>
          )}
          <ExportRequests state={state} total={total} names={names} />
        </div>
      </header>
      <States state={state} change={change} />
      <SavedViews state={state} change={change} />
      <SearchField
        className={styles.words}
        placeholder={m.forms_search()}
        value={state.q}
        change={(q) => change({ ...state, page: 1, q })}
      />
      <UndeliverableNotice />
      {newer > 0 && (
        <UnstyledButton className={styles.newer} onClick={reload}>
          {m.list_newer({ count: newer })}
        </UnstyledButton>
      )}
      <VisuallyHidden role="status">{late ? m.list_loading() : data ? formatCount(total) : ''}</VisuallyHidden>
      <div className={styles.rows} aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
        {records === undefined ? (
          late && <Waiting />
        ) : records.length === 0 ? (
          <ListNotice
            resource={resource}
            state={state}
            change={change}
            filters={filters}
            counted={formatCount}
            total={total}
            empty={{ title: m.forms_empty_title(), text: m.forms_empty_text() }}
            create={undefined}
            error={data ? undefined : error}
            at={list.errorUpdatedAt}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Rows records={records} names={names} openId={openId} search={search} selection={selection} />
        )}
      </div>
      {selection.records.length > 0 ? (
        <BulkActions
          selection={selection}
          page={records ?? []}
          names={names}
          busy={busy}
          act={(one, choice) => void act(one, choice)}
        />
      ) : (
        pages > 1 && (
          <nav className={styles.foot} aria-label={m.forms_desk_pages()}>
            <ActionIcon
              variant="subtle"
              aria-label={m.common_newer()}
              disabled={state.page <= 1}
              onClick={() => change({ ...state, page: state.page - 1 })}
            >
              <Icon name="left" />
            </ActionIcon>
            <span>{m.common_page({ page: state.page, pages })}</span>
            <ActionIcon
              variant="subtle"
              aria-label={m.common_older()}
              disabled={state.page >= pages}
              onClick={() => change({ ...state, page: state.page + 1 })}
            >
              <Icon name="right" />
            </ActionIcon>
          </nav>
        )
      )}
    </section>
  )
}

function Rows({
  records,
  names,
  openId,
  search,
  selection,
}: Pick<InboxProps, 'names' | 'openId' | 'search'> & { records: FormSummary[]; selection: Selection<FormSummary> }) {
  const hasDraft = useHasReplyDraft()
  const open = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another request is opened
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <ol className={styles.list} data-choosing={selection.records.length > 0 || undefined}>
      {records.map((row, index) => (
        <li key={row._id} className={styles.item} data-chosen={selection.has(row) || undefined}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has its own name; the label only enlarges the target */}
          <label className={styles.choose}>
            <Checkbox
              size="xs"
              checked={selection.has(row)}
              aria-label={m.list_choose_row({ name: `${row.number} ${row.building || row.name}` })}
              onChange={() => selection.toggle(row)}
            />
          </label>
          <Link
            ref={row._id === openId ? open : undefined}
            className={styles.row}
            to={`/console/forms/${row._id}${search && `?${search}`}`}
            preventScrollReset
            aria-current={row._id === openId ? 'true' : undefined}
            data-row={index}
            data-state={row.state}
          >
            <span className={styles.mark}>
              <StateShape mark={stateMarks[row.state]} />
              <VisuallyHidden>{stateLabels[row.state]()}</VisuallyHidden>
            </span>
            <span className={styles.first}>
              <strong>{row.building || row.name}</strong>
              <time dateTime={row.createdAt} title={fullInstant(row.createdAt)}>
                {listInstant(row.createdAt)}
              </time>
            </span>
            <span className={styles.subject}>{row.subject || row.number}</span>
            <span className={styles.meta}>
              {row.building && <span>{row.name}</span>}
              <span className={styles.long}>{names.practiceName(row.practice)}</span>
              {row.office && <span className={styles.long}>{names.officeName(row.office)}</span>}
              {row.files > 0 && (
                <span className={styles.files}>
                  <Icon name="clip" size={13} />
                  <VisuallyHidden>{m.forms_column_files()}</VisuallyHidden> {row.files}
                </span>
              )}
              {hasDraft(row._id) && <span className={styles.draft}>{m.forms_desk_draft()}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Loading rows with the measures of real ones. */
function Waiting() {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static
        <div key={index} className={styles.row}>
          <Skeleton className={styles.mark} width={10} height={10} />
          <Skeleton className={styles.first} height={12} width="60%" my={4} />
          <Skeleton className={styles.subject} height={12} width="85%" my={4} />
          <Skeleton className={styles.meta} height={10} width="40%" my={4} />
        </div>
      ))}
    </div>
  )
}

function States({ state, change }: Pick<InboxProps, 'state' | 'change'>) {
  const shown = [undefined, ...formStates]
  const counts = useCounts(
    resource,
    shown.map((one) => withFilter(state, 'state', one)),
  )
  return (
    <nav className={styles.states} aria-label={m.list_views()}>
      {shown.map((one, index) => (
        <UnstyledButton
          key={one ?? 'all'}
          className={styles.state}
          aria-current={state.filters.state === one ? 'page' : undefined}
          onClick={() => change(withFilter(state, 'state', one))}
        >
          {one ? stateLabels[one]() : m.list_view_all()} <span>{counts[index]?.toLocaleString()}</span>
        </UnstyledButton>
      ))}
    </nav>
  )
}
