import { m } from '#messages/messages.js'
import { InstantInput } from '../../parts/time/instant-input.tsx'
import styles from '../form.module.css'
import { fieldId, usePath } from '../form-context.ts'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Date and time in Seoul time; an empty field is `null`. */
export function InstantControl({
  name,
  label,
  none,
  endOfDay,
}: {
  name: string
  label: string
  none: string
  endOfDay?: boolean
}) {
  const { value, error, set, blur } = usePath(name)
  return (
    <div className={styles.instant}>
      <InstantInput
        id={fieldId(name)}
        label={label}
        none={none}
        value={text(value)}
        onChange={set}
        onBlur={blur}
        error={error}
        {...(endOfDay && { endOfDay })}
      />
    </div>
  )
}

/** `required`: neither end may be empty, so the meaning of an empty end is not explained. */
export function PeriodControl({
  from,
  to,
  label,
  required,
}: {
  from: string
  to: string
  label: string
  required?: boolean
}) {
  const [fromNone, toNone] = required ? [m.form_from(), m.form_to()] : [m.form_from_none(), m.form_to_none()]
  return (
    <div className={styles.period}>
      <InstantControl name={from} label={`${label}, ${m.form_from()}`} none={fromNone} />
      <span className={styles.periodDash} aria-hidden="true">
        –
      </span>
      <InstantControl name={to} label={`${label}, ${m.form_to()}`} none={toNone} endOfDay />
      <span className={styles.zone}>{m.form_seoul_time()}</span>
    </div>
  )
}
