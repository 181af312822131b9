import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { type SecondStep, submitCode } from '#session/log-in.ts'
import { formatWait, useWait } from '#session/retry-wait.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { CodeInput } from '../forms/code-input.tsx'
import parts from '../forms/parts.module.css'
import styles from './code-step.module.css'

interface CodeStepProps {
  step: SecondStep
  /** Called when the pending log-in has expired; the password step is shown again with this message. */
  onOver: (sentence: string) => void
  /** True on the log-in page: uses the ink-colored main button. */
  quiet?: boolean
  /** Further options, shown below the recovery code. */
  children?: ReactNode
}

/**
 * Second log-in step: an authenticator code, submitted at its sixth digit, or a recovery code. Starts the session when
 * the code is right.
 */
export function CodeStep({ step, onOver, quiet, children }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const trust = useRef<HTMLInputElement>(null)
  const wait = useWait()
  const form = useRef<HTMLFormElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has its own field
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus(), [isRecovery])

  const send = async (entered: string) => {
    if (busy || wait.remaining > 0) return
    if (!isRecovery && !/^\d{6}$/.test(entered)) return setError(m.join_code_six())
    if (!entered.trim()) return setError(m.second_step_recovery_required())
    setBusy(true)
    setError('')
    try {
      await submitCode(step, entered, trust.current?.checked)
    } catch (refused) {
      setBusy(false)
      if (!(refused instanceof CallRefused)) return setError(errorMessage(refused))
      if (refused.status === 429) return wait.begin(refused.retryAfter ?? 30)
      const { fields, message } = refused.refusal
      if (fields?.pending) return onOver(fields.pending)
      setError(fields?.code ?? message)
      form.current?.querySelector<HTMLInputElement>('input')?.select()
    }
  }
  const message = wait.remaining > 0 ? m.login_wait({ time: formatWait(wait.total) }) : error

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void send(code)
      }}
    >
      {isRecovery ? (
        <TextField
          label={m.second_step_recovery()}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={message || undefined}
          hint={m.second_step_recovery_hint()}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <>
          <CodeInput
            value={code}
            error={message || undefined}
            onChange={(digits) => {
              setCode(digits)
              setError('')
              if (digits.length === 6 && digits !== code) void send(digits)
            }}
          />
          <p className={message ? parts.wrong : parts.meta} id="code-note" role="alert">
            {message}
          </p>
        </>
      )}
      {/* The user must tick this before the sixth digit, which submits the form. */}
      <label className={parts.check}>
        <input ref={trust} type="checkbox" name="trust" />
        {m.second_step_trust()}
      </label>
      <Button type="submit" className={quiet ? styles.quiet : undefined} busy={busy} disabled={wait.remaining > 0}>
        {wait.remaining > 0 ? formatWait(wait.remaining) : m.second_step_confirm()}
      </Button>
      <div className={styles.ways}>
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            setError('')
          }}
        >
          {isRecovery ? m.second_step_by_app() : m.second_step_by_recovery()}
        </button>
        {children}
      </div>
    </form>
  )
}
