import { NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import type { AuctionShape } from './resource.tsx'

type Deposit = NonNullable<AuctionShape['deposit']>

const none: Deposit = { amount: 1_000_000, bank: '', number: '', holder: '' }

function Line({ name, label }: { name: 'bank' | 'number' | 'holder'; label: string }) {
  const { value, error, set, blur } = usePath(`deposit.${name}`)
  return (
    <TextInput
      id={fieldId(`deposit.${name}`)}
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      onBlur={blur}
      error={error}
    />
  )
}

function AmountInput() {
  const { value, error, set, blur } = usePath('deposit.amount')
  return (
    <NumberInput
      id={fieldId('deposit.amount')}
      label={m.auctions_deposit_amount()}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => set(Number(typed))}
      onBlur={blur}
      thousandSeparator=","
      allowNegative={false}
      allowDecimal={false}
      hideControls
      suffix={m.auctions_won()}
      error={error}
    />
  )
}

/** Whether a deposit is required, its amount, and the bank account to pay it to. */
export function DepositField() {
  const { value, error, set } = usePath('deposit')
  return (
    <Stack gap={12} maw={420}>
      <Switch
        id={fieldId('deposit')}
        label={m.auctions_deposit_on()}
        checked={value !== null && value !== undefined}
        onChange={({ currentTarget }) => set(currentTarget.checked ? none : null)}
      />
      <FieldError path="deposit" message={error} />
      {value !== null && value !== undefined && (
        <>
          <AmountInput />
          <Line name="bank" label={m.auctions_deposit_bank()} />
          <Line name="number" label={m.auctions_deposit_number()} />
          <Line name="holder" label={m.auctions_deposit_holder()} />
        </>
      )}
    </Stack>
  )
}
