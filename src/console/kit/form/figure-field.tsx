import { NumberInput } from '@mantine/core'
import { FieldError } from './field-error.tsx'
import { fieldId, usePath } from './form-context.ts'

export interface FigureFieldProps {
  name: string
  label: string
  /** It may be left empty, which is null. */
  nullable?: boolean
  /** Said in the empty field. */
  none?: string
}

interface Unit {
  /** What is written behind it, with its space. */
  suffix: string
  /** Pixels. */
  width: number
  /** Decimals that are typed; the value is a whole number of the last of them. */
  decimals?: number
}

/** A figure of a unit that is not negative. */
export function FigureField({
  name,
  label,
  nullable = false,
  none,
  suffix,
  width,
  decimals = 0,
}: FigureFieldProps & Unit) {
  const { value, error, set, leave } = usePath(name)
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
        onBlur={leave}
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

/** A rate in percent with up to two decimals; the value is in hundredths of a percent. */
export const PercentField = (props: FigureFieldProps) => <FigureField {...props} width={160} decimals={2} suffix=" %" />
