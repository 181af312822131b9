import type { WorkView } from '../works/work-view.ts'
import { BidBar } from './panel/bid-bar.tsx'
import { BidPanel } from './panel/bid-panel.tsx'
import { BidSheet } from './sheet/bid-sheet.tsx'
import { useBidding } from './use-bidding.ts'

/** Bidding on a work: the panel beside it, the bottom bar on phones, and the bid sheet that both open. */
export function Bidding({ work, phone }: { work: WorkView; phone: string }) {
  const bidding = useBidding(work)
  const { lot, sheet, ownLot, now, own, onTaken, close } = bidding
  return (
    <>
      <BidPanel work={work} phone={phone} bidding={bidding} />
      <BidBar work={work} bidding={bidding} />
      {lot && sheet && (
        <BidSheet
          work={work}
          lot={lot}
          first={sheet}
          own={ownLot}
          now={now}
          onEntry={own.reload}
          onTaken={onTaken}
          onClose={close}
        />
      )}
    </>
  )
}
