import { useEffect, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { isLotClosed } from '../../works/rules.ts'
import { formatWon } from '../format/format-amounts.ts'
import { useLiveLots, useServerNow } from '../live/use-live-lots.ts'
import { localizePath, loginPath, workPath } from '../paths.ts'
import type { WorkView } from '../works/work-view.ts'
import { determineBidStatus } from './bid-status.ts'
import { type BidChoice, type PendingBid, readStoredBid, removeStoredBid, storeBid } from './pending-bid.ts'
import { useMemberAuction } from './use-member-auction.ts'

/** State shared by the panel and the bottom bar: status of the lot, selected amount, and the bid sheet. */
export const useBidding = (work: WorkView) => {
  const live = useLiveLots(work.program._id)
  const own = useMemberAuction(work.program._id)
  const now = useServerNow()
  const [kind, setKind] = useState<BidChoice['kind']>('open')
  const [chosen, setChosen] = useState<number | null>(null)
  const [wasOffered, setOffered] = useState(false)
  const [sheet, setSheet] = useState<PendingBid | null>(null)
  /** Number of bids taken on this page; each resets the selection. */
  const [takenCount, setTakenCount] = useState(0)

  const lot = live.lots.get(work._id)
  const ownLot = own.lots.get(work._id)
  const status = determineBidStatus(lot, ownLot, live.line, own.entry)
  const leads = status === 'leading' || status === 'tight'

  // Restore a bid that was being sent when the page was left.
  useEffect(() => {
    const stored = readStoredBid(work._id)
    if (!stored) return
    setKind(stored.kind)
    setChosen(stored.amount)
    setOffered(true)
    if (stored.isSent) setSheet(stored)
    else removeStoredBid(work._id)
  }, [work._id])
  // A leader can only raise the maximum; everyone else bids the next amount or more.
  const minAmount = lot && (leads && ownLot ? Math.max(lot.next, (ownLot.maximum ?? ownLot.highest) + 1) : lot.next)
  // Preselect the minimum once. If the price passes the selected amount, clear it: an amount never changes on its own.
  if (minAmount !== undefined && !wasOffered) {
    setOffered(true)
    if (!leads) setChosen(minAmount)
  }
  if (minAmount !== undefined && chosen !== null && chosen < minAmount && !sheet) setChosen(null)

  const isOver =
    lot !== undefined && !isLotClosed(lot.state) && now !== undefined && now >= new Date(lot.endsAt).getTime()
  const isDisconnected = live.line === 'lost'
  const amountKind = leads ? 'maximum' : kind
  const hasMaximum =
    lot !== undefined && ownLot !== undefined && ownLot.maximum !== null && ownLot.maximum !== lot.price
  return {
    live,
    own,
    now,
    lot,
    ownLot: ownLot,
    status,
    leads,
    minAmount,
    isOver,
    isDisconnected: isDisconnected,
    /** Leads with a maximum above the price; a new maximum raises it. */
    hasMaximum,
    mayChoose: lot?.state === 'open' && !isOver && !isDisconnected && status !== 'unready',
    kind: amountKind,
    setKind,
    chosen,
    setChosen,
    /** Label of the button, with the amount that it sends if there is one. */
    words:
      chosen === null
        ? amountKind === 'maximum'
          ? m.auction_type_maximum()
          : m.auction_choose_first()
        : !own.isMember
          ? m.auction_login_to_bid({ amount: formatWon(chosen) })
          : leads && hasMaximum
            ? m.auction_raise_maximum()
            : amountKind === 'maximum'
              ? m.auction_set_maximum()
              : m.auction_bid_amount({ amount: formatWon(chosen) }),
    sheet,
    open: () => {
      if (chosen === null) return
      const bid: PendingBid = { kind: amountKind, amount: chosen, key: newKey(), isSent: false }
      if (own.isMember) return setSheet(bid)
      // Restored after the log-in.
      storeBid(work._id, bid)
      window.location.assign(loginPath(localizePath(workPath(work._id))))
    },
    takenCount: takenCount,
    onTaken: () => {
      setTakenCount(takenCount + 1)
      setChosen(null)
      own.reload()
    },
    close: () => {
      setSheet(null)
      own.reload()
    },
  }
}

export type BiddingState = ReturnType<typeof useBidding>
