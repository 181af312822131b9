import { NumberInput } from '@mantine/core'
import { fieldId, useHelp, usePath } from '#console/kit/form/form-context.ts'

interface AmountControlProps {
  name: string
  label: string
  unit: string
  /** Stores hundredths of the typed percentage. */
  isRate?: boolean
  /** An empty field means no limit, not 0. */
  mayBeEmpty?: boolean
}

/** Number input for won or a rate, with its unit. */
export function AmountControl({ name, label, unit, isRate = false, mayBeEmpty = false }: AmountControlProps) {
  const { value, error, set, blur } = usePath(name)
  const help = useHelp()
  return (
    <NumberInput
      id={fieldId(name)}
      error={error}
      aria-label={label}
      aria-description={help}
      maw={200}
      hideControls
      allowNegative={false}
      allowDecimal={isRate}
      decimalScale={2}
      thousandSeparator=","
      clampBehavior="none"
      rightSection={unit}
      rightSectionWidth={44}
      value={typeof value === 'number' ? (isRate ? value / 100 : value) : ''}
      onChange={(typed) => {
        if (typeof typed === 'number') set(isRate ? Math.round(typed * 100) : typed)
        else set(mayBeEmpty ? null : '')
      }}
      onBlur={blur}
    />
  )
}
