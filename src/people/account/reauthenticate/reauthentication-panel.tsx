import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { errorMessage } from '#session/error-message.ts'
import { logIn, type SecondStep } from '#session/log-in.ts'
import { hasPasskey } from '#session/passkey-login.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { logOut } from '#session/session.ts'
import { currentTokens, watchSession } from '#session/session-tokens.ts'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { CodeStep } from '../login/code-step.tsx'
import { PasskeyButton } from '../login/passkey-button.tsx'
import styles from './reauthentication.module.css'

/** Asks for the password again when the session expired during an action. The input on the page stays as typed. */
export function ReauthenticationPanel({ onDone }: { onDone: (again: boolean) => void }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [username] = useState(() => currentTokens().username)
  const [step, setStep] = useState<SecondStep | null>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const wait = useWait()

  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' })
    password.current?.focus()
  }, [])
  useEffect(() => {
    // The same user may log in here or in another tab.
    const stop = watchSession((session, ending) => {
      if (session) onDone(true)
      else if (ending === 'logout') onDone(false)
    })
    return () => void stop()
  }, [onDone])

  const loginPage = () =>
    `${inLocale(getLocale(), '/login')}?next=${encodeURIComponent(window.location.pathname + window.location.search)}`
  /** A different user: hide the page content, log out and open the log-in page. */
  const switchAccount = () => {
    document.querySelector('main')?.setAttribute('hidden', '')
    void logOut()
    window.location.assign(loginPage())
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // Keep this submit away from the forms that contain the panel.
    event.stopPropagation()
    const secret = password.current?.value ?? ''
    if (!username) return window.location.assign(loginPage())
    if (!secret) return setError(m.login_password_required())
    setBusy(true)
    setError('')
    try {
      setStep(await logIn(username, secret))
    } catch (refused) {
      if (refused instanceof CallRefused && refused.status === 429) wait.begin(refused.retryAfter ?? 30)
      else setError(errorMessage(refused))
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div ref={panel} className={styles.panel} role="dialog" data-again aria-labelledby={`${id}-title`}>
      <p className={styles.title} id={`${id}-title`}>
        {m.again_title()}
      </p>
      <p className={styles.text}>{m.again_text()}</p>
      {step ? (
        <CodeStep
          step={step}
          onOver={(sentence) => {
            setStep(null)
            setError(sentence)
          }}
        />
      ) : (
        <form onSubmit={submit} noValidate>
          <p className={styles.who}>{username}</p>
          <input name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            ref={password}
            error={wait.remaining > 0 ? m.login_wait({ time: formatWait(wait.total) }) : error || undefined}
            onChange={() => setError('')}
          />
          <div className={styles.acts}>
            <Button type="submit" busy={busy} disabled={wait.remaining > 0}>
              {wait.remaining > 0 ? formatWait(wait.remaining) : m.again_submit()}
            </Button>
            {hasPasskey() && <PasskeyButton className={styles.act} onFailed={setError} />}
            <button type="button" className={styles.act} onClick={switchAccount}>
              {m.again_other()}
            </button>
            <button type="button" className={styles.act} onClick={() => onDone(false)}>
              {m.again_later()}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}
