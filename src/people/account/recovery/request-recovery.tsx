import { type SyntheticEvent, useState } from 'react'
import type { MetaDescriptor } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { recovery } from '#people/recovery/contract.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useFormErrors } from '../forms/use-form-errors.ts'
import { AccountPageFrame, currentLocalePath } from '../layout/account-page-frame.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.recovery_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const client = clientOf(recovery)
const recoveryOptions = [
  { what: 'username', name: m.recovery_username },
  { what: 'password', name: m.recovery_password },
] as const

/**
 * Requests the username, or a link for a new password, by contact. The response does not reveal whether an account
 * exists.
 */
export default function Recovery() {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [busy, setBusy] = useState(false)
  /** Set once the request is sent. */
  const [sentKind, setSentKind] = useState<'username' | 'password'>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setSentKind(undefined)
    // Read the uncontrolled fields: they may have been filled in before hydration.
    const formData = new FormData(form.current ?? undefined)
    const kind = formData.get('what') === 'username' ? 'username' : 'password'
    const contact = String(formData.get('contact') ?? '')
    try {
      await client.ask({ body: { what: kind, channel: 'EMAIL', contact } })
      showErrors({})
      setSentKind(kind)
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429)
        showErrors({ contact: m.join_code_wait({ time: formatWait(error.retryAfter ?? 60) }) })
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AccountPageFrame>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <h1 className={parts.title}>{m.recovery_title()}</h1>
        <fieldset className={parts.choices} aria-label={m.recovery_what()}>
          {recoveryOptions.map((choice) => (
            <label key={choice.what} className={parts.check}>
              <input
                type="radio"
                name="what"
                value={choice.what}
                defaultChecked={choice.what === 'password'}
                onChange={() => setSentKind(undefined)}
              />
              {choice.name()}
            </label>
          ))}
        </fieldset>
        <TextField
          label={m.join_email()}
          name="contact"
          type="email"
          autoComplete="email"
          maxLength={200}
          error={fieldErrors.contact ?? fieldErrors.form}
          hint={m.recovery_contact_hint()}
        />
        <div role="status">
          {sentKind && (
            <Notice>{sentKind === 'username' ? m.recovery_username_sent() : m.recovery_password_sent()}</Notice>
          )}
        </div>
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {m.recovery_send()}
          </Button>
          <a className={parts.link} href={currentLocalePath('/login')}>
            {m.login_submit()}
          </a>
        </div>
      </form>
    </AccountPageFrame>
  )
}
