import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { todayKey } from '#console/kit/list/use-reload.ts'
import { setLiveCount } from '#console/kit/live-counts.ts'
import { useIsActive } from '#console/kit/parts/use-is-active.ts'
import { useMayRead } from '#console/kit/rights.ts'
import { clientOf } from '#session/session.ts'
import { forms } from '../contract.ts'

const client = clientOf(forms)
const { path } = forms.list

/** How many requests nobody has taken yet. */
export const arrivalsCount = 'forms.arrivals'

const question = {
  queryKey: [path, 'arrivals'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.arrivals(undefined, { signal }),
}

/** How many requests were set aside because they could not be filed; 0 for accounts that may not see them. */
export const useKeptCount = (): number => {
  const { data } = useQuery({ ...question, enabled: false })
  return data?.kept ?? 0
}

/**
 * Asks every second while somebody is there, and tells the lists when something has come: they show a line for it and
 * leave the rows where they are; the desk brings itself up to date. One place asks for all.
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
  const seen = useRef<string>(undefined)
  useEffect(() => {
    setLiveCount(arrivalsCount, data?.waiting)
    if (!data) return
    const now = `${data.waiting} ${data.latest} ${data.kept}`
    if (seen.current !== undefined && seen.current !== now) {
      void queries.invalidateQueries({ queryKey: [path, 'count'] })
      void queries.invalidateQueries({ queryKey: [forms.kept.path] })
      void queries.invalidateQueries({ queryKey: todayKey })
    }
    seen.current = now
  }, [data, queries])
  return null
}
