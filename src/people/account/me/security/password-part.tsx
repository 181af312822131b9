import { type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { auth } from '#people/auth/contract.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { minLength, NewPasswordField } from '../../forms/new-password-field.tsx'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useFormErrors } from '../../forms/use-form-errors.ts'
import { CurrentPassword } from '../current-password.tsx'

const client = clientOf(auth)

/** Changes the password, which ends all other sessions. */
export function PasswordPart({ onChanged }: { onChanged: () => void }) {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setDone(false)
    if (!current) return showErrors({ current: m.password_current_required() })
    if ([...next].length < minLength) return showErrors({ next: m.account_password_hint({ count: minLength }) })
    setBusy(true)
    try {
      await client.password({ body: { current, next } })
      setCurrent('')
      setNext('')
      setDone(true)
      showErrors({})
      onChanged()
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429)
        showErrors({ current: m.password_wait({ time: formatWait(error.retryAfter ?? 30) }) })
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={parts.part}>
      <h2 className={parts.section} id="password" tabIndex={-1}>
        {m.password_title()}
      </h2>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
        <CurrentPassword name="current" value={current} error={fieldErrors.current} onChange={setCurrent} />
        <NewPasswordField
          label={m.password_next()}
          name="next"
          autoComplete="new-password"
          value={next}
          error={fieldErrors.next}
          onChange={(event) => setNext(event.target.value)}
        />
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {m.password_save()}
          </Button>
          <span className={parts.said} role="status">
            {done ? m.password_done() : ''}
          </span>
        </div>
      </form>
    </section>
  )
}
