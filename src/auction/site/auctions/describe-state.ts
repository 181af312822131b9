import { formatDateTime, formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import type { PublicAuctionLine } from '../../auctions/contract.ts'
import { isSameDay } from '../format/format-times.ts'
import type { BidStatus } from '../parts/status-icon.tsx'

/** State of an auction as symbol and text; `now` is the time of the rendering server. */
export const describeAuctionState = (
  { state, startsAt, lastEnd }: Pick<PublicAuctionLine, 'state' | 'startsAt' | 'lastEnd'>,
  now: number,
): { status: BidStatus; words: string } => {
  if (state === 'coming')
    return { status: 'coming', words: m.auction_program_coming({ time: formatDateTime(startsAt) }) }
  if (state === 'cancelled') return { status: 'withdrawn', words: m.auction_program_cancelled() }
  if (state === 'over') return { status: 'lost', words: m.auction_program_over() }
  return {
    status: 'running',
    words: isSameDay(lastEnd, now)
      ? m.auction_program_today()
      : m.auction_program_running({ day: formatWeekday(lastEnd) }),
  }
}

/** Sentence that explains how the lots of an auction end. */
export const describeEnds = (lots: number, lotSeconds: number, firstEnd: string): string => {
  const time = formatDateTime(firstEnd)
  if (lotSeconds === 0) return m.auction_program_ends_once({ count: lots, time })
  return lotSeconds % 60 === 0
    ? m.auction_program_ends({ count: lots, time, minutes: lotSeconds / 60 })
    : m.auction_program_ends_seconds({ count: lots, time, seconds: lotSeconds })
}
