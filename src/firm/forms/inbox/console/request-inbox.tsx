import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type ListState, readAddress, writeAddress } from '#console/kit/list/state/list-address.ts'
import { recordKey, useCounts, useList } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { useTitle } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import type { Records } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { addressing, client, matchesState, resource, useRequestNames } from '../../console/request-resource.tsx'
import type { FormRequest, FormSummary } from '../../contract.ts'
import { RecallBar, useHeldReplies } from '../../replies/console/recall-bar.tsx'
import { RequestDetails } from './request-details.tsx'
import styles from './request-inbox.module.css'
import { RequestList } from './request-list.tsx'
import { RequestPane } from './request-pane.tsx'
import { useNavigationShortcuts } from './use-inbox-shortcuts.ts'

/** Loads a request and refreshes it every four minutes, because preview URLs expire after five. */
const useRequest = (id: string | undefined) =>
  useQuery({
    queryKey: recordKey(resource.path, id ?? ''),
    queryFn: ({ signal }) => client.get({ params: { id: id ?? '' } }, { signal }).then(({ form }) => form),
    enabled: id !== undefined,
    // Poll while a letter waits to be sent.
    refetchInterval: ({ state }) => (state.data?.thread.some(({ mail }) => mail === 'waiting') ? 3000 : 4 * 60_000),
  })

/** Returns true while printing. Paper is narrow, so details in a drawer would be missing from it. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Render synchronously: the browser lays out the print when this event ends.
    const startPrinting = () => flushSync(() => setPrinting(true))
    const stopPrinting = () => setPrinting(false)
    addEventListener('beforeprint', startPrinting)
    addEventListener('afterprint', stopPrinting)
    return () => {
      removeEventListener('beforeprint', startPrinting)
      removeEventListener('afterprint', stopPrinting)
    }
  }, [])
  return printing
}

/**
 * Inbox of requests: list, open request with its thread, and details. Three panes on wide windows, two on tablets, one
 * on phones. The list reloads only on request, so that rows and the order of next and previous stay stable.
 */
export default function RequestInbox() {
  const { id } = useParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const state = useMemo(() => readAddress(parameters, addressing), [parameters])
  const names = useRequestNames()
  const reload = useReload(resource.path)
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [factsShown, showFacts] = useState(false)
  const printing = usePrinting()

  const list = useList(resource, state)
  const records = list.data?.records
  const total = list.data?.total ?? 0
  const [newest] = useCounts(resource, [state], 30_000)
  const leavingCount = records?.filter((row) => !matchesState(state, row)).length ?? 0
  const newer =
    list.data && !list.isPlaceholderData && newest !== undefined ? Math.max(0, newest - total + leavingCount) : 0

  const request = useRequest(id)
  const letters = useHeldReplies(request.data)
  const at = records?.findIndex(({ _id }) => _id === id) ?? -1
  useTitle(request.data && id ? request.data.number : m.forms_title())

  const showState = (next: ListState) =>
    setParameters((before) => writeAddress(before, addressing, next), {
      preventScrollReset: true,
      replace: next.q !== state.q,
    })
  const toRequest = (to: string, search = parameters.toString()) =>
    navigate(`/console/forms/${to}${search && `?${search}`}`, { preventScrollReset: true })

  // Waits for the next page, whose first or last request is then opened.
  const awaited = useRef<'first' | 'last' | null>(null)
  const last = Math.max(1, Math.ceil(total / state.limit))
  const [before, after] = [
    at > 0 || state.page > 1,
    records !== undefined && (at < records.length - 1 || state.page < last),
  ]
  const selectNeighbour = (by: 1 | -1) => {
    if (!records || (by > 0 ? !after : !before)) return
    const next = records[at < 0 ? (by > 0 ? 0 : records.length - 1) : at + by]
    if (next) return void toRequest(next._id)
    awaited.current = by > 0 ? 'first' : 'last'
    showState({ ...state, page: state.page + by })
  }
  const loadedRecords = list.isPlaceholderData ? undefined : records
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per loaded page
  useEffect(() => {
    const next =
      awaited.current === 'first' ? loadedRecords?.[0] : awaited.current === 'last' ? loadedRecords?.at(-1) : undefined
    if (!next) return
    awaited.current = null
    void toRequest(next._id)
  }, [loadedRecords])

  /** Puts the response into the cache of the request and of its list row; everything else is reloaded. */
  const storeRequest = (form: FormRequest) => {
    queries.setQueryData(recordKey(resource.path, form._id), form)
    const { state: currentState, assignee, office, updatedAt } = form
    queries.setQueriesData<Records<FormSummary>>(
      { queryKey: [resource.path, 'list'] },
      (page) =>
        page && {
          ...page,
          records: page.records.map((row) =>
            row._id === form._id ? { ...row, state: currentState, assignee, office, updatedAt } : row,
          ),
        },
    )
    void reload((part) => part !== 'record' && part !== 'list')
  }

  useNavigationShortcuts({ next: () => selectNeighbour(1), previous: () => selectNeighbour(-1) })

  const back = `/console/forms${parameters.size > 0 ? `?${parameters}` : ''}`
  const showList = !narrow || id === undefined
  const facts = request.data && id && <RequestDetails request={request.data} names={names} onChange={storeRequest} />
  return (
    <div className={styles.desk} data-open={id !== undefined || undefined}>
      {showList && (
        <RequestList
          state={state}
          change={showState}
          list={list}
          newer={newer}
          reload={() => void reload()}
          names={names}
          openId={id}
          search={parameters.toString()}
        />
      )}
      {(!narrow || id !== undefined) && (
        <section className={styles.middle} aria-label={m.forms_desk_request()}>
          {id === undefined ? (
            <div className={styles.nothing}>
              <Notice title={m.forms_desk_choose()} text={m.forms_desk_choose_text()} />
            </div>
          ) : request.error && !request.data ? (
            <FailureNotice error={request.error} onRetry={request.refetch} />
          ) : request.data ? (
            <RequestPane
              key={id}
              request={request.data}
              names={names}
              back={back}
              place={at < 0 ? null : { at: (state.page - 1) * state.limit + at + 1, total }}
              step={selectNeighbour}
              can={{ next: after, previous: before }}
              onChange={storeRequest}
              onSent={letters.add}
              refetch={() => void request.refetch()}
              showFacts={wide ? undefined : () => showFacts(true)}
            />
          ) : (
            <div className={styles.waiting} aria-busy="true" />
          )}
          <RecallBar
            letters={letters}
            onBack={(form) => {
              storeRequest(form)
              if (form._id !== id) void toRequest(form._id)
            }}
          />
        </section>
      )}
      {(wide || printing) && id !== undefined && <aside className={styles.facts}>{facts}</aside>}
      {!wide && !printing && facts && (
        <Drawer
          opened={factsShown}
          onClose={() => showFacts(false)}
          position="right"
          size={narrow ? '100%' : 400}
          title={m.forms_desk_facts()}
          closeButtonProps={{ 'aria-label': m.form_close() }}
        >
          {facts}
        </Drawer>
      )}
    </div>
  )
}
