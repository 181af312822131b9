import { NumberInput } from '@mantine/core'
import { fieldId, usePath } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

export interface NumberUnitFieldProps {
  name: string
  label: string
  /** The field may be empty; the value is then null. */
  nullable?: boolean
  /** Placeholder of the empty field. */
  none?: string
}

interface Unit {
  /** Unit after the number, including a leading space. */
  suffix: string
  /** Width in px. */
  width: number
  /** Number of decimals to type; the value is an integer in units of the last one. */
  decimals?: number
}

/** Non-negative number with a unit. */
export function NumberUnitField({
  name,
  label,
  nullable = false,
  none,
  suffix,
  width,
  decimals = 0,
}: NumberUnitFieldProps & Unit) {
  const { value, error, set, blur } = usePath(name)
  const scale = 10 ** decimals
  return (
    <div>
      <NumberInput
        id={fieldId(name)}
        aria-label={label}
        w={width}
        maw="100%"
        value={typeof value === 'number' ? value / scale : ''}
        onChange={(typed) => set(typed === '' ? (nullable ? null : '') : Math.round(Number(typed) * scale))}
        onBlur={blur}
        decimalScale={decimals}
        allowDecimal={decimals > 0}
        allowNegative={false}
        thousandSeparator=","
        suffix={suffix}
        {...(none && { placeholder: none })}
        hideControls
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}

/** Percentage with up to two decimals; the value is in hundredths of a percent (basis points). */
export const PercentField = (props: NumberUnitFieldProps) => (
  <NumberUnitField {...props} width={160} decimals={2} suffix=" %" />
)
