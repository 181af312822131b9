import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { todayKey } from '#console/kit/list/use-reload.ts'
import { forms } from '#firm/forms/contract.ts'
import { clientOf } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import { useIsActive } from './use-is-active.ts'

const client = clientOf(forms)
const { path } = forms.list

const question = {
  queryKey: [path, 'arrivals'],
  queryFn: ({ signal }: { signal: AbortSignal }) => client.arrivals(undefined, { signal }),
}

/** How many requests nobody has taken yet; undefined for whoever may not see them. */
export const useArrivals = (): number | undefined => {
  const { data } = useQuery({ ...question, enabled: false })
  return data?.waiting
}

/**
 * Asks every second while somebody is there, and tells the lists when something has come: they show a line for it and
 * leave the rows where they are; the desk brings itself up to date. One place asks for all.
 */
export const useArrivalsWatch = (): void => {
  const queries = useQueryClient()
  const session = useSession()
  const isActive = useIsActive()
  const { data } = useQuery({
    ...question,
    enabled: session?.scope.includes('console:forms') ?? false,
    refetchInterval: isActive ? 1000 : false,
    retry: false,
  })
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    const now = `${data.waiting} ${data.latest}`
    if (seen.current !== undefined && seen.current !== now) {
      void queries.invalidateQueries({ queryKey: [path, 'count'] })
      void queries.invalidateQueries({ queryKey: todayKey })
    }
    seen.current = now
  }, [data, queries])
}
