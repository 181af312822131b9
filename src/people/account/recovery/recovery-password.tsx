import { type SyntheticEvent, useEffect, useState } from 'react'
import type { MetaDescriptor } from 'react-router'
import { m } from '#messages/messages.js'
import { recovery } from '#people/recovery/contract.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { clientOf, endLocalSession } from '#session/session.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { minLength, NewPasswordField } from '../forms/new-password-field.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useFormErrors } from '../forms/use-form-errors.ts'
import { AccountPageFrame, currentLocalePath } from '../layout/account-page-frame.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.recovery_new_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const client = clientOf(recovery)

/** Sets a new password by an e-mailed link. The token is in the URL fragment, which browsers never send. */
export default function RecoveryPassword() {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const { remaining, begin } = useWait()
  const [token, setToken] = useState('')
  const [linkError, setLinkError] = useState<string>()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is read once
  useEffect(() => {
    const hashToken = window.location.hash.slice(1)
    setToken(hashToken)
    client.link({ body: { token: hashToken } }).then(
      ({ expiresAt }) => begin((Date.parse(expiresAt) - Date.now()) / 1000),
      () => setLinkError(m.recovery_over()),
    )
  }, [])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if ([...password].length < minLength) return showErrors({ password: m.account_password_hint({ count: minLength }) })
    setBusy(true)
    try {
      await client.password({ body: { token, password } })
      // The server ended all sessions of the account, including that of this browser.
      await endLocalSession()
      setDone(true)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AccountPageFrame>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <h1 className={parts.title}>{m.recovery_new_title()}</h1>
        <div role="status">
          {done && <Notice>{m.recovery_done()}</Notice>}
          {!done && (linkError ?? fieldErrors.token ?? fieldErrors.form) && (
            <Notice wrong>{linkError ?? fieldErrors.token ?? fieldErrors.form}</Notice>
          )}
        </div>
        {!done && !linkError && remaining === 0 ? null : done || linkError ? (
          <div className={parts.acts}>
            <ButtonLink to={currentLocalePath(done ? '/login' : '/recovery')} reloadDocument>
              {done ? m.login_submit() : m.recovery_title()}
            </ButtonLink>
          </div>
        ) : (
          <>
            <NewPasswordField
              label={m.recovery_new()}
              name="password"
              autoComplete="new-password"
              value={password}
              error={fieldErrors.password}
              onChange={(event) => setPassword(event.target.value)}
            />
            {remaining > 0 && <p className={parts.meta}>{m.recovery_left({ time: formatWait(remaining) })}</p>}
            <div className={parts.acts}>
              <Button type="submit" busy={busy}>
                {m.recovery_set()}
              </Button>
            </div>
          </>
        )}
      </form>
    </AccountPageFrame>
  )
}
