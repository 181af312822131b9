import { type SyntheticEvent, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { sumOf } from '../../../auctions/rules.ts'
import type { Lot } from '../../../works/contract.ts'
import { won } from '../../format/format-amounts.ts'
import { clockLong, leftWords } from '../../format/format-times.ts'
import { watchOf } from '../../live/lot-watch.ts'
import { Sign } from '../../parts/status-icon.tsx'
import { type WorkView, workName } from '../../works/work-view.ts'
import { Chooser } from '../panel/amount-chooser.tsx'
import { type Bid, type BidAnswer, dropBid, keepBid } from '../pending-bid.ts'
import type { OwnOnLot } from '../use-member-auction.ts'
import styles from './bid-sheet.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { Dialog } from './sheet-dialog.tsx'
import rows from './sum-rows.module.css'
import { SumRows } from './sum-rows.tsx'

interface SheetProps {
  work: WorkView
  lot: Lot
  /** The bid as selected; its idempotency key was created when the sheet opened. */
  first: Bid
  own: OwnOnLot | undefined
  now: number | undefined
  onEntry: () => void
  onTaken: () => void
  onClose: () => void
}

/**
 * Confirmation of a bid: the button shows the amount that will be sent. If the price moves, the sheet stops until
 * another amount is selected.
 */
export function Sheet({ work, lot, first, own, now, onEntry, onTaken, onClose }: SheetProps) {
  const [bid, setBid] = useState<Bid | null>(first)
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<BidAnswer | null>(first.isSent ? { is: 'unknown' } : null)
  const [wasMoved, setMoved] = useState(false)
  const { kind } = first
  // Also if an earlier attempt was sent and this one was refused before the lot was checked.
  const isUnknown = answer?.is === 'unknown' || (answer?.is === 'failed' && bid?.isSent === true)
  const leads = own !== undefined && lot.leader === own.bidder
  const least = leads ? Math.max(lot.next, (own?.maximum ?? 0) + 1) : lot.next
  const isEnded = lot.state !== 'open' || (now !== undefined && now >= new Date(lot.endsAt).getTime())
  // Drop an amount below the minimum, unless it was already sent: then it may have been taken.
  if (bid && !bid.isSent && !isBusy && !leads && bid.amount < lot.next) {
    setBid(null)
    setMoved(true)
  }

  const close = () => {
    if (!isUnknown) dropBid(work._id)
    onClose()
  }
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!bid || isBusy) return
    const sent = { ...bid, isSent: true }
    keepBid(work._id, sent)
    setBusy(true)
    const { sendBid } = await import('../member-requests.ts')
    const heard = await sendBid(work._id, sent)
    setBusy(false)
    setAnswer(heard)
    if (heard.is === 'unknown' || (heard.is === 'failed' && bid.isSent)) return setBid(sent)
    dropBid(work._id)
    // The request was not processed: keep the amount and send the same bid again.
    if (heard.is === 'failed' && heard.again) return
    if (heard.is === 'taken' || heard.is === 'refused') watchOf(work.program._id).take(heard.lot, heard.now)
    if (heard.is === 'taken') return onTaken()
    setBid(null)
    if (heard.is === 'refused' && heard.reason === 'too_low') setMoved(true)
    if (heard.is === 'refused' && heard.reason === 'not_entitled') onEntry()
  }

  if (answer?.is === 'taken')
    return <ReceiptSheet receipt={answer.receipt} lot={answer.lot} work={work} onClose={close} />
  const sum = bid && sumOf(bid.amount, work.program.premium)
  const [picture] = work.pictures
  return (
    <Dialog title={kind === 'maximum' ? m.auction_sheet_maximum() : m.auction_sheet_title()} onClose={close}>
      <form onSubmit={(event) => void send(event)} onKeyDown={noEnter}>
        {wasMoved && !bid ? (
          <div className={styles.moved} role="alert">
            <Sign status="outbid" />
            <div>
              <p className={styles.movedTitle}>{m.auction_moved({ amount: won(lot.price ?? lot.next) })}</p>
              <p>{m.auction_moved_why()}</p>
            </div>
          </div>
        ) : (
          <div className={styles.work}>
            {picture && (
              <span className={styles.picture}>
                <Picture picture={picture} sizes="44px" alt="" />
              </span>
            )}
            <div>
              <p className={styles.name}>{workName(work)}</p>
              <p className={styles.meta}>
                {m.auction_ends({ time: clockLong(lot.endsAt) })}
                {now !== undefined && (
                  <> · {m.auction_left_is({ time: leftWords(new Date(lot.endsAt).getTime() - now) })}</>
                )}
              </p>
            </div>
          </div>
        )}
        {answer && (answer.is === 'refused' || answer.is === 'failed') && !wasMoved && (
          <p role="alert" className={styles.wrong}>
            {answer.message}
          </p>
        )}
        {isUnknown && (
          <div role="alert" className={styles.unknown}>
            <p>
              <b>{m.auction_unknown()}</b>
            </p>
            <p>{m.auction_unknown_why()}</p>
          </div>
        )}
        {wasMoved && !isUnknown && !isEnded && (
          <>
            <p className={styles.again}>{m.auction_moved_choose()}</p>
            <Chooser
              kind={kind}
              lot={lot}
              increments={work.program.increments}
              least={least}
              chosen={bid?.amount ?? null}
              onChoose={(amount) => setBid(amount === null ? null : { kind, amount, key: newKey(), isSent: false })}
            />
          </>
        )}
        <dl className={rows.rows}>
          {sum && (
            <>
              <div>
                <dt>{kind === 'maximum' ? m.auction_maximum() : m.auction_amount()}</dt>
                <dd>{won(sum.hammer)}</dd>
              </div>
              <SumRows sum={sum} premium={work.program.premium} />
            </>
          )}
          <div data-total="">
            <dt>{kind === 'maximum' ? m.auction_total_most() : m.auction_total()}</dt>
            <dd>{sum ? won(sum.total) : m.auction_total_later()}</dd>
          </div>
        </dl>
        <p className={styles.small}>{kind === 'maximum' ? m.auction_sheet_maximum_text() : m.auction_sheet_text()}</p>
        <Button type="submit" className={styles.send} disabled={!bid || (isEnded && !isUnknown)} busy={isBusy}>
          {isEnded && !isUnknown
            ? m.auction_bid_over()
            : !bid
              ? m.auction_choose_first()
              : isUnknown
                ? m.auction_send_again({ amount: won(bid.amount) })
                : kind === 'maximum'
                  ? m.auction_send_maximum({ amount: won(bid.amount) })
                  : m.auction_send({ amount: won(bid.amount) })}
        </Button>
        {lot.endsAt > lot.dueAt && (
          <p className={styles.extended}>{m.auction_state_extended({ time: clockLong(lot.endsAt) })}</p>
        )}
      </form>
    </Dialog>
  )
}

/** Prevents Enter in a field from submitting the bid; on the button it works as a click. */
const noEnter = (event: React.KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
