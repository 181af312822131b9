import { NumberInput } from '@mantine/core'
import { FieldError } from '#console/kit/form/field-error.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'

interface FigureFieldProps {
  name: string
  label: string
  /** It may be left empty, which is null. */
  nullable?: boolean
  /** Said in the empty field. */
  none?: string
}

/** Whole won. */
export function WonField({ name, label, nullable = false, none }: FigureFieldProps) {
  const { value, error, set, leave } = usePath(name)
  return (
    <div>
      <NumberInput
        id={fieldId(name)}
        aria-label={label}
        w={220}
        maw="100%"
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => set(typed === '' ? (nullable ? null : '') : Number(typed))}
        onBlur={leave}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        suffix={` ${m.shop_currency()}`}
        {...(none && { placeholder: none })}
        hideControls
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}

/** A rate in percent, kept in hundredths of a percent. */
export function PercentField({ name, label, nullable = false, none }: FigureFieldProps) {
  const { value, error, set, leave } = usePath(name)
  return (
    <div>
      <NumberInput
        id={fieldId(name)}
        aria-label={label}
        w={160}
        maw="100%"
        value={typeof value === 'number' ? value / 100 : ''}
        onChange={(typed) => set(typed === '' ? (nullable ? null : '') : Math.round(Number(typed) * 100))}
        onBlur={leave}
        decimalScale={2}
        allowNegative={false}
        suffix=" %"
        {...(none && { placeholder: none })}
        hideControls
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}
