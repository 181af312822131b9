import { m } from '#messages/messages.js'
import { TextField } from '#ui/controls/text-field.tsx'
import { useMe } from './me-context.ts'

interface CurrentPasswordProps {
  /** Name of the field in an error response. */
  name?: string
  value: string
  error: string | undefined
  onChange: (password: string) => void
  autoFocus?: boolean
}

/** Field for the current password. The hidden username beside it lets password managers find the entry. */
export function CurrentPassword({ name = 'password', value, error, onChange, autoFocus }: CurrentPasswordProps) {
  const { me } = useMe()
  return (
    <>
      <input name="username" autoComplete="username" value={me.username} readOnly hidden />
      <TextField
        autoFocus={autoFocus}
        label={m.password_current()}
        name={name}
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
