import { type SelectHTMLAttributes, useId } from 'react'
import parts from '#people/account/forms/parts.module.css'
import type { Choice } from './location-choices.ts'

interface ChoiceFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  choices: readonly Choice[]
  error?: string | undefined
}

/**
 * Select field. A stored value that is not among the choices is kept as an extra option, so that saving does not change
 * it.
 */
export function ChoiceField({ label, choices, error, ...rest }: ChoiceFieldProps) {
  const id = useId()
  const current = String(rest.value ?? rest.defaultValue ?? '')
  return (
    <div>
      <label htmlFor={id} className={parts.label}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={parts.select}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
      >
        {!choices.some(({ value }) => value === current) && <option value={current}>{current}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-note`} className={parts.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}
