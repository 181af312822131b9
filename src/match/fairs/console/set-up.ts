import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#session/session.ts'
import { fairs } from '../contract.ts'
import type { Span } from '../rules.ts'
import type { FairShape } from './resource.tsx'

const client = clientOf({ grid: fairs.grid })

/** What lays the grid and the places of a fair, as the form holds it: spans may be half typed. */
export type SetUp = Pick<FairShape, 'sessions' | 'breaks' | 'slotMinutes' | 'tables' | 'rooms'>

const isWhole = ({ startAt, endAt }: Partial<Span>): boolean => Date.parse(startAt ?? '') < Date.parse(endAt ?? '')
const spans = (all: readonly Partial<Span>[]): Span[] =>
  all.filter(isWhole).map(({ startAt = '', endAt = '' }) => ({ startAt, endAt }))

/** What is changed of a set-up, without what the server does not ask for and what is not typed to its end. */
export const laidBy = ({ sessions, breaks, slotMinutes, tables, rooms }: Partial<SetUp>) => ({
  ...(sessions && { sessions: spans(sessions) }),
  ...(breaks && { breaks: spans(breaks) }),
  ...(slotMinutes !== undefined && { slotMinutes }),
  ...(tables !== undefined && { tables }),
  ...(rooms !== undefined && { rooms }),
})

/** The same value a moment after it stopped changing: a new object of the same content is no change. */
export const useSettled = <Value>(value: Value): Value => {
  const text = JSON.stringify(value)
  const [settled] = useDebouncedValue(text, 250)
  return JSON.parse(settled)
}

/** The slots and seats that a set-up gives, as the server lays them, while one types. */
export const useGrid = ({ sessions, breaks, slotMinutes, tables }: Omit<SetUp, 'rooms'>) => {
  const body = useSettled({ sessions: spans(sessions), breaks: spans(breaks), slotMinutes, tables })
  return useQuery({
    queryKey: [fairs.grid.path, body],
    queryFn: ({ signal }) => client.grid({ body }, { signal }),
    enabled: fairs.grid.body.safeParse(body).success,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: (before) => before,
  })
}
