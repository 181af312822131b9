import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { calculateBuyerTotal } from '../../../auctions/rules.ts'
import type { Lot } from '../../../works/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { localizePath, proofPath } from '../../paths.ts'
import styles from '../sheet/sum-rows.module.css'
import { SumRows } from '../sheet/sum-rows.tsx'
import type { MemberLotState } from '../use-member-auction.ts'

/** A closed lot: the amount to pay for its winner, and a link to verify the history. */
export function ClosedLot({ lot, own, premium }: { lot: Lot; own: MemberLotState | undefined; premium: number }) {
  const isWon = lot.state === 'sold' && own !== undefined && lot.leader === own.bidder
  const sum = calculateBuyerTotal(lot.price ?? 0, premium)
  return (
    <>
      {isWon && (
        <dl className={styles.rows}>
          <SumRows sum={sum} premium={premium} />
          <div data-total="">
            <dt>{m.auction_to_pay()}</dt>
            <dd>{formatWon(sum.total)}</dd>
          </div>
        </dl>
      )}
      {!isWon && own && lot.state === 'sold' && <p className={styles.text}>{m.auction_lost_text()}</p>}
      <div className={styles.actions}>
        {isWon && (
          <ButtonLink className={styles.strong} to={localizePath('/me/pickups')} reloadDocument>
            {m.auction_to_pickups()}
          </ButtonLink>
        )}
        {lot.bids > 0 && (
          <ButtonLink look="outline" to={localizePath(proofPath(lot._id))}>
            {m.auction_proof()}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
