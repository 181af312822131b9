import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { logIn, type SecondStep, submitCode } from '#session/log-in.ts'
import { loginPath } from '#session/page-guard.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { logOut } from '#session/session.ts'
import { currentTokens, watchSession } from '#session/session-tokens.ts'
import styles from './session-watch.module.css'

/** Current address, to return to after the next log-in. */
const currentPath = () => window.location.pathname + window.location.search

/**
 * Handles the end of a session. An expired one keeps the screen, asks for the password above it, and then continues the
 * waiting calls. A log-out, here or in another tab, leaves the console.
 */
export function SessionWatch() {
  const [isAsking, setIsAsking] = useState(false)
  const [reasonCode, setReasonCode] = useState<string>()
  const answer = useRef<((again: boolean) => void) | undefined>(undefined)

  const resolvePrompt = useCallback((again: boolean) => {
    setIsAsking(false)
    answer.current?.(again)
    answer.current = undefined
  }, [])

  useEffect(() => {
    const stopAsking = setReauthenticationPrompt(() => {
      setIsAsking(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    const stopWatching = watchSession((session, ending, code) => {
      if (session) resolvePrompt(true)
      else if (ending === 'expired') {
        setReasonCode(code)
        setIsAsking(true)
      } else if (ending === 'logout') window.location.replace('/login?out')
    })
    return () => {
      stopAsking()
      stopWatching()
    }
  }, [resolvePrompt])

  const leave = () => {
    resolvePrompt(false)
    void logOut()
  }
  return isAsking && <ReauthenticationDialog reasonCode={reasonCode} onLeave={leave} />
}

/** Why the session ended, by the refusal's code. */
const reasons: Record<string, () => string> = {
  session_idle: m.account_again_text,
  session_ended: m.account_again_ended,
  session_revoked: m.account_again_revoked,
}

function ReauthenticationDialog({ reasonCode, onLeave }: { reasonCode: string | undefined; onLeave: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [step, setStep] = useState<SecondStep | null>(null)
  const [error, setError] = useState('')
  const [sending, setSending] = useState(false)
  const wait = useWait()
  const { username } = currentTokens()

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!username) return window.location.assign(loginPath(currentPath()))
    if (!step && !password) return setError(m.login_password_required())
    if (step && !code.trim()) return setError(m.second_step_required())
    setSending(true)
    setError('')
    try {
      // The dialog closes when the session begins.
      if (step) await submitCode(step, code)
      else {
        setStep(await logIn(username, password))
        setSending(false)
      }
    } catch (refused) {
      setSending(false)
      if (!(refused instanceof CallRefused)) return setError(errorMessage(refused))
      if (refused.status === 429) return wait.begin(refused.retryAfter ?? 30)
      const { fields, message } = refused.refusal
      // Expired or too many attempts: start again with the password.
      if (fields?.pending) setStep(null)
      setError(fields?.code ?? fields?.pending ?? message)
    }
  }

  return (
    <Modal
      opened
      onClose={onLeave}
      title={m.account_again_title()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      size={420}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.text}>{(reasons[reasonCode ?? ''] ?? m.account_again_expired)()}</p>
        <input
          className={styles.name}
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        {step ? (
          <TextInput
            key="code"
            autoFocus
            label={m.second_step_code()}
            description={m.second_step_either()}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            error={wait.remaining > 0 ? m.login_wait({ time: formatWait(wait.remaining) }) : error}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setError('')
            }}
          />
        ) : (
          <PasswordInput
            data-autofocus
            label={m.login_password()}
            description={username}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            autoComplete="current-password"
            value={password}
            error={wait.remaining > 0 ? m.login_wait({ time: formatWait(wait.remaining) }) : error}
            visibilityToggleButtonProps={{ 'aria-label': m.login_show_password() }}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setError('')
            }}
          />
        )}
        <div className={styles.acts}>
          <Button variant="subtle" onClick={onLeave}>
            {m.account_again_leave()}
          </Button>
          <Button variant="filled" color="action" type="submit" disabled={sending || wait.remaining > 0}>
            {sending ? m.login_submitting() : m.account_again_submit()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
