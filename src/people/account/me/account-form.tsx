import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { type FormErrors, useFormErrors } from '../forms/use-form-errors.ts'
import { useLeaveWarning } from './me-context.ts'

interface OwnFormProps {
  isChanged: boolean
  /** Missing fields; if there are any, nothing is sent. */
  missing: () => FormErrors
  /** Throws the server's refusal. */
  save: () => Promise<void>
  /** Reloads the record after a conflict; typed input stays. */
  renew: () => Promise<void>
  children: (fieldErrors: FormErrors) => ReactNode
}

/** Form for the user's own data: saves only by the save button and warns before leaving with unsaved changes. */
export function AccountForm({ isChanged, missing, save, renew, children }: OwnFormProps) {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  useLeaveWarning(isChanged)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const missingErrors = missing()
    if (Object.keys(missingErrors).length > 0) return showErrors(missingErrors)
    setBusy(true)
    try {
      await save()
      setSaved(true)
      showErrors({})
    } catch (error) {
      setSaved(false)
      if (error instanceof CallRefused && error.status === 412) await renew()
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={parts.part}>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
        {children(fieldErrors)}
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {m.me_save()}
          </Button>
          <span className={parts.said} role="status">
            {saved && !isChanged ? m.me_saved() : ''}
          </span>
        </div>
      </form>
    </section>
  )
}
