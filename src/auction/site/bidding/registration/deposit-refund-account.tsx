import { useState } from 'react'
import { m } from '#messages/messages.js'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import type { Registration } from '../../../auctions/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import styles from './registration-steps.module.css'

// Loaded on demand: few auctions require a deposit.
const DepositDialog = lazyComponent(() => import('./deposit-dialog.tsx'), LoadFailure)

interface DepositBackProps {
  program: string
  entry: Registration
  onEntry: (entry: Registration) => void
}

/** Shows the refund account of a received deposit, which can be changed until the refund. */
export function DepositRefundAccount({ program, entry: { deposit }, onEntry }: DepositBackProps) {
  const [isOpen, setOpen] = useState(false)
  if (deposit?.state !== 'received') return null
  return (
    <>
      <ul className={styles.steps}>
        <li data-done>
          <Icon name="check" small />
          <span>{m.auction_step_deposit({ amount: formatWon(deposit.amount) })}</span>
          <span className={styles.done}>
            {deposit.refundTo
              ? m.auction_deposit_to_known({ bank: deposit.refundTo.bank, digits: deposit.refundTo.number.slice(-4) })
              : m.auction_deposit_to_none()}
          </span>
          <button type="button" className={styles.act} onClick={() => setOpen(true)}>
            {deposit.refundTo ? m.auction_deposit_to_change() : m.auction_deposit_to_enter()}
          </button>
        </li>
      </ul>
      {isOpen && (
        <DepositDialog
          props={{ program: program, deposit: deposit, onEntry: onEntry, onClose: () => setOpen(false) }}
        />
      )}
    </>
  )
}
