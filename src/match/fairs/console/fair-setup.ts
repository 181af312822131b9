import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#session/session.ts'
import { fairs } from '../contract.ts'
import type { Span } from '../rules.ts'
import type { FairShape } from './fair-resource.tsx'

const client = clientOf({ grid: fairs.grid })

/** Form values that define the grid and places of a fair; spans may be incomplete. */
export type FairSetupValues = Pick<FairShape, 'sessions' | 'breaks' | 'slotMinutes' | 'tables' | 'rooms'>

const isComplete = ({ startAt, endAt }: Partial<Span>): boolean => Date.parse(startAt ?? '') < Date.parse(endAt ?? '')
const omitIncompleteSpans = (all: readonly Partial<Span>[]): Span[] =>
  all.filter(isComplete).map(({ startAt = '', endAt = '' }) => ({ startAt, endAt }))

/** Returns the setup fields that are present, for the server, without incomplete spans. */
export const pickChangedSetup = ({ sessions, breaks, slotMinutes, tables, rooms }: Partial<FairSetupValues>) => ({
  ...(sessions && { sessions: omitIncompleteSpans(sessions) }),
  ...(breaks && { breaks: omitIncompleteSpans(breaks) }),
  ...(slotMinutes !== undefined && { slotMinutes }),
  ...(tables !== undefined && { tables }),
  ...(rooms !== undefined && { rooms }),
})

/** Debounces a value by 250 ms, comparing by content (JSON), not by identity. */
export const useDebouncedContent = <Value>(value: Value): Value => {
  const text = JSON.stringify(value)
  const [settled] = useDebouncedValue(text, 250)
  return JSON.parse(settled)
}

/** Loads the slots and seats of a setup from the server while the user types. */
export const useSlotGrid = ({ sessions, breaks, slotMinutes, tables }: Omit<FairSetupValues, 'rooms'>) => {
  const body = useDebouncedContent({
    sessions: omitIncompleteSpans(sessions),
    breaks: omitIncompleteSpans(breaks),
    slotMinutes,
    tables,
  })
  return useQuery({
    queryKey: [fairs.grid.path, body],
    queryFn: ({ signal }) => client.grid({ body }, { signal }),
    enabled: fairs.grid.body.safeParse(body).success,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: (before) => before,
  })
}
