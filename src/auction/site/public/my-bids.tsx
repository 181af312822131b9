import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { formatShortDate } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { bids, type MemberLot } from '../../bids/contract.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { statusLabels } from '../bidding/status-labels.ts'
import { formatWon } from '../format/format-amounts.ts'
import { formatExactClock, formatTimeLeft } from '../format/format-times.ts'
import { recordServerTime } from '../live/server-clock.ts'
import { useServerNow } from '../live/use-live-lots.ts'
import { StatusIcon } from '../parts/status-icon.tsx'
import { proofPath, workPath } from '../paths.ts'
import { formatWorkName } from '../works/work-view.ts'
import styles from './my-bids.module.css'

const client = clientOf(bids)
const load = () =>
  readAllPages('lots', async (query) => {
    const sentAt = performance.now()
    const answer = await client.mine({ query })
    recordServerTime(answer.now, sentAt, performance.now())
    return answer
  })
const loadReceipts = () => readAllPages('receipts', (query) => client.receipts({ query }))

const groups: readonly { key: string; title: () => string; has: (line: MemberLot) => boolean }[] = [
  { key: 'outbid', title: m.auction_mine_decide, has: ({ outcome }) => outcome === 'outbid' },
  { key: 'leading', title: m.auction_mine_leading, has: ({ outcome }) => outcome === 'leading' },
  { key: 'won', title: m.auction_mine_won, has: ({ outcome }) => outcome === 'won' },
  {
    key: 'over',
    title: m.auction_mine_over,
    has: ({ outcome }) => outcome === 'lost' || outcome === 'passed' || outcome === 'withdrawn',
  },
]

/** The member's lots, outbid first; the total of all maximum bids is always visible. */
export default function MyBids() {
  const { value, error, reload } = useLoaded(load)
  const now = useServerNow()
  const [isReceipts, setReceipts] = useState(false)
  useLiveEvents('bids', reload)
  const lots = value?.lots ?? []
  return (
    <>
      <div className={styles.head}>
        <h1 className={parts.title}>{m.auction_me_bids()}</h1>
        {value && value.bound.hammer > 0 && (
          <p className={styles.bound}>
            {m.auction_mine_bound({ hammer: formatWon(value.bound.hammer), total: formatWon(value.bound.total) })}
          </p>
        )}
      </div>
      {!value && <LoadState error={error} reload={reload} />}
      {value && (
        <fieldset className={styles.tabs}>
          <legend>{m.auction_view()}</legend>
          <button type="button" aria-pressed={!isReceipts} onClick={() => setReceipts(false)}>
            {m.auction_mine_lots({ count: lots.length })}
          </button>
          <button type="button" aria-pressed={isReceipts} onClick={() => setReceipts(true)}>
            {m.auction_mine_receipts()}
          </button>
        </fieldset>
      )}
      {value && isReceipts && <Receipts lots={lots} />}
      {value && !isReceipts && lots.length === 0 && (
        <section className={parts.part}>
          <p>{m.auction_mine_none()}</p>
          <Link className={parts.link} to={currentLocalePath('/auction')} reloadDocument>
            {m.auction_mine_look()}
          </Link>
        </section>
      )}
      {value &&
        !isReceipts &&
        groups.map(({ key, title, has }) => {
          const found = lots.filter(has)
          if (found.length === 0) return null
          return (
            <section key={key} className={styles.group}>
              <h2>{title()}</h2>
              <ul>
                {found.map((line) => (
                  <OwnLine key={line.work._id} line={line} now={now} />
                ))}
              </ul>
            </section>
          )
        })}
    </>
  )
}

function OwnLine({ line, now }: { line: MemberLot; now: number | undefined }) {
  const { work, lot, outcome } = line
  const status = determineBidStatus(lot, line)
  const isOpen = lot.state === 'open' || lot.state === 'stopped' || lot.state === 'coming'
  const end = new Date(lot.endsAt).getTime()
  const to = currentLocalePath(workPath(work._id))
  return (
    <li className={styles.line} data-outcome={outcome}>
      <span className={styles.picture}>{work.picture && <Picture picture={work.picture} sizes="74px" alt="" />}</span>
      <div className={styles.what}>
        {status && (
          <p className={styles.state}>
            <StatusIcon status={status} />{' '}
            {status === 'tight' && line.maximum !== lot.price ? m.auction_mine_tight() : statusLabels[status]()}
          </p>
        )}
        <h3 lang={foreignLang(work.lang)}>
          <Link to={to} reloadDocument>
            {formatWorkName(work)}
          </Link>
        </h3>
        <p className={parts.meta}>
          {m.auction_lot({ lot: work.lot })} · {work.program.title}
        </p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{m.auction_mine_highest()}</dt>
          <dd>{formatWon(line.highest)}</dd>
        </div>
        <div>
          <dt>{lot.state === 'sold' ? m.auction_hammer() : m.auction_current()}</dt>
          <dd>
            <b>{lot.price === null ? '–' : formatWon(lot.price)}</b>
          </dd>
        </div>
        <div>
          <dt>{isOpen ? m.auction_left() : m.auction_end()}</dt>
          <dd>
            {isOpen && now !== undefined ? formatTimeLeft(end - now) : `${formatShortDate(end)} ${formatTime(end)}`}
          </dd>
        </div>
      </dl>
      <p className={styles.act}>
        {outcome === 'outbid' && (
          <Link className={styles.bid} to={to} reloadDocument>
            {m.auction_bid_amount({ amount: formatWon(lot.next) })}
          </Link>
        )}
        {outcome === 'leading' && (
          <Link className={styles.raise} to={to} reloadDocument>
            {line.maximum === lot.price ? m.auction_set_maximum() : m.auction_raise_maximum()}
          </Link>
        )}
        {outcome === 'won' && (
          <Link className={parts.link} to={currentLocalePath('/me/pickups')}>
            {m.auction_to_pickups()}
          </Link>
        )}
        {(outcome === 'lost' || outcome === 'passed') && (
          <Link className={parts.link} to={currentLocalePath(proofPath(work._id))} reloadDocument>
            {m.auction_history()}
          </Link>
        )}
      </p>
    </li>
  )
}

function Receipts({ lots }: { lots: readonly MemberLot[] }) {
  const { value, error } = useLoaded(useCallback(loadReceipts, []))
  const nameOf = (work: string) => lots.find((line) => line.work._id === work)
  return (
    <section className={styles.group}>
      <h2>{m.auction_mine_receipts()}</h2>
      {error && <Notice wrong>{error}</Notice>}
      {value?.receipts.length === 0 && <p>{m.auction_mine_none()}</p>}
      <ul>
        {value?.receipts.map((receipt) => {
          const line = nameOf(receipt.work)
          return (
            <li key={receipt.hash} className={styles.receipt}>
              <span>
                {line
                  ? `${m.auction_lot({ lot: line.work.lot })} – ${receipt.seq} · ${formatWorkName(line.work)}`
                  : `– ${receipt.seq}`}
              </span>
              <span>{formatWon(receipt.amount)}</span>
              <span className={parts.meta}>
                {formatShortDate(receipt.at)} {formatExactClock(receipt.at)}
              </span>
              <Link className={parts.link} to={currentLocalePath(proofPath(receipt.work))} reloadDocument>
                {receipt.hash.slice(0, 4)} {receipt.hash.slice(4, 8)}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
