import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { m } from '#messages/messages.js'
import styles from '../login/login.module.css'

interface PasswordFieldProps {
  ref: Ref<HTMLInputElement>
  error: string | undefined
  onChange: () => void
}

/** Password field with a show button and a Caps Lock warning. */
export function PasswordField({ ref, error, onChange }: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  return (
    <>
      <div className={styles.row}>
        <label className={styles.label} htmlFor={id}>
          {m.login_password()}
        </label>
        <span className={styles.caps} role="status">
          {capsLock ? m.login_caps_lock() : ''}
        </span>
      </div>
      <div className={styles.secret}>
        <input
          ref={ref}
          id={id}
          className={styles.input}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={256}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={onChange}
          onKeyDown={updateCapsLock}
          onKeyUp={updateCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button
          className={styles.eye}
          type="button"
          aria-label={shown ? m.login_hide_password() : m.login_show_password()}
          onClick={() => setShown(!shown)}
        >
          <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="M1.5 9S4 4 9 4s7.5 5 7.5 5-2.5 5-7.5 5S1.5 9 1.5 9Z" />
            <circle cx="9" cy="9" r="2.2" />
            {shown && <path d="M3 15 15 3" />}
          </svg>
        </button>
      </div>
      <p className={styles.error} id={`${id}-error`} role="alert">
        {error}
      </p>
    </>
  )
}
