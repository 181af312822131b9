import { useQuery } from '@tanstack/react-query'
import { todayKey } from '#console/kit/list/use-reload.ts'
import type { Answer } from '#kit/contract.ts'
import { dashboard } from '#platform/dashboard/contract.ts'
import { clientOf } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import type { Section } from './navigation.ts'
import { useIsActive } from './use-is-active.ts'

export type Today = Answer<typeof dashboard.today>

const client = clientOf(dashboard)

/** What needs somebody today: the dashboard's answer, which the counts of rail and pane share. */
export const useToday = () => {
  const session = useSession()
  const isActive = useIsActive()
  return useQuery({
    queryKey: todayKey,
    queryFn: ({ signal }) => client.today(undefined, { signal }),
    enabled: session?.scope.includes('console') ?? false,
    staleTime: 30_000,
    // A screen nobody uses asks for nothing: it would keep its session alive for ever.
    refetchInterval: isActive ? 60_000 : false,
  })
}

/** The sum of what waits in a section, as the rail shows it. */
export const sectionCount = (section: Section, today: Today | undefined, arrivals: number | undefined): number =>
  section.key === 'requests'
    ? (arrivals ?? 0)
    : today && section.key === 'posts'
      ? today.counts.drafts + today.counts.untranslated
      : 0

/** Everything that waits. */
export const waiting = ({ counts }: Today): number =>
  counts.requests + counts.overdue + counts.drafts + counts.untranslated + counts.scheduled
