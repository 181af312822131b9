import { m } from '#messages/messages.js'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { calculateBuyerTotal } from '../../../auctions/rules.ts'
import { isLotClosed } from '../../../works/rules.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { Price } from '../../parts/price.tsx'
import { localizePath, loginPath, workPath } from '../../paths.ts'
import type { WorkView } from '../../works/work-view.ts'
import { DepositRefundAccount } from '../registration/deposit-refund-account.tsx'
import { RegistrationSteps } from '../registration/registration-steps.tsx'
import type { BiddingState } from '../use-bidding.ts'
import { AmountChooser } from './amount-chooser.tsx'
import styles from './bid-panel.module.css'
import { ClosedLot } from './closed-lot.tsx'
import { LotClock } from './lot-clock.tsx'
import { StatusLine } from './status-line.tsx'

/** Bid panel: always state, price, time, amount and button, in this order. */
export function BidPanel({ work, phone, bidding }: { work: WorkView; phone: string; bidding: BiddingState }) {
  const { program } = work
  const { live, own, now, lot, ownLot, status, leads, minAmount, isOver, isDisconnected, mayChoose, kind, chosen } =
    bidding
  if (!lot) return <div className={styles.waiting} aria-busy="true" />
  const wasClosed = isLotClosed(lot.state)
  // Also before the start: approval and bank transfer take days.
  const isReady = !(status === 'unready' || (status === 'coming' && own.entry?.mayBid === false))
  const total = chosen === null ? null : calculateBuyerTotal(chosen, program.premium).total
  return (
    <section className={styles.panel} aria-label={m.auction_bidding()} data-panel="">
      {status && <StatusLine status={status} lot={lot} own={ownLot} live={live} entry={own.entry} program={program} />}
      <div className={styles.top}>
        <p className={styles.label}>
          {wasClosed && lot.price !== null
            ? m.auction_hammer()
            : lot.price === null
              ? m.auction_start()
              : m.auction_current()}
        </p>
        <p className={styles.label}>{m.auction_bids({ count: lot.bids })}</p>
      </div>
      <p className={styles.price} data-old={isDisconnected || undefined} data-testid="price">
        <Price sum={lot.price ?? work.startPrice} large />
      </p>
      {wasClosed ? (
        <ClosedLot lot={lot} own={ownLot} premium={program.premium} />
      ) : (
        <>
          <LotClock lot={lot} line={live.line} heardAt={live.heardAt} windowSeconds={program.windowSeconds} now={now} />
          {own.error && (
            <p className={styles.error} role="alert">
              {own.error}{' '}
              <Button look="plain" low onClick={own.reload}>
                {m.auction_again()}
              </Button>
            </p>
          )}
          {!isReady && own.entry && <RegistrationSteps program={program} entry={own.entry} onEntry={own.setEntry} />}
          {mayChoose && (
            <>
              <AmountChooser
                key={bidding.takenCount}
                kind={kind}
                onKind={leads ? undefined : bidding.setKind}
                lot={lot}
                increments={program.increments}
                minAmount={minAmount ?? lot.next}
                chosen={chosen}
                onChoose={bidding.setChosen}
              />
              <p className={styles.total}>
                <span>
                  {kind === 'maximum' ? m.auction_total_most() : m.auction_total()}{' '}
                  <small>{m.auction_total_with({ premium: program.premium / 100 })}</small>
                </span>
                {total === null ? <span>{m.auction_total_later()}</span> : <b>{formatWon(total)}</b>}
              </p>
            </>
          )}
          {lot.state === 'open' && status !== 'unready' && (
            <div className={styles.act} data-act="">
              {isDisconnected ? (
                <>
                  <Button className={styles.bid} disabled>
                    {m.auction_bid_away()}
                  </Button>
                  <p className={styles.note}>{m.auction_bid_away_phone({ phone })}</p>
                </>
              ) : isOver ? (
                <Button className={styles.bid} disabled>
                  {m.auction_bid_over()}
                </Button>
              ) : (
                <>
                  <Button className={styles.bid} disabled={chosen === null} onClick={bidding.open}>
                    {bidding.words}
                  </Button>
                  <p className={styles.note}>{m.auction_bid_opens()}</p>
                </>
              )}
            </div>
          )}
        </>
      )}
      {(isReady || wasClosed) && own.entry && (
        <DepositRefundAccount program={program._id} entry={own.entry} onEntry={own.setEntry} />
      )}
      {lot.state === 'coming' && !own.isMember && (
        <ButtonLink className={styles.bid} to={loginPath(localizePath(workPath(work._id)))} reloadDocument>
          {m.auction_login_ready()}
        </ButtonLink>
      )}
    </section>
  )
}
