import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardKey } from '#console/kit/list/state/use-reload.ts'
import { useLiveCounts } from '#console/kit/live-counts.ts'
import { useIsActive } from '#console/kit/parts/time/use-is-active.ts'
import type { Answer } from '#kit/contract.ts'
import { getLocale } from '#messages/runtime.js'
import { dashboard } from '#platform/dashboard/contract.ts'
import { clientOf } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import { pendingWork, waitingCountsOf } from '../manifests/manifests.ts'

export type Today = Answer<typeof dashboard.today>

const client = clientOf(dashboard)

/** Loads the desk; rail and pane share its counts. */
export const useToday = () => {
  const session = useSession()
  const isActive = useIsActive()
  return useQuery({
    // The response contains localized text, so the language is part of the key.
    queryKey: [...dashboardKey, getLocale()],
    queryFn: ({ signal }) => client.today(undefined, { signal }),
    enabled: session?.scope.includes('console') ?? false,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    // Polls only while the user is active; otherwise polling would keep the session alive forever.
    refetchInterval: isActive ? 60_000 : false,
  })
}

/** Count of a desk figure or work by name; undefined while unknown. */
const countIn = (today: Today | undefined, name: string): number | undefined =>
  today?.figures[name] ?? today?.works.find(({ key }) => key === name)?.count

/** Returns a function that looks up a count by name: a live count, else the desk's. */
export const useCountOf = (): ((name: string | undefined) => number | undefined) => {
  const { data: today } = useToday()
  const live = useLiveCounts()
  return (name) => (name === undefined ? undefined : (live.get(name) ?? countIn(today, name)))
}

/** Returns a function that adds up what waits in a section, for the rail. */
export const useSectionCount = (): ((section: string) => number) => {
  const countOf = useCountOf()
  return (section) => waitingCountsOf(section).reduce((sum, name) => sum + (countOf(name) ?? 0), 0)
}

/** Total of waiting work. */
export const countWaiting = (today: Today): number =>
  pendingWork.filter(({ isUnattended }) => !isUnattended).reduce((sum, { key }) => sum + (countIn(today, key) ?? 0), 0)
