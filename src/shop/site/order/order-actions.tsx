import { useState } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatWon } from '../format/format-sums.ts'
import { exchangePath, returnPath } from '../layout/shop-paths.ts'
import { AccountFields, emptyAccount, validateAccount } from '../parts/account-fields.tsx'
import fields from '../parts/form.module.css'
import { PartFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'

interface ActsProps {
  order: Order
  /** Last segment of the order's path. */
  name: string
  onChange: (order: Order) => void
}

const noAddress = { name: '', phone: '', postcode: '', address: '', detail: '' }

type Open = 'cancel' | 'move' | 'invoice' | null

const InvoiceForm = lazyComponent(() => import('./invoice-form.tsx'), PartFailed)

/** Actions that the customer can still take. */
export function OrderActions({ order, name, onChange }: ActsProps) {
  const [open, setOpen] = useState<Open>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [account, setAccount] = useState(emptyAccount)
  const [to, setTo] = useState(order.to ?? noAddress)
  const { may } = order
  // No money is refunded if points paid everything.
  const isPaid = order.paidAt !== null && order.slip.total > 0
  // Card refunds need no account.
  const needsAccount = isPaid && order.payment === 'bank'
  const act = async (work: (calls: typeof import('./order-requests.ts')) => Promise<Order>) => {
    setBusy(true)
    setError('')
    try {
      onChange(await work(await import('./order-requests.ts')))
      setOpen(null)
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setBusy(false)
  }
  const cancel = () => {
    const fault = needsAccount ? validateAccount(account) : ''
    if (fault) return setError(fault)
    void act(({ cancelOrder }) => cancelOrder(order, needsAccount ? account : null))
  }
  const openReturn = order.returns.find(({ state }) => state === 'asked')
  if (!may.cancel && !may.moveTo && !may.invoiceTo && !may.confirm && !may.return && !openReturn) return null
  return (
    <>
      <div className={page.actions}>
        {may.confirm && (
          <Button low busy={isBusy} onClick={() => void act(({ confirmOrder }) => confirmOrder(order))}>
            {m.shop_confirm()}
          </Button>
        )}
        {may.return && (
          <ButtonLink low look="outline" to={localizePath(returnPath(name))}>
            {m.shop_return()}
          </ButtonLink>
        )}
        {may.exchange && (
          <ButtonLink low look="outline" to={localizePath(exchangePath(name))}>
            {m.shop_exchange()}
          </ButtonLink>
        )}
        {openReturn && (
          <Button
            low
            look="outline"
            busy={isBusy}
            onClick={() => void act(({ withdrawReturn }) => withdrawReturn(order, openReturn._id))}
          >
            {m.shop_return_withdraw()}
          </Button>
        )}
        {may.moveTo && (
          <Button
            low
            look="outline"
            aria-expanded={open === 'move'}
            onClick={() => setOpen(open === 'move' ? null : 'move')}
          >
            {m.shop_move()}
          </Button>
        )}
        {may.invoiceTo && (
          <Button
            low
            look="outline"
            aria-expanded={open === 'invoice'}
            onClick={() => setOpen(open === 'invoice' ? null : 'invoice')}
          >
            {order.taxInvoice ? m.shop_invoice_change() : m.shop_invoice_ask()}
          </Button>
        )}
        {may.cancel && (
          <Button
            low
            look="outline"
            aria-expanded={open === 'cancel'}
            onClick={() => setOpen(open === 'cancel' ? null : 'cancel')}
          >
            {m.shop_cancel()}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className={page.error}>
          {error}
        </p>
      )}
      {open === 'cancel' && (
        <form
          className={`${fields.stack} ${fields.opened}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            cancel()
          }}
        >
          <p>
            {needsAccount
              ? m.shop_cancel_paid()
              : isPaid
                ? m.shop_cancel_paid_card({ sum: formatWon(order.slip.total) })
                : m.shop_cancel_text()}
          </p>
          {needsAccount && <AccountFields value={account} onChange={setAccount} />}
          <p>
            <Button type="submit" low busy={isBusy}>
              {m.shop_cancel_act()}
            </Button>
          </p>
        </form>
      )}
      {open === 'invoice' && (
        <InvoiceForm
          props={{
            order,
            onChange: (changed) => {
              onChange(changed)
              setOpen(null)
            },
          }}
          waiting={<p role="status">{m.me_loading()}</p>}
        />
      )}
      {open === 'move' && (
        <form
          className={`${fields.stack} ${fields.opened}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void act(({ moveOrder }) => moveOrder(order, to))
          }}
        >
          <div className={fields.fields}>
            {(
              [
                ['name', m.shop_field_to_name()],
                ['phone', m.shop_field_to_phone()],
                ['postcode', m.shop_field_postcode()],
                ['address', m.shop_field_address()],
                ['detail', m.shop_field_detail()],
              ] as const
            ).map(([field, label]) => (
              <TextField
                key={field}
                label={label}
                value={to[field]}
                maxLength={200}
                required={field !== 'detail'}
                onChange={({ target }) => setTo({ ...to, [field]: target.value })}
              />
            ))}
          </div>
          <p>
            <Button type="submit" low busy={isBusy}>
              {m.shop_move_act()}
            </Button>
          </p>
        </form>
      )}
    </>
  )
}
