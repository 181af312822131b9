import { type SyntheticEvent, useState } from 'react'
import { formatTime } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import styles from './card-page.module.css'
import { failureLabels } from './failure-labels.ts'
import { HoldCountdown } from './hold-countdown.tsx'

interface FailedProps {
  order: Order
  takesTransfers: boolean
  isBusy: boolean
  onAgain: () => void
  onTransfer: (depositor: string) => void
}

/** Failed card payment: the reason, that nothing was charged, and two options. */
export function PaymentFailed({ order, takesTransfers, isBusy, onAgain, onTransfer }: FailedProps) {
  const [isOpen, setOpen] = useState(false)
  const [depositor, setDepositor] = useState(order.buyer.name)
  const [error, setError] = useState('')
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!depositor.trim()) return setError(m.shop_fault_needed())
    onTransfer(depositor.trim())
  }
  const time = formatTime(order.payUntil)
  return (
    <>
      <p role="alert" className={page.lead}>
        {order.cardFault && failureLabels[order.cardFault]()} {m.shop_card_no_money({ time })}
        {(order.slip.couponDiscount > 0 || order.slip.points > 0) && ` ${m.shop_card_kept()}`}
      </p>
      <HoldCountdown until={order.payUntil} />
      <div className={styles.actions}>
        <Button busy={isBusy} onClick={onAgain}>
          {m.shop_card_again()}
        </Button>
        {takesTransfers && (
          <Button look="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {m.shop_card_by_bank()}
          </Button>
        )}
      </div>
      {isOpen && (
        <form className={fields.stack} noValidate onSubmit={send}>
          <p>{m.shop_card_bank_text()}</p>
          <div className={fields.fields}>
            <TextField
              label={m.shop_field_depositor()}
              value={depositor}
              maxLength={60}
              error={error || undefined}
              required
              onChange={({ target }) => setDepositor(target.value)}
            />
          </div>
          <p>
            <Button type="submit" low busy={isBusy}>
              {m.shop_card_by_bank()}
            </Button>
          </p>
        </form>
      )}
      <p className={styles.facts}>{joinDotted([m.shop_fact_number(), order.number])}</p>
    </>
  )
}
