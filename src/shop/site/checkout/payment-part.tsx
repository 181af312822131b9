import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import fields from '../parts/form.module.css'
import { PartFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'
import { Field, type FormState } from './checkout-field.tsx'
import styles from './checkout-page.module.css'

const InvoicePart = lazyComponent(() => import('./invoice-part.tsx'), PartFailed)

const receipts = [
  { kind: 'income', words: m.shop_receipt_income },
  { kind: 'expense', words: m.shop_receipt_expense },
  { kind: 'tax', words: m.shop_invoice },
  { kind: 'none', words: m.shop_receipt_none },
] as const

interface PaymentPartProps {
  form: FormState
  until: number
  takesTransfers: boolean
  takesCards: boolean
  /** Error of the refused order. */
  error: string | undefined
}

/** Payment methods that are offered. */
function PaymentMethods({ form: { draft, change }, until }: { form: FormState; until: number }) {
  const ways = [
    { payment: 'bank', words: m.shop_bank_transfer(), how: m.shop_way_bank({ day: formatWeekday(until) }) },
    { payment: 'card', words: m.shop_card(), how: m.shop_way_card() },
  ] as const
  return (
    <div className={`${fields.fields} ${styles.ways}`} role="radiogroup" aria-label={m.shop_pay_way()}>
      {ways.map(({ payment, words, how }) => (
        <label key={payment} className={fields.tile}>
          <input
            type="radio"
            name="payment"
            checked={draft.payment === payment}
            onChange={() => change('payment', payment)}
          />
          <span>
            {words}
            <small>{how}</small>
          </span>
        </label>
      ))}
    </div>
  )
}

/** Payment by card or bank transfer: depositor, deadline, and cash receipt or tax invoice. */
export function PaymentPart({ form, until, takesTransfers, takesCards, error }: PaymentPartProps) {
  const { draft, change } = form
  if (draft.payment === 'card' && takesCards)
    return (
      <section className={page.part} aria-labelledby="part-payment">
        <h2 id="part-payment" tabIndex={-1}>
          {m.shop_checkout_payment()}
        </h2>
        {takesTransfers && <PaymentMethods form={form} until={until} />}
        <div className={styles.panel}>
          {!takesTransfers && <p className={styles.way}>{m.shop_card()}</p>}
          <p className={error ? fields.error : styles.until}>{error ?? m.shop_card_text()}</p>
        </div>
      </section>
    )
  return (
    <section className={page.part} aria-labelledby="part-payment">
      <h2 id="part-payment" tabIndex={-1}>
        {m.shop_checkout_payment()}
      </h2>
      {takesCards && takesTransfers && <PaymentMethods form={form} until={until} />}
      <div className={styles.panel}>
        {!takesCards && <p className={styles.way}>{m.shop_bank_transfer()}</p>}
        {takesTransfers && !error ? (
          <p className={styles.until}>
            <Icon name="calendar" small />
            <span>{m.shop_bank_until({ day: formatWeekday(until) })}</span>
          </p>
        ) : (
          <p className={fields.error}>{error ?? m.shop_no_account()}</p>
        )}
        <div className={fields.fields}>
          <Field form={form} name="depositor" label={m.shop_field_depositor()} maxLength={60} required />
        </div>
        <fieldset className={styles.receipt}>
          <legend>{m.shop_proof()}</legend>
          {receipts.map(({ kind, words }) => (
            <label key={kind} className={fields.check}>
              <input
                type="radio"
                name="receipt"
                checked={draft.receipt === kind}
                onChange={() => change('receipt', kind)}
              />
              {words()}
            </label>
          ))}
        </fieldset>
        {draft.receipt === 'tax' && <InvoicePart props={{ form }} />}
        {draft.receipt !== 'none' && draft.receipt !== 'tax' && (
          <div className={fields.fields}>
            <Field
              form={form}
              name="receipt.number"
              label={draft.receipt === 'income' ? m.shop_receipt_phone() : m.shop_receipt_business()}
              inputMode="numeric"
              maxLength={20}
              required
            />
          </div>
        )}
      </div>
    </section>
  )
}
