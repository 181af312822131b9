import { m } from '#messages/messages.js'
import fields from '../parts/form.module.css'
import { Field, type FormState } from './field.tsx'

/** What a business gives for its tax invoice. Loaded when it is chosen. */
export default function InvoicePart({ form }: { form: FormState }) {
  return (
    <>
      <p className={fields.quiet}>{m.shop_invoice_text()}</p>
      <div className={fields.fields}>
        <Field
          form={form}
          name="taxInvoice.businessNumber"
          label={m.shop_invoice_number()}
          inputMode="numeric"
          maxLength={20}
          required
        />
        <Field
          form={form}
          name="taxInvoice.company"
          label={m.shop_invoice_company()}
          autoComplete="organization"
          maxLength={100}
          required
        />
        <Field form={form} name="taxInvoice.ceo" label={m.shop_invoice_ceo()} maxLength={60} required />
        <Field form={form} name="taxInvoice.address" label={m.shop_invoice_address()} maxLength={200} required />
        <Field
          form={form}
          name="taxInvoice.businessType"
          label={m.shop_invoice_type()}
          maxLength={60}
          required={false}
        />
        <Field
          form={form}
          name="taxInvoice.businessItem"
          label={m.shop_invoice_item()}
          maxLength={60}
          required={false}
        />
        <Field
          form={form}
          name="taxInvoice.email"
          label={m.shop_invoice_mail()}
          type="email"
          maxLength={200}
          required
        />
      </div>
    </>
  )
}
