import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import type { Receipt } from '../../../bids/contract.ts'
import type { Lot } from '../../../works/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { formatExactClock } from '../../format/format-times.ts'
import { Seal } from '../../parts/seal.tsx'
import { formatWorkName, type WorkView } from '../../works/work-view.ts'
import styles from './bid-sheet.module.css'
import { SheetDialog } from './sheet-dialog.tsx'
import rows from './sum-rows.module.css'

/** Formats the first eight digits of a fingerprint: 6b83 28f3. */
export const formatShortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`

const save = (receipt: Receipt, work: WorkView) => {
  const paper = { ...receipt, program: work.program.title, lot: work.lot, name: formatWorkName(work) }
  const file = new Blob([JSON.stringify(paper, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `receipt-lot-${work.lot}-${receipt.seq}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

interface ReceiptSheetProps {
  receipt: Receipt
  lot: Lot
  work: WorkView
  onClose: () => void
}

/** Receipt of a bid: number, time and fingerprint, to save and compare. */
export function ReceiptSheet({ receipt, lot, work, onClose }: ReceiptSheetProps) {
  const leads = lot.leader === receipt.bidder
  return (
    <SheetDialog title={m.auction_receipt()} isBare onClose={onClose}>
      <div className={styles.receipt} role="status">
        <Seal hash={receipt.hash} name="" large />
        <p className={styles.receiptTitle}>{m.auction_receipt()}</p>
        <p className={styles.receiptText}>
          {leads
            ? m.auction_receipt_leads()
            : lot.price === receipt.amount
              ? m.auction_receipt_equal({ amount: formatWon(receipt.amount) })
              : m.auction_receipt_outbid({ amount: formatWon(lot.price ?? receipt.amount) })}
        </p>
        <dl className={rows.rows}>
          <div>
            <dt>{m.auction_receipt_number()}</dt>
            <dd>
              LOT {work.lot} – {receipt.seq}
            </dd>
          </div>
          <div>
            <dt>{receipt.kind === 'maximum' ? m.auction_maximum() : m.auction_amount()}</dt>
            <dd>{formatWon(receipt.amount)}</dd>
          </div>
          <div>
            <dt>{m.auction_received()}</dt>
            <dd>{formatExactClock(receipt.at)}</dd>
          </div>
          <div>
            <dt>{m.auction_fingerprint()}</dt>
            <dd>{formatShortHash(receipt.hash)} …</dd>
          </div>
        </dl>
        <div className={rows.actions}>
          <Button look="outline" icon="download" onClick={() => save(receipt, work)}>
            {m.auction_receipt_save()}
          </Button>
          <Button onClick={onClose}>{m.auction_receipt_back()}</Button>
        </div>
      </div>
    </SheetDialog>
  )
}
