import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dashboardKey } from '#console/kit/list/state/use-reload.ts'
import { setLiveCount } from '#console/kit/live-counts.ts'
import { useIsActive } from '#console/kit/parts/time/use-is-active.ts'
import { useMayRead } from '#console/kit/use-rights.ts'
import { clientOf } from '#session/session.ts'
import { forms } from '../../contract.ts'
import { undeliverable } from '../../outage/contract.ts'

const client = clientOf(forms)
const { path } = forms.list

/** Key of the live count of requests in the state `received`. */
export const arrivalsCountKey = 'forms.arrivals'

const question = {
  queryKey: [path, 'arrivals'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.arrivals(undefined, { signal }),
}

/** Returns the number of requests that could not be stored after an outage; 0 for accounts without access. */
export const useUndeliverableCount = (): number => {
  const { data } = useQuery({ ...question, enabled: false })
  return data?.kept ?? 0
}

/**
 * Polls every second while the user is active. On a change it invalidates the counts and the dashboard; lists show a
 * line for new requests and keep their rows. The only poller of arrivals.
 */
export function ArrivalsWatch() {
  const queries = useQueryClient()
  const mayRead = useMayRead('console:forms')
  const isActive = useIsActive()
  const { data } = useQuery({
    ...question,
    enabled: mayRead,
    refetchInterval: isActive ? 1000 : false,
    retry: false,
  })
  const seenKey = useRef<string>(undefined)
  useEffect(() => {
    setLiveCount(arrivalsCountKey, data?.waiting)
    if (!data) return
    const latestKey = `${data.waiting} ${data.latest} ${data.kept}`
    if (seenKey.current !== undefined && seenKey.current !== latestKey) {
      void queries.invalidateQueries({ queryKey: [path, 'count'] })
      void queries.invalidateQueries({ queryKey: [undeliverable.kept.path] })
      void queries.invalidateQueries({ queryKey: dashboardKey })
    }
    seenKey.current = latestKey
  }, [data, queries])
  return null
}
