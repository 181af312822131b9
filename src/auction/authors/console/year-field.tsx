import { NumberInput } from '@mantine/core'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'

interface FigureFieldProps {
  name: string
  label: string
  /** Unit shown after the number. */
  unit?: string
  width?: number
}

/** Optional whole number. */
export function OptionalNumberField({ name, label, unit, width = 160 }: FigureFieldProps) {
  const { value, error, set } = usePath(name)
  return (
    <div>
      <NumberInput
        id={fieldId(name)}
        aria-label={label}
        w={width}
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => set(typed === '' ? null : Number(typed))}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator={unit ? ',' : undefined}
        suffix={unit ? ` ${unit}` : ''}
        hideControls
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}

/** Optional year. */
export function YearField({ name, label }: { name: string; label: string }) {
  return <OptionalNumberField name={name} label={label} width={112} />
}
