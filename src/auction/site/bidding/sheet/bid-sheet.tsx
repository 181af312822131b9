import { type SyntheticEvent, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { calculateBuyerTotal } from '../../../auctions/rules.ts'
import type { Lot } from '../../../works/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { formatTimeLeft } from '../../format/format-times.ts'
import { getLotWatch } from '../../live/lot-watch.ts'
import { StatusIcon } from '../../parts/status-icon.tsx'
import { formatWorkName, type WorkView } from '../../works/work-view.ts'
import { AmountChooser } from '../panel/amount-chooser.tsx'
import { type BidAnswer, type PendingBid, removeStoredBid, storeBid } from '../pending-bid.ts'
import type { MemberLotState } from '../use-member-auction.ts'
import styles from './bid-sheet.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { SheetDialog } from './sheet-dialog.tsx'
import rows from './sum-rows.module.css'
import { SumRows } from './sum-rows.tsx'

interface SheetProps {
  work: WorkView
  lot: Lot
  /** The bid as selected; its idempotency key was created when the sheet opened. */
  first: PendingBid
  own: MemberLotState | undefined
  now: number | undefined
  onEntry: () => void
  onTaken: () => void
  onClose: () => void
}

/**
 * Confirmation of a bid: the button shows the amount that will be sent. If the price moves, the sheet stops until
 * another amount is selected.
 */
export function BidSheet({ work, lot, first, own, now, onEntry, onTaken, onClose }: SheetProps) {
  const [bid, setBid] = useState<PendingBid | null>(first)
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<BidAnswer | null>(first.isSent ? { is: 'unknown' } : null)
  const [wasMoved, setMoved] = useState(false)
  const { kind } = first
  const isTooLow = answer?.is === 'refused' && answer.reason === 'too_low'
  const error = !isTooLow && (answer?.is === 'refused' || answer?.is === 'failed') ? answer.message : ''
  // Also if an earlier attempt was sent and this one was refused before the lot was checked.
  const isUnknown = answer?.is === 'unknown' || (answer?.is === 'failed' && bid?.isSent === true)
  const leads = own !== undefined && lot.leader === own.bidder
  const minAmount = leads ? Math.max(lot.next, (own?.maximum ?? 0) + 1) : lot.next
  const isEnded = lot.state !== 'open' || (now !== undefined && now >= new Date(lot.endsAt).getTime())
  // Drop an amount below the minimum, unless it was already sent: then it may have been taken.
  if (bid && !bid.isSent && !isBusy && !leads && bid.amount < lot.next) {
    setBid(null)
    setMoved(true)
    if (answer?.is === 'failed') setAnswer(null)
  }

  const close = () => {
    if (!isUnknown) removeStoredBid(work._id)
    onClose()
  }
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!bid || isBusy) return
    const sent = { ...bid, isSent: true }
    storeBid(work._id, sent)
    setBusy(true)
    const result = await import('../member-requests.ts').then(
      ({ sendBid }) => sendBid(work._id, sent),
      (error: unknown): BidAnswer => ({ is: 'failed', message: errorMessage(error), again: true }),
    )
    setBusy(false)
    setAnswer(result)
    if (result.is === 'unknown' || (result.is === 'failed' && bid.isSent)) return setBid(sent)
    removeStoredBid(work._id)
    // The request was not processed: keep the amount and send the same bid again.
    if (result.is === 'failed' && result.again) return
    if (result.is === 'taken' || result.is === 'refused') getLotWatch(work.program._id).take(result.lot, result.now)
    if (result.is === 'taken') return onTaken()
    setBid(null)
    if (result.is === 'refused' && result.reason === 'too_low') setMoved(true)
    if (result.is === 'refused' && result.reason === 'not_entitled') onEntry()
  }

  if (answer?.is === 'taken')
    return <ReceiptSheet receipt={answer.receipt} lot={answer.lot} work={work} onClose={close} />
  const sum = bid && calculateBuyerTotal(bid.amount, work.program.premium)
  const [picture] = work.pictures
  return (
    <SheetDialog title={kind === 'maximum' ? m.auction_sheet_maximum() : m.auction_sheet_title()} onClose={close}>
      <form onSubmit={(event) => void send(event)} onKeyDown={preventEnter}>
        {wasMoved && !bid && !error ? (
          <div className={styles.moved} role="alert">
            <StatusIcon status="outbid" />
            <div>
              <p className={styles.movedTitle}>{m.auction_moved({ amount: formatWon(lot.price ?? lot.next) })}</p>
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
              <p className={styles.name}>{formatWorkName(work)}</p>
              <p className={styles.meta}>
                {m.auction_ends({ time: formatTime(lot.endsAt) })}
                {now !== undefined && (
                  <> · {m.auction_left_is({ time: formatTimeLeft(new Date(lot.endsAt).getTime() - now) })}</>
                )}
              </p>
            </div>
          </div>
        )}
        {error && (
          <p role="alert" className={styles.error}>
            {error}
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
            <AmountChooser
              kind={kind}
              lot={lot}
              increments={work.program.increments}
              minAmount={minAmount}
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
                <dd>{formatWon(sum.hammer)}</dd>
              </div>
              <SumRows sum={sum} premium={work.program.premium} />
            </>
          )}
          <div data-total="">
            <dt>{kind === 'maximum' ? m.auction_total_most() : m.auction_total()}</dt>
            <dd>{sum ? formatWon(sum.total) : m.auction_total_later()}</dd>
          </div>
        </dl>
        <p className={styles.small}>{kind === 'maximum' ? m.auction_sheet_maximum_text() : m.auction_sheet_text()}</p>
        <Button type="submit" className={styles.send} disabled={!bid || (isEnded && !isUnknown)} busy={isBusy}>
          {isEnded && !isUnknown
            ? m.auction_bid_over()
            : !bid
              ? m.auction_choose_first()
              : isUnknown
                ? m.auction_send_again({ amount: formatWon(bid.amount) })
                : kind === 'maximum'
                  ? m.auction_send_maximum({ amount: formatWon(bid.amount) })
                  : m.auction_send({ amount: formatWon(bid.amount) })}
        </Button>
        {lot.endsAt > lot.dueAt && (
          <p className={styles.extended}>{m.auction_state_extended({ time: formatTime(lot.endsAt) })}</p>
        )}
      </form>
    </SheetDialog>
  )
}

/** Prevents Enter in a field from submitting the bid; on the button it works as a click. */
const preventEnter = (event: React.KeyboardEvent) => {
  if (pressedKey(event) === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
