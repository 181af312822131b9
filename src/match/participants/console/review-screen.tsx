import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useRowChanges } from '#console/kit/list/actions/use-row-changes.ts'
import { useSelection } from '#console/kit/list/actions/use-selection.ts'
import { type ListState, readAddress, writeAddress } from '#console/kit/list/state/list-address.ts'
import { recordKey, useList } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { useTitle } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import type { Records } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import type { ParticipationLine } from '../contract-review.ts'
import { client, resource } from './participation-resource.tsx'
import { batchActions, ReviewBatchBar } from './review-batch-bar.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewPane } from './review-pane.tsx'
import styles from './review-screen.module.css'
import { useReviewShortcuts } from './use-review-shortcuts.ts'

export const addressing = { filters: ['state', 'role', 'fair'], order: undefined }

/** Defaults to waiting applications, longest wait first; decided ones are sorted by most recent change. */
const readListState = (parameters: URLSearchParams): ListState => {
  const state = readAddress(parameters, addressing)
  const status = state.filters.state ?? 'submitted'
  const sort = status === 'submitted' || status === 'asked' ? 'createdAt' : '-updatedAt'
  return { ...state, sort, filters: { ...state.filters, state: status } }
}

/**
 * Review screen: list of applications beside the open one. The list is reloaded only on request or after a batch, so
 * that rows keep their places and `next` stays predictable.
 */
export default function ReviewScreen() {
  const { id } = useParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const state = useMemo(() => readListState(parameters), [parameters])
  const reload = useReload(resource.path)
  const list = useList(resource, state)
  const records = list.data?.records
  const selection = useSelection<ParticipationLine>(JSON.stringify([state.q, state.filters]))
  const { busy, act } = useRowChanges(resource, selection)

  const opened = useQuery({
    queryKey: recordKey(resource.path, id ?? ''),
    queryFn: ({ signal }) =>
      client.get({ params: { id: id ?? '' } }, { signal }).then(({ participation }) => participation),
    enabled: id !== undefined,
  })
  useTitle((id && opened.data?.profile.name) || m.participants_title())
  // Another staff member decided or wrote a remark: reload the open record, but keep the list still.
  useLiveEvents('participations', () => void reload((part) => part !== 'list'))

  const changeList = (next: ListState) => {
    const search = writeAddress(parameters, addressing, { ...next, sort: undefined })
    if (id !== undefined && next.filters.state !== state.filters.state)
      void navigate(`/console/participations?${search}`)
    else setParameters(search, { preventScrollReset: true, replace: next.q !== state.q })
  }
  const search = parameters.size > 0 ? `?${parameters}` : ''
  const at = records?.findIndex(({ _id }) => _id === id) ?? -1
  const before = at > 0 ? records?.[at - 1] : undefined
  const after = records?.[at + 1]
  // Synchronous, because the next key press must act on the newly opened record.
  const go = (to: ParticipationLine | undefined) =>
    to && void navigate(`/console/participations/${to._id}${search}`, { preventScrollReset: true, flushSync: true })

  /** Writes a decided record into the cached list without moving its row. */
  const updateCached = (line: ParticipationLine) => {
    queries.setQueriesData<Records<ParticipationLine>>(
      { queryKey: [resource.path, 'list'] },
      (page) =>
        page && { ...page, records: page.records.map((row) => (row._id === line._id ? { ...row, ...line } : row)) },
    )
    void reload((part) => part !== 'list')
  }
  const row = at < 0 ? undefined : records?.[at]
  useReviewShortcuts({
    j: () => go(after),
    k: () => go(before),
    x: () => row && selection.toggle(row),
    Escape: selection.records.length > 0 ? selection.clear : undefined,
  })
  const isSelecting = selection.records.length > 0

  // On a phone only one pane is visible; the URL selects it.
  return (
    <div className={styles.screen} data-open={id !== undefined || undefined}>
      <ReviewList
        state={state}
        change={changeList}
        list={list}
        reload={() => void reload()}
        openId={id}
        search={search}
        selection={selection}
      />
      <section className={styles.pane} aria-label={m.participants_review_one()}>
        {id === undefined ? (
          <div className={styles.placeholder}>
            <Notice title={m.participants_choose()} text={m.participants_choose_text()} />
          </div>
        ) : opened.error && !opened.data ? (
          <FailureNotice error={opened.error} onRetry={opened.refetch} />
        ) : opened.data ? (
          <ReviewPane
            key={id}
            participation={opened.data}
            back={`/console/participations${search}`}
            next={after && (() => go(after))}
            onDecided={updateCached}
            refetch={() => void opened.refetch()}
            hasSelection={isSelecting}
          />
        ) : (
          <div aria-busy="true" />
        )}
      </section>
      {isSelecting && (
        <ReviewBatchBar
          selection={selection}
          page={records ?? []}
          busy={busy}
          run={(key) => void act(batchActions()[key])}
        />
      )}
      <ScrollToOpen id={id} />
    </div>
  )
}

/** Scrolls the row of the open record into view, also after keyboard navigation. */
function ScrollToOpen({ id }: { id: string | undefined }) {
  useEffect(() => {
    if (id) document.querySelector(`[data-participation="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return null
}
