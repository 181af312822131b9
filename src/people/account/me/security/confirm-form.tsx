import { type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { formatWait } from '#session/retry-wait.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useFormErrors } from '../../forms/use-form-errors.ts'
import { CurrentPassword } from '../current-password.tsx'

interface ConfirmFormProps {
  text: string
  submit: string
  onSubmit: (body: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

/** Form for a two-step verification change that requires the password and a code. */
export function ConfirmForm({ text, submit: act, onSubmit, onCancel }: ConfirmFormProps) {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!password) return showErrors({ password: m.password_current_required() })
    if (!code.trim()) return showErrors({ code: m.second_step_required() })
    setBusy(true)
    try {
      await onSubmit({ password, code })
    } catch (error) {
      setBusy(false)
      if (error instanceof CallRefused && error.status === 429)
        showErrors({ form: m.password_wait({ time: formatWait(error.retryAfter ?? 30) }) })
      else refuse(error)
    }
  }
  return (
    <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
      <p className={parts.meta}>{text}</p>
      <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
      <CurrentPassword autoFocus value={password} error={fieldErrors.password} onChange={setPassword} />
      <TextField
        label={m.second_step_code()}
        name="code"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={fieldErrors.code}
        hint={m.second_step_either()}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {act}
        </Button>
        <Button look="outline" onClick={onCancel}>
          {m.security_cancel()}
        </Button>
      </div>
    </form>
  )
}
