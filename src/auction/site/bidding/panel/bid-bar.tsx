import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { formatTimeLeft } from '../../format/format-times.ts'
import { Price } from '../../parts/price.tsx'
import { StatusIcon } from '../../parts/status-icon.tsx'
import type { WorkView } from '../../works/work-view.ts'
import { statusLabels } from '../status-labels.ts'
import type { BiddingState } from '../use-bidding.ts'
import styles from './bid-bar.module.css'
import { focusAmount } from './focus-amount.ts'

/** True while the panel's own button is visible: the bar would duplicate it. */
const useActSeen = (isOpen: boolean): boolean => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const act = isOpen ? document.querySelector('[data-panel] [data-act]') : null
    if (!act) return setSeen(false)
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true), { threshold: 0.5 })
    observer.observe(act)
    return () => observer.disconnect()
  }, [isOpen])
  return isSeen
}

/** Bottom bar on phones: state, price, time and button. It never covers the picture. */
export function BidBar({ work, bidding }: { work: WorkView; bidding: BiddingState }) {
  const { lot, status, now } = bidding
  const isSeen = useActSeen(lot?.state === 'open' && status !== 'unready')
  if (!lot || !status) return null
  return (
    <div className={styles.bar} data-status={status} data-bar="" hidden={isSeen}>
      <p className={styles.state}>
        <StatusIcon status={status} /> {statusLabels[status]()}
      </p>
      <div className={styles.facts}>
        <p>
          <small>
            {lot.price === null ? m.auction_start() : m.auction_current()} · {m.auction_bids({ count: lot.bids })}
          </small>
          <span className={styles.price} data-old={bidding.isDisconnected || undefined}>
            <Price sum={lot.price ?? work.startPrice} />
          </span>
        </p>
        {lot.state === 'open' && now !== undefined && (
          <p className={styles.time}>
            <small>{m.auction_left()}</small>
            <span>{formatTimeLeft(new Date(lot.endsAt).getTime() - now)}</span>
          </p>
        )}
      </div>
      {lot.state === 'open' && (
        <div className={styles.actions}>
          <BarActions bidding={bidding} />
        </div>
      )}
    </div>
  )
}

/** The panel's button: bids the amount that is selected there. */
function BarActions({ bidding }: { bidding: BiddingState }) {
  const { status, leads, hasMaximum, isOver, isDisconnected, chosen } = bidding
  if (isDisconnected || isOver)
    return (
      <Button className={styles.bid} disabled>
        {isDisconnected ? m.auction_bid_away() : m.auction_bid_over()}
      </Button>
    )
  if (status === 'unready' || chosen === null)
    return (
      <>
        <Button className={styles.bid} onClick={focusAmount}>
          {status === 'unready'
            ? m.auction_bar_steps()
            : leads
              ? hasMaximum
                ? m.auction_raise_maximum()
                : m.auction_set_maximum()
              : m.auction_bar_amount()}
        </Button>
        {leads && (
          <Button look="outline" className={styles.other} onClick={toHistory}>
            {m.auction_bar_history()}
          </Button>
        )}
      </>
    )
  return (
    <>
      <Button className={styles.bid} onClick={bidding.open}>
        {bidding.words}
      </Button>
      <Button look="outline" className={styles.other} onClick={focusAmount}>
        {m.auction_bar_other()}
      </Button>
    </>
  )
}

const toHistory = () => document.getElementById('history')?.scrollIntoView()
