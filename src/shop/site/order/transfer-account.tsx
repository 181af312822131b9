import { useState } from 'react'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { copyText } from '#ui/browser/copy-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatWon } from '../format/format-sums.ts'
import styles from './transfer-account.module.css'

/** Account to transfer to; account number and amount have separate copy buttons. */
export function TransferAccount({ account, total }: { account: NonNullable<Order['account']>; total: number }) {
  const [announcement, setAnnouncement] = useState('')
  const copy = async (text: string, done: string) =>
    setAnnouncement((await copyText(text)) ? done : m.shop_copy_failed())
  return (
    <section className={styles.account} aria-label={m.shop_account()}>
      <div>
        <p className={styles.quiet}>{m.shop_account()}</p>
        <p className={styles.number} data-copyable="">
          {account.bank} {account.account}
        </p>
        <p className={styles.quiet}>{m.shop_account_holder({ holder: account.holder, sum: formatWon(total) })}</p>
      </div>
      <div className={styles.actions}>
        <Button icon="copy" onClick={() => void copy(account.account, m.shop_copied_account())}>
          {m.shop_copy_account()}
        </Button>
        <Button look="outline" onClick={() => void copy(String(total), m.shop_copied_sum())}>
          {m.shop_copy_sum()}
        </Button>
      </div>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </section>
  )
}
