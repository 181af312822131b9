import { useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button } from '#ui/controls/button.tsx'
import fields from '../parts/form.module.css'
import { InvoiceFields } from '../parts/invoice-fields.tsx'
import { emptyInvoice, validateInvoice } from '../parts/invoice-recipient.ts'
import page from '../parts/page.module.css'
import { setInvoiceRecipient } from './order-requests.ts'

interface InvoiceFormProps {
  order: Order
  onChange: (order: Order) => void
}

const fillFromOrder = ({ taxInvoice, buyer }: Order) => {
  if (!taxInvoice) return { ...emptyInvoice, email: buyer.email }
  const { approval: _approval, issuedAt: _issuedAt, ...to } = taxInvoice
  return to
}

/** Form for the recipient of an order's tax invoice, editable until it is issued. Lazy-loaded when opened. */
export default function InvoiceForm({ order, onChange }: InvoiceFormProps) {
  const [typed, setTyped] = useState(() => fillFromOrder(order))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState('')
  const save = async (to: typeof typed | null) => {
    setBusy(true)
    setErrorText('')
    try {
      onChange(await setInvoiceRecipient(order, to))
    } catch (failed) {
      const fieldErrors = failed instanceof CallRefused ? (failed.refusal.fields ?? {}) : {}
      const atFields = Object.entries(fieldErrors).map(
        ([name, reason]) => [name.replace('taxInvoice.', ''), reason] as const,
      )
      setErrors(Object.fromEntries(atFields))
      const [reason] = atFields.find(([name]) => !(name in emptyInvoice))?.slice(1) ?? []
      if (reason || atFields.length === 0) setErrorText(reason ?? errorMessage(failed))
      setBusy(false)
    }
  }
  return (
    <form
      className={`${fields.stack} ${fields.opened}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const faults = validateInvoice(typed)
        setErrors(faults)
        const [first] = Object.keys(faults)
        if (!first) return void save(typed)
        const field = event.currentTarget.elements.namedItem(`taxInvoice.${first}`)
        if (field instanceof HTMLElement) field.focus()
      }}
    >
      <InvoiceFields
        value={typed}
        errors={errors}
        onChange={(name, value) => {
          setTyped({ ...typed, [name]: value })
          setErrors({ ...errors, [name]: undefined })
        }}
      />
      {errorText && (
        <p role="alert" className={page.error}>
          {errorText}
        </p>
      )}
      <div className={page.actions}>
        <Button type="submit" low busy={isBusy}>
          {m.shop_invoice_save()}
        </Button>
        {order.taxInvoice && (
          <Button low look="outline" busy={isBusy} onClick={() => void save(null)}>
            {m.shop_invoice_drop()}
          </Button>
        )}
      </div>
    </form>
  )
}
