import { formatDateTime } from '#content/site/site-shell/format-dates.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import type { Registration } from '../../../auctions/contract.ts'
import type { Lot } from '../../../works/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import type { LiveLots } from '../../live/lot-watch.ts'
import { type BidStatus, StatusIcon } from '../../parts/status-icon.tsx'
import type { AuctionRules } from '../../works/work-view.ts'
import { describeMissingSteps } from '../registration/missing-steps.ts'
import type { MemberLotState } from '../use-member-auction.ts'
import styles from './status-line.module.css'

interface StateLineProps {
  status: BidStatus
  lot: Lot
  own: MemberLotState | undefined
  live: LiveLots
  entry: Registration | undefined
  program: AuctionRules
}

/** Returns the sentence and the reason of each status. */
const describeStatus = ({
  status,
  lot,
  own,
  live,
  entry,
  program,
}: StateLineProps): [title: string, reason: string] => {
  const highest = own ? formatWon(own.highest) : ''
  switch (status) {
    case 'leading':
      return [
        m.auction_state_leading(),
        own?.maximum ? m.auction_state_leading_why({ amount: formatWon(own.maximum) }) : '',
      ]
    case 'tight':
      return [
        m.auction_state_leading(),
        own && own.maximum === lot.price
          ? m.auction_state_last_why()
          : m.auction_state_tight_why({ amount: formatWon(own?.maximum ?? 0) }),
      ]
    case 'outbid':
      return [
        m.auction_state_outbid(),
        own && lot.price !== null && own.highest === lot.price
          ? m.auction_state_equal_why({ amount: highest })
          : m.auction_state_outbid_why({ amount: highest }),
      ]
    case 'extended':
      return [
        m.auction_state_extended({ time: formatTime(lot.endsAt) }),
        m.auction_state_extended_why({
          minutes: Math.round(program.windowSeconds / 60),
          time: formatTime(lot.hardEnd),
        }),
      ]
    case 'won':
      return [m.auction_state_won(), m.auction_state_won_why({ time: formatTime(lot.endsAt) })]
    case 'lost':
      return own
        ? [m.auction_state_lost(), m.auction_state_lost_why({ amount: highest, time: formatTime(lot.endsAt) })]
        : [m.auction_state_sold(), m.auction_state_sold_why({ time: formatTime(lot.endsAt) })]
    case 'passed':
      return [
        m.auction_state_passed(),
        lot.price === null
          ? m.auction_state_passed_none({ time: formatTime(lot.endsAt) })
          : m.auction_state_passed_why({ time: formatTime(lot.endsAt) }),
      ]
    case 'withdrawn':
      return [m.auction_state_withdrawn(), m.auction_state_withdrawn_why()]
    case 'away':
      return [
        m.auction_state_away(),
        live.heardAt ? m.auction_state_away_why({ time: formatTime(live.heardAt) }) : m.auction_state_away_none(),
      ]
    case 'stopped':
      return [m.auction_state_stopped(), live.stopped ?? program.stopReason]
    case 'coming':
      return [
        m.auction_state_coming({ time: formatDateTime(lot.startsAt) }),
        entry?.mayBid === false ? describeMissingSteps(entry, program).join(' · ') : m.auction_state_coming_why(),
      ]
    case 'unready':
      return entry ? describeMissingSteps(entry, program) : [m.auction_state_unready(), m.auction_state_unready_why()]
    case 'running':
      return [
        m.auction_state_running(),
        live.line === 'polling' ? m.auction_state_polling_why() : m.auction_state_running_why(),
      ]
  }
}

const urgent: readonly BidStatus[] = ['outbid', 'won']

/** The visitor's status as symbol and sentence. Being outbid and winning interrupt a screen reader. */
export function StatusLine(props: StateLineProps) {
  const [title, reason] = describeStatus(props)
  const { status } = props
  return (
    <div
      className={styles.line}
      data-status={status}
      role="status"
      aria-live={urgent.includes(status) ? 'assertive' : 'polite'}
    >
      <StatusIcon status={status} />
      <div>
        <p className={styles.title}>{title}</p>
        {reason && <p className={styles.reason}>{reason}</p>}
      </div>
    </div>
  )
}
