import { type ComponentProps, useState } from 'react'
import { m } from '#messages/messages.js'
import { getMinPasswordLength } from '#people/auth/rules.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './parts.module.css'

export const minLength = getMinPasswordLength(false)

/** Field for a new password: can be shown and pasted, and says how many characters are missing. */
export function NewPasswordField({
  value,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type'> & { value: string }) {
  const [shown, setShown] = useState(false)
  const missing = minLength - [...value].length
  return (
    <div>
      <TextField
        {...rest}
        value={value}
        type={shown ? 'text' : 'password'}
        maxLength={256}
        hint={missing > 0 ? m.account_password_hint({ count: minLength }) : m.account_password_long()}
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className={`${styles.link} ${styles.plain}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? m.login_hide_password() : m.login_show_password()}
      </button>
    </div>
  )
}
