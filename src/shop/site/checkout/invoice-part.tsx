import { InvoiceFields } from '../parts/invoice-fields.tsx'
import { emptyInvoice, type InvoiceField, type InvoiceRecipient } from '../parts/invoice-recipient.ts'
import type { FormState } from './checkout-field.tsx'

const names = Object.keys(emptyInvoice) as InvoiceField[]
const of = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(names.map((name) => [name, texts[`taxInvoice.${name}`]]))

/** Fields of the tax invoice; lazy-loaded when it is chosen. */
export default function InvoicePart({ form: { draft, errors, change } }: { form: FormState }) {
  return (
    <InvoiceFields
      value={of(draft) as InvoiceRecipient}
      errors={of(errors)}
      onChange={(name, value) => change(`taxInvoice.${name}`, value)}
    />
  )
}
