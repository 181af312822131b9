import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { todayKey } from '#console/kit/list/state/use-reload.ts'
import { useLiveCounts } from '#console/kit/live-counts.ts'
import { useIsActive } from '#console/kit/parts/time/use-is-active.ts'
import type { Answer } from '#kit/contract.ts'
import { getLocale } from '#messages/runtime.js'
import { dashboard } from '#platform/dashboard/contract.ts'
import { clientOf } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import { waitingIn, works } from '../manifests/manifests.ts'

export type Today = Answer<typeof dashboard.today>

const client = clientOf(dashboard)

/** What needs somebody today: the dashboard's answer, which the counts of rail and pane share. */
export const useToday = () => {
  const session = useSession()
  const isActive = useIsActive()
  return useQuery({
    // What its entries are is said in the language they were asked for in.
    queryKey: [...todayKey, getLocale()],
    queryFn: ({ signal }) => client.today(undefined, { signal }),
    enabled: session?.scope.includes('console') ?? false,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    // A screen nobody uses asks for nothing: it would keep its session alive for ever.
    refetchInterval: isActive ? 60_000 : false,
  })
}

/** A count of the desk by its name: figure or work; undefined while unknown. */
const countIn = (today: Today | undefined, name: string): number | undefined =>
  today?.figures[name] ?? today?.works.find(({ key }) => key === name)?.count

/** Counts by their name: what a module keeps up to date by itself, else what the desk said. */
export const useCountOf = (): ((name: string | undefined) => number | undefined) => {
  const { data: today } = useToday()
  const live = useLiveCounts()
  return (name) => (name === undefined ? undefined : (live.get(name) ?? countIn(today, name)))
}

/** The sum of what waits in a section, as the rail shows it. */
export const useSectionCount = (): ((section: string) => number) => {
  const countOf = useCountOf()
  return (section) => waitingIn(section).reduce((sum, name) => sum + (countOf(name) ?? 0), 0)
}

/** Everything that waits for somebody. */
export const waiting = (today: Today): number =>
  works.filter(({ isUnattended }) => !isUnattended).reduce((sum, { key }) => sum + (countIn(today, key) ?? 0), 0)
