import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dashboardKey } from '#console/kit/list/state/use-reload.ts'
import { setLiveCount } from '#console/kit/live-counts.ts'
import { useIsActive } from '#console/kit/parts/time/use-is-active.ts'
import { useMayRead } from '#console/kit/use-rights.ts'
import { questions } from '../contract.ts'
import { client } from './resource.tsx'

const { path } = questions.list

/** Key of the number of questions that wait for an answer. */
export const arrivalsCountKey = 'questions.arrivals'

/** Polling interval in ms while the user is active. */
const pollInterval = 2000

/** Polls while the user is active and notifies the lists of new questions; they show a hint without changing rows. */
export function ArrivalsWatch() {
  const queries = useQueryClient()
  const mayRead = useMayRead('console:questions')
  const isActive = useIsActive()
  const { data } = useQuery({
    queryKey: [path, 'arrivals'],
    queryFn: ({ signal }) => client.arrivals(undefined, { signal }),
    enabled: mayRead,
    refetchInterval: isActive ? pollInterval : false,
    retry: false,
  })
  const seenKey = useRef<string>(undefined)
  useEffect(() => {
    setLiveCount(arrivalsCountKey, data?.waiting)
    if (!data) return
    const latestKey = `${data.waiting} ${data.latest}`
    if (seenKey.current !== undefined && seenKey.current !== latestKey) {
      void queries.invalidateQueries({ queryKey: [path, 'count'] })
      void queries.invalidateQueries({ queryKey: dashboardKey })
    }
    seenKey.current = latestKey
  }, [data, queries])
  return null
}
