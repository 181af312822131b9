import { ActionIcon, Checkbox, NativeSelect, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Selection } from '#console/kit/list/actions/use-selection.ts'
import { ListNotice } from '#console/kit/list/list-notice.tsx'
import { SearchField } from '#console/kit/list/search-field.tsx'
import { type ListState, withFilter } from '#console/kit/list/state/list-address.ts'
import { useCounts, type useList } from '#console/kit/list/state/use-list.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import type { ParticipationLine } from '../contract-review.ts'
import { participationStates, roles } from '../rules.ts'
import { countryName, fairClient, resource, roleLabels, stateMarks } from './participation-resource.tsx'
import styles from './review-screen.module.css'
import { stateLabels } from './state-labels.ts'

interface ReviewListProps {
  state: ListState
  change: (next: ListState) => void
  list: ReturnType<typeof useList<ParticipationLine>>
  reload: () => void
  openId: string | undefined
  /** Query string of the list with its question mark; every row link carries it. */
  search: string
  selection: Selection<ParticipationLine>
}

const countText = (count: number) => m.list_counted({ count: count.toLocaleString() })

/** List of applications with a tab per state; filtered by fair, role and search text. */
export function ReviewList({ state, change, list, reload, openId, search, selection }: ReviewListProps) {
  const { data, error } = list
  const records = error && !data ? [] : data?.records
  const total = data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / state.limit))
  const Title = openId === undefined ? 'h1' : 'h2'
  const { data: fairs = [] } = useQuery({
    queryKey: ['participations-fairs'],
    queryFn: ({ signal }) =>
      readAllPages('fairs', (query) => fairClient.list({ query }, { signal })).then((list) => list.fairs),
    staleTime: 60_000,
  })
  const [newest] = useCounts(resource, [state], 30_000)
  const decided = records?.filter((row) => row.state !== state.filters.state).length ?? 0
  const newer = data && newest !== undefined ? Math.max(0, newest - total + decided) : 0
  return (
    <section className={styles.list} aria-label={m.participants_title()}>
      <header className={styles.head}>
        <Title className={styles.title} {...(openId === undefined && { id: 'screen-title', tabIndex: -1 })}>
          {m.participants_title()}
        </Title>
        <span className={styles.total}>{total.toLocaleString()}</span>
      </header>
      <States state={state} change={change} />
      <div className={styles.filters}>
        <NativeSelect
          aria-label={m.participants_fair()}
          value={state.filters.fair ?? ''}
          data={[
            { value: '', label: m.participants_fair_any() },
            ...fairs.map(({ _id, title }) => ({ value: _id, label: title.ko })),
          ]}
          onChange={({ currentTarget }) => change(withFilter(state, 'fair', currentTarget.value || undefined))}
        />
        <NativeSelect
          aria-label={m.participants_role()}
          value={state.filters.role ?? ''}
          data={[
            { value: '', label: m.list_filter_any() },
            ...roles.map((value) => ({ value, label: roleLabels[value]() })),
          ]}
          onChange={({ currentTarget }) => change(withFilter(state, 'role', currentTarget.value || undefined))}
        />
      </div>
      <SearchField
        className={styles.search}
        placeholder={m.participants_search()}
        value={state.q}
        change={(q) => change({ ...state, page: 1, q })}
      />
      {newer > 0 && (
        <UnstyledButton className={styles.newer} onClick={reload}>
          {m.list_newer({ count: newer })}
        </UnstyledButton>
      )}
      <VisuallyHidden role="status">{data ? countText(total) : ''}</VisuallyHidden>
      <div className={styles.rows} aria-busy={list.isFetching}>
        {records === undefined ? null : records.length === 0 ? (
          <ListNotice
            resource={resource}
            state={{ ...state, filters: {} }}
            change={change}
            filters={[]}
            counted={countText}
            total={total}
            empty={{ title: m.participants_empty_title(), text: m.participants_empty_text() }}
            create={undefined}
            error={data ? undefined : error}
            at={list.errorUpdatedAt}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <>
            <ol className={styles.items} data-choosing={selection.records.length > 0 || undefined}>
              {records.map((row) => (
                <Row key={row._id} row={row} isOpen={row._id === openId} search={search} selection={selection} />
              ))}
            </ol>
            <p className={styles.hint}>
              <kbd>J</kbd> <kbd>K</kbd> {m.participants_keys_move()} · <kbd>X</kbd> {m.participants_keys_choose()}
            </p>
          </>
        )}
      </div>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={m.participants_pages()}>
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
      )}
    </section>
  )
}

interface RowProps {
  row: ParticipationLine
  isOpen: boolean
  search: string
  selection: Selection<ParticipationLine>
}

function Row({ row, isOpen, search, selection }: RowProps) {
  const { name, role, country } = row.profile
  return (
    <li className={styles.item} data-chosen={selection.has(row) || undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has its own label; this one enlarges its target */}
      <label className={styles.choose}>
        <Checkbox
          size="xs"
          checked={selection.has(row)}
          aria-label={m.list_choose_row({ name })}
          onChange={() => selection.toggle(row)}
        />
      </label>
      <Link
        className={styles.row}
        to={`/console/participations/${row._id}${search}`}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        data-participation={row._id}
      >
        <span className={styles.mark}>
          <StateShape mark={row.refusedBefore > 0 && row.state === 'submitted' ? 'wrong' : stateMarks[row.state]} />
          <VisuallyHidden>{stateLabels[row.state]()}</VisuallyHidden>
        </span>
        <span className={styles.heading}>
          <strong>{name}</strong>
          <time dateTime={row.createdAt} title={fullInstant(row.createdAt)}>
            {listInstant(row.createdAt)}
          </time>
        </span>
        <span className={styles.line}>
          {[roleLabels[role](), countryName(country), row.category].filter(Boolean).join(' · ')}
        </span>
        {row.refusedBefore > 0 && <span className={styles.warning}>{m.participants_refused_before()}</span>}
      </Link>
    </li>
  )
}

function States({ state, change }: Pick<ReviewListProps, 'state' | 'change'>) {
  const counts = useCounts(
    resource,
    participationStates.map((value) => withFilter(state, 'state', value)),
  )
  return (
    <nav className={styles.states} aria-label={m.list_column_state()}>
      {participationStates.map((value, index) => (
        <UnstyledButton
          key={value}
          className={styles.state}
          aria-current={state.filters.state === value ? 'page' : undefined}
          onClick={() => change(withFilter(state, 'state', value))}
        >
          {stateLabels[value]()} <span>{counts[index]?.toLocaleString()}</span>
        </UnstyledButton>
      ))}
    </nav>
  )
}
