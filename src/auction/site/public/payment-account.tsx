import { useState } from 'react'
import type { BankAccount } from '#kit/bank-account.ts'
import { m } from '#messages/messages.js'
import { copyText } from '#ui/browser/copy-text.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './payment-account.module.css'

/** Bank account for a won work; number and amount are copied separately. */
export function PaymentAccount({ account, total }: { account: BankAccount; total: number }) {
  const [announcement, setAnnouncement] = useState('')
  const copy = async (text: string, done: string) =>
    setAnnouncement((await copyText(text)) ? done : m.auction_copy_failed())
  return (
    <section className={styles.account} aria-label={m.auction_pay_to()}>
      <div>
        <p className={styles.quiet}>{m.auction_pay_to()}</p>
        <p className={styles.number} data-copyable="">
          {account.bank} {account.number}
        </p>
        <p className={styles.quiet}>{m.auction_pay_holder({ holder: account.holder })}</p>
      </div>
      <div className={styles.actions}>
        <Button low icon="copy" onClick={() => void copy(account.number, m.auction_copied_account())}>
          {m.auction_copy_account()}
        </Button>
        <Button low look="outline" onClick={() => void copy(String(total), m.auction_copied_sum())}>
          {m.auction_copy_sum()}
        </Button>
      </div>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </section>
  )
}
