import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { currentTokens } from '#session/session-tokens.ts'
import { auth } from '../contract.ts'
import { getMinPasswordLength } from '../rules.ts'
import styles from './password.module.css'

const client = clientOf(auth)

/** Every console user is staff. */
const minLength = getMinPasswordLength(true)

type Field = 'current' | 'next' | 'again'
type Values = Record<Field, string>

const empty: Values = { current: '', next: '', again: '' }

/** Returns the error of a field and how to correct it. The server alone decides whether a password is too weak. */
const findFieldError = (field: Field, values: Values): string | undefined => {
  const missing = minLength - [...values.next].length
  if (field === 'current' && !values.current) return m.password_current_required()
  if (field === 'next' && missing > 0) return m.password_too_short({ count: missing })
  if (field === 'next' && values.next === values.current) return m.password_same()
  if (field === 'again' && values.again !== values.next) return m.password_differs()
  return undefined
}

const fieldNames = ['current', 'next', 'again'] as const
const fieldLabels = {
  current: { label: m.password_current, help: m.password_current_help, autoComplete: 'current-password' },
  next: { label: m.password_next, help: m.password_next_help, autoComplete: 'new-password' },
  again: { label: m.password_again, help: m.password_again_help, autoComplete: 'new-password' },
} as const

export function PasswordForm() {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<Values>>({})
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const wait = useWait()

  const setFieldError = (field: Field, error: string | undefined) =>
    setErrors((current) => ({ ...current, [field]: error }))
  const focusField = (field: Field) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const fieldErrors = fieldNames.flatMap((field) => {
      const error = findFieldError(field, values)
      return error ? [[field, error] as const] : []
    })
    setErrors(Object.fromEntries(fieldErrors))
    if (fieldErrors[0]) return focusField(fieldErrors[0][0])
    setSending(true)
    try {
      await client.password({ body: { current: values.current, next: values.next } })
      setValues(empty)
      showSuccess(m.password_done())
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429) wait.begin(error.retryAfter ?? 30)
      else if (error instanceof CallRefused && error.refusal.fields) {
        setErrors(error.refusal.fields)
        const first = fieldNames.find((field) => error.refusal.fields?.[field])
        if (first) focusField(first)
      } else setErrors({ current: errorMessage(error) })
    } finally {
      setSending(false)
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="password-title">
      <h2 className={styles.section} id="password-title">
        {m.password_title()}
      </h2>
      {/* Hidden username for password managers. */}
      <input
        className={styles.username}
        name="username"
        autoComplete="username"
        value={currentTokens().username}
        readOnly
        hidden
      />
      {fieldNames.map((field) => (
        <div
          key={field}
          className={styles.field}
          data-wrong={errors[field] ? true : undefined}
          data-changed={values[field] ? true : undefined}
        >
          <div className={styles.name}>
            <label htmlFor={`password-${field}`}>{fieldLabels[field].label()}</label>
            <p id={`password-${field}-help`}>{fieldLabels[field].help({ count: minLength })}</p>
          </div>
          <PasswordInput
            id={`password-${field}`}
            name={field}
            autoComplete={fieldLabels[field].autoComplete}
            maxLength={256}
            value={values[field]}
            error={errors[field]}
            aria-describedby={`password-${field}-help`}
            visibilityToggleButtonProps={{ 'aria-label': m.login_show_password() }}
            onChange={(event) => {
              const next = { ...values, [field]: event.currentTarget.value }
              setValues(next)
              // Clear an error while it is being corrected, and show new ones only on blur.
              if (errors[field] && !findFieldError(field, next)) setFieldError(field, undefined)
            }}
            onBlur={() => values[field] && !errors[field] && setFieldError(field, findFieldError(field, values))}
          />
        </div>
      ))}
      <div className={styles.acts}>
        <Button variant="filled" color="action" type="submit" disabled={sending || wait.remaining > 0}>
          {sending ? m.password_saving() : m.password_save()}
        </Button>
        <span className={styles.help} role="status">
          {wait.remaining > 0 ? m.password_wait({ time: formatWait(wait.remaining) }) : m.password_others_end()}
        </span>
      </div>
    </form>
  )
}
