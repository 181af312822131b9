import type { ComponentProps } from 'react'
import { m } from '#messages/messages.js'
import { TextField } from '#ui/controls/text-field.tsx'
import fields from './form.module.css'
import type { InvoiceField, InvoiceRecipient } from './invoice-recipient.ts'

type Rest = Omit<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error' | 'form'>

const fieldList: readonly [InvoiceField, () => string, Rest][] = [
  ['businessNumber', m.shop_invoice_number, { inputMode: 'numeric', maxLength: 20, required: true } as Rest],
  ['company', m.shop_invoice_company, { autoComplete: 'organization', maxLength: 100, required: true } as Rest],
  ['ceo', m.shop_invoice_ceo, { maxLength: 60, required: true } as Rest],
  ['address', m.shop_invoice_address, { maxLength: 200, required: true } as Rest],
  ['businessType', m.shop_invoice_type, { maxLength: 60, required: false } as Rest],
  ['businessItem', m.shop_invoice_item, { maxLength: 60, required: false } as Rest],
  ['email', m.shop_invoice_mail, { type: 'email', maxLength: 200, required: true } as Rest],
]

interface InvoiceFieldsProps {
  value: InvoiceRecipient
  errors: Partial<Record<InvoiceField, string | undefined>>
  onChange: (name: InvoiceField, value: string) => void
}

/** Fields of a business for its tax invoice. */
export function InvoiceFields({ value, errors, onChange }: InvoiceFieldsProps) {
  return (
    <>
      <p className={fields.quiet}>{m.shop_invoice_text()}</p>
      <div className={fields.fields}>
        {fieldList.map(([name, label, rest]) => (
          <TextField
            key={name}
            {...rest}
            // The API's field name, so that server errors can focus it.
            name={`taxInvoice.${name}`}
            label={label()}
            value={value[name]}
            error={errors[name]}
            onChange={({ target }) => onChange(name, target.value)}
          />
        ))}
      </div>
    </>
  )
}
