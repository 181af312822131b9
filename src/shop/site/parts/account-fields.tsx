import { m } from '#messages/messages.js'
import { TextField } from '#ui/controls/text-field.tsx'
import fields from './form.module.css'

interface RefundTo {
  bank: string
  number: string
  holder: string
}

export const emptyAccount: RefundTo = { bank: '', number: '', holder: '' }

/** Validates the account; returns '' if valid. */
export const validateAccount = ({ bank, number, holder }: RefundTo): string => {
  if (!bank.trim() || !holder.trim()) return m.shop_refund_account_needed()
  return /^[\d-]{8,30}$/.test(number.trim()) ? '' : m.shop_refund_account_number()
}

interface AccountFieldsProps {
  value: RefundTo
  onChange: (value: RefundTo) => void
}

/** Account for a refund by transfer. */
export function AccountFields({ value, onChange }: AccountFieldsProps) {
  return (
    <div className={fields.fields}>
      <TextField
        label={m.shop_refund_bank()}
        maxLength={40}
        value={value.bank}
        required
        onChange={({ target }) => onChange({ ...value, bank: target.value })}
      />
      <TextField
        label={m.shop_refund_number()}
        maxLength={30}
        inputMode="numeric"
        value={value.number}
        required
        onChange={({ target }) => onChange({ ...value, number: target.value })}
      />
      <TextField
        label={m.shop_refund_holder()}
        maxLength={60}
        value={value.holder}
        required
        onChange={({ target }) => onChange({ ...value, holder: target.value })}
      />
    </div>
  )
}
