import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { isStaff } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { logIn, type SecondStep } from '#session/log-in.ts'
import { safeNext } from '#session/page-guard.ts'
import { canUsePasskeys, hasPasskey, logInByPasskey, stopAutofill } from '#session/passkey-login.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { currentTokens, findSession, type Session, watchSession } from '#session/session-tokens.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Notice } from '../forms/notice.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { releaseEarlySubmit } from './early-submit.ts'
import styles from './login.module.css'
import { getPasskeyErrorMessage, PasskeyButton } from './passkey-button.tsx'

/** Leaves the log-in page by loading a new document, because the console has its own styles and language. */
const leavePage = async (session: Session, next: string | null) => {
  const toConsole = isStaff(session.scope)
  const to = safeNext(next, toConsole ? '/console' : '/')
  // Only members are asked for new terms; loaded on demand, so that the log-in page needs no script for it.
  const first = toConsole
    ? null
    : await import('../consents/pending-consents.ts').then(({ findPendingConsentPath }) => findPendingConsentPath(to))
  window.location.replace(first ?? to)
}

interface Errors {
  username?: string
  password?: string
  /** Error of the whole form: too many attempts, or server unreachable. */
  form?: string
}

interface LoginFormProps {
  next: string | null
  /** True right after a log-out. */
  isLoggedOut: boolean
  /** Message explaining why the second step ended. */
  endReason: string
  /** Called when the password was right and a code is required. */
  onStep: (step: SecondStep) => void
}

/** Log-in form. Fields are uncontrolled, so that browser autofill and text typed before hydration survive. */
export function LoginForm({ next, isLoggedOut, endReason, onStep }: LoginFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [sending, setSending] = useState(false)
  const [expired, setExpired] = useState(false)
  const wait = useWait()

  useEffect(() => releaseEarlySubmit(form.current), [])

  useEffect(() => {
    const tokens = currentTokens()
    const field = username.current
    if (tokens.username && !tokens.refreshToken && !isLoggedOut) setExpired(true)
    if (field && !field.value && tokens.username && !isLoggedOut) field.value = tokens.username
    if (document.activeElement === document.body) (field?.value ? password : username).current?.focus()
    let isLeaving = false
    // Both the request and the session watcher report a session; a second navigation would cancel the first.
    const leaveOnce = (session: Session | null) => {
      if (!session || isLeaving) return
      isLeaving = true
      void leavePage(session, next)
    }
    const stop = watchSession(leaveOnce)
    void findSession().then(leaveOnce)
    return stop
  }, [next, isLoggedOut])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const name = username.current?.value.trim() ?? ''
    const secret = password.current?.value ?? ''
    const fieldErrors: Errors = {
      ...(!name && { username: m.login_username_required() }),
      ...(name.includes(':') && { username: m.login_username_colon() }),
      ...(!secret && { password: m.login_password_required() }),
    }
    setErrors(fieldErrors)
    if (fieldErrors.username) return username.current?.focus()
    if (fieldErrors.password) return password.current?.focus()
    setSending(true)
    try {
      stopAutofill()
      const step = await logIn(name, secret)
      if (!step) return
      setSending(false)
      onStep(step)
    } catch (error) {
      setSending(false)
      if (error instanceof CallRefused && error.status === 401) {
        setErrors({ password: error.refusal.message })
        password.current?.select()
      } else if (error instanceof CallRefused && error.status === 429) {
        wait.begin(error.retryAfter ?? 30)
      } else setErrors({ form: errorMessage(error) })
    }
  }

  useEffect(() => {
    if (!hasPasskey() || !canUsePasskeys()) return
    username.current?.setAttribute('autocomplete', 'username webauthn')
    // Passkey autofill: the browser offers it in this field and waits. The challenge is valid for five minutes.
    const offerPasskey = () =>
      void logInByPasskey({ autofill: true }).catch((error: unknown) => {
        if (error instanceof CallRefused && error.refusal.fields) setErrors({ form: getPasskeyErrorMessage(error) })
      })
    offerPasskey()
    const timer = setInterval(offerPasskey, 4 * 60_000)
    return () => {
      clearInterval(timer)
      stopAutofill()
    }
  }, [])

  const clearError = (name: 'username' | 'password') => () =>
    errors[name] && setErrors((current) => ({ ...current, [name]: undefined }))

  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
      {(expired || isLoggedOut) && !errors.form && !wait.remaining && (
        <Notice>
          {isLoggedOut ? m.login_ended() : m.login_expired()}
          {expired && (
            <>
              <br />
              {m.login_expired_kept()}
            </>
          )}
        </Notice>
      )}
      <div role="alert">
        {(errors.form || endReason) && <Notice wrong>{errors.form ?? endReason}</Notice>}
        {wait.remaining > 0 && <Notice wrong>{m.login_wait({ time: formatWait(wait.total) })}</Notice>}
      </div>

      <label className={styles.label} htmlFor={`${id}-name`}>
        {m.login_username()}
      </label>
      <input
        ref={username}
        id={`${id}-name`}
        className={styles.input}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode="email"
        maxLength={200}
        aria-invalid={errors.username ? true : undefined}
        aria-describedby={errors.username ? `${id}-name-error` : undefined}
        onChange={clearError('username')}
        onKeyDown={(event: KeyboardEvent) =>
          pressedKey(event) === 'Enter' && !password.current?.value && moveOn(event, password.current)
        }
      />
      <p className={styles.error} id={`${id}-name-error`} role="alert">
        {errors.username}
      </p>

      <PasswordField ref={password} error={errors.password} onChange={clearError('password')} />

      <button className={styles.submit} type="submit" disabled={sending || wait.remaining > 0}>
        {sending ? m.login_submitting() : wait.remaining > 0 ? formatWait(wait.remaining) : m.login_submit()}
      </button>
      <p className={styles.over} aria-live="polite">
        {wait.isOver ? m.login_wait_over() : ''}
      </p>
      <PasskeyButton className={styles.passkey} onFailed={(sentence) => setErrors({ form: sentence })} />
    </form>
  )
}

/** Enter in the first field moves to the empty second one instead of reporting it as missing. */
const moveOn = (event: KeyboardEvent, field: HTMLInputElement | null) => {
  event.preventDefault()
  field?.focus()
}
