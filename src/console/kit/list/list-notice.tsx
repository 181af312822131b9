import { Button, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import { FailureScreen } from '../screen/screen-failure.tsx'
import { Notice } from '../screen/screen-notice.tsx'
import filterBar from './filter-bar.module.css'
import styles from './list.module.css'
import type { Filter } from './list-declaration.ts'
import { periodLabel } from './period-filter.tsx'
import { isFiltered, type ListState, withFilter } from './state/list-address.ts'
import { type CountableResource, useCounts } from './state/use-list.ts'

interface ListNoticeProps {
  resource: CountableResource
  state: ListState
  change: (next: ListState) => void
  filters: readonly Filter<string>[]
  counted: (count: number) => string
  total: number
  empty: { title: string; text: string }
  create: { label: string; to: string } | undefined
  error: unknown
  /** Epoch milliseconds of the last attempt. */
  at: number
  onRetry: () => void
}

/** Explains an empty list: an error, a page past the end, filters without results, or no records yet. */
export function ListNotice(props: ListNoticeProps) {
  const { state, change, total, empty, create, error, at, onRetry } = props
  if (error) return <FailureScreen title={m.list_error_title()} error={error} at={at} onRetry={onRetry} />
  if (total > 0)
    return (
      <Notice title={m.list_past_end_title()} text={m.list_past_end_text()}>
        <Button onClick={() => change({ ...state, page: 1 })}>{m.list_past_end_act()}</Button>
      </Notice>
    )
  if (isFiltered(state)) return <NoneFound {...props} />
  return (
    <Notice title={empty.title} text={empty.text}>
      {create && (
        <Button component={Link} to={create.to} variant="filled" leftSection={<Icon name="add" />}>
          {create.label}
        </Button>
      )}
    </Notice>
  )
}

/** Shows how many records removing each filter would bring back. */
function NoneFound({ state, change, filters, counted, resource }: ListNoticeProps) {
  const without = Object.entries(state.filters).map(([name, value]) => {
    const filter = filters.find((candidate) => candidate.name === name)
    const label =
      filter?.options.find((option) => option.value === value)?.label ?? (filter?.isPeriod ? periodLabel(value) : value)
    return { key: name, title: filter?.title ?? name, label, state: withFilter(state, name, undefined) }
  })
  if (state.q)
    without.push({ key: 'q', title: m.list_none_words_chip(), label: state.q, state: { ...state, page: 1, q: '' } })
  const counts = useCounts(
    resource,
    without.map((entry) => entry.state),
  )
  return (
    <Notice title={state.q ? m.list_none_words({ words: state.q }) : m.list_none_title()} text={m.list_none_text()}>
      <ul className={styles.without}>
        {without.map((entry, index) => {
          const found = counts[index]
          return (
            <li key={entry.key}>
              <UnstyledButton
                className={styles.withoutChip}
                aria-label={`${entry.title} ${entry.label}, ${m.list_filter_remove({ title: entry.title })}`}
                onClick={() => change(entry.state)}
              >
                <span className={filterBar.chipName}>{entry.title}</span> {entry.label} <Icon name="close" size={14} />
              </UnstyledButton>
              {found !== undefined && <span>{m.list_none_gives({ count: counted(found) })}</span>}
            </li>
          )
        })}
      </ul>
      <UnstyledButton className={styles.accentAct} onClick={() => change({ ...state, page: 1, q: '', filters: {} })}>
        {m.list_all_conditions()}
      </UnstyledButton>
    </Notice>
  )
}
