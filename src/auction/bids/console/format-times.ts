import { m } from '#messages/messages.js'
import type { Lot } from '../../works/contract.ts'

const padTwo = (figure: number) => String(figure).padStart(2, '0')

/** Formats the time of a bid with milliseconds, and with the date unless it is today. */
export const formatExactClock = (instant: string, now: number): string => {
  const [at, today] = [Date.parse(instant), now].map((moment) => new Date(moment + 9 * 3_600_000).toISOString())
  if (at?.slice(0, 10) === today?.slice(0, 10)) return at?.slice(11, 23) ?? ''
  return at?.slice(5, 23).replace('T', ' ').replace('-', '.') ?? ''
}

export const formatWon = (amount: number): string => m.bids_won({ amount: amount.toLocaleString('ko-KR') })

/** Time left of an open lot, else the reason why it takes no bids. Never negative: only the database ends a lot. */
export const formatTimeLeft = (lot: Pick<Lot, 'endsAt' | 'state'>, now: number): string => {
  if (lot.state === 'stopped') return m.bids_lot_stopped()
  if (lot.state === 'coming') return m.bids_lot_coming()
  const seconds = Math.max(0, Math.ceil((Date.parse(lot.endsAt) - now) / 1000))
  const hours = Math.floor(seconds / 3600)
  const rest = `${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
