import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import type { BidLine } from '../../../bids/contract.ts'
import { formatReceived } from '../../format/format-times.ts'
import { useLiveLots } from '../../live/use-live-lots.ts'
import { Price } from '../../parts/price.tsx'
import { Seal } from '../../parts/seal.tsx'
import { localizePath, proofPath } from '../../paths.ts'
import { formatShortHash } from '../sheet/receipt-sheet.tsx'
import { historyKindLabel } from '../status-labels.ts'
import { useMemberAuction } from '../use-member-auction.ts'
import styles from './bid-history.module.css'
import { maxHistoryRows, useBidHistory } from './use-bid-history.ts'

const shownAtFirst = 7

/** Bid history of a work, latest first, with a seal across each pair of linked rows. */
export function BidHistory({ work, program }: { work: string; program: string }) {
  const { lots } = useLiveLots(program)
  const own = useMemberAuction(program).lots.get(work)
  const { lines, check, isFailed, readEarlier } = useBidHistory(work, lots.get(work)?.bids)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? lines : lines?.slice(0, shownAtFirst)
  const earlier = (lines?.at(-1)?.seq ?? 1) - 1
  // Number of rows that the button adds: the hidden loaded rows, then up to one answer of earlier rows.
  const next = (lines?.length ?? 0) - (shown?.length ?? 0) || Math.min(earlier, maxHistoryRows)
  const now = Date.now()
  return (
    <section className={styles.history} aria-labelledby="history">
      <div className={styles.head}>
        <h2 id="history" className={styles.title}>
          {m.auction_history()}
        </h2>
        {check && check.rows > 0 && (
          <p className={styles.check} data-broken={check.broken ? '' : undefined}>
            <Icon name={check.broken ? 'warning' : 'check'} small />
            {check.broken
              ? m.auction_seals_broken({ number: check.broken.seq })
              : m.auction_seals_whole({ count: check.rows })}
          </p>
        )}
        <TextLink to={localizePath(proofPath(work))}>{m.auction_proof_check()}</TextLink>
      </div>
      {isFailed && <p role="alert">{m.auction_history_failed()}</p>}
      {lines?.length === 0 && <p className={styles.none}>{m.auction_history_none()}</p>}
      {shown && shown.length > 0 && (
        <div
          className={styles.scroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{m.auction_number()}</th>
                <th scope="col">{m.auction_bidder()}</th>
                <th scope="col">{m.auction_sum()}</th>
                <th scope="col">{m.auction_received()}</th>
                <th scope="col" className={styles.last}>
                  {m.auction_fingerprint()}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line, index) => (
                <Row
                  key={line.seq}
                  line={line}
                  isMine={line.bidder === own?.bidder}
                  now={now}
                  // The oldest visible row may be linked to a row that is not visible.
                  hasJoint={line.seq > 1 && index < shown.length - 1}
                  isBroken={check?.broken?.seq === line.seq}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.foot}>
        {next > 0 && (
          <button
            type="button"
            className={styles.more}
            onClick={() => (shown === lines ? readEarlier() : setAll(true))}
          >
            {m.auction_history_more({ count: next })}
          </button>
        )}
        {lines && lines.length > 0 && <span>{m.auction_history_names()}</span>}
      </p>
    </section>
  )
}

interface RowProps {
  line: BidLine
  isMine: boolean
  now: number
  hasJoint: boolean
  isBroken: boolean
}

function Row({ line, isMine, now, hasJoint, isBroken }: RowProps) {
  return (
    <tr data-voided={line.voided ? '' : undefined}>
      <td className={styles.quiet}>{line.seq}</td>
      <td>
        {isMine ? <b>{m.auction_you()}</b> : m.auction_bidder_named({ mark: line.mark })}
        {historyKindLabel(line.kind) && <small>{historyKindLabel(line.kind)}</small>}
        {line.voided && <small>{m.auction_voided()}</small>}
      </td>
      <td>
        <Price sum={line.price} />
      </td>
      <td>{formatReceived(line.at, now)}</td>
      <td className={styles.print}>
        {formatShortHash(line.hash)}
        {hasJoint && (
          <span className={styles.seal}>
            <Seal
              hash={line.hash}
              name={m.auction_seal_joins({ one: line.seq - 1, other: line.seq })}
              isBroken={isBroken}
            />
          </span>
        )}
      </td>
    </tr>
  )
}
