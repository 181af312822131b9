import { type SyntheticEvent, useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Answer } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { twoStep } from '#people/two-step/contract.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { CodeInput } from '../../forms/code-input.tsx'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useFormErrors } from '../../forms/use-form-errors.ts'
import { CurrentPassword } from '../current-password.tsx'
import styles from './security.module.css'

const client = clientOf(twoStep)

type Setup = Answer<typeof twoStep.beginTwoStep>['setup']

interface SetUpProps {
  /** True if an authenticator app is already set up; its code is required too. */
  replaces: boolean
  onConfirmed: (codes: readonly string[]) => void
  /** Absent if the setup is mandatory. */
  onCancel?: (() => void) | undefined
}

/** Setup of an authenticator app: password, a code of the previous app, QR code of the new one, and its first code. */
export function SetUpTwoStep({ replaces, onConfirmed, onCancel }: SetUpProps) {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [password, setPassword] = useState('')
  const [setup, setSetup] = useState<Setup>()
  const [present, setPresent] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (setup) form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  }, [setup, form])

  const runAction = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      showErrors({})
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429)
        showErrors({ form: m.password_wait({ time: formatWait(error.retryAfter ?? 30) }) })
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const beginSetup = () =>
    runAction(async () => {
      const body = { password, ...(replaces && { code: present }) }
      setSetup((await client.beginTwoStep({ body })).setup)
      setPassword('')
      setPresent('')
    })
  const confirmSetup = (digits: string) =>
    runAction(async () => onConfirmed((await client.confirmTwoStep({ body: { code: digits } })).codes))

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (!setup && !password) return showErrors({ password: m.password_current_required() })
    if (!setup && replaces && !present.trim()) return showErrors({ code: m.second_step_required() })
    if (!setup) return void beginSetup()
    if (!/^\d{6}$/.test(code)) return showErrors({ code: m.join_code_six() })
    void confirmSetup(code)
  }

  return (
    <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
      <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
      {setup ? (
        <>
          <div className={styles.scan}>
            <svg
              className={styles.qr}
              viewBox={`-4 -4 ${setup.size + 8} ${setup.size + 8}`}
              role="img"
              aria-label={m.two_step_qr()}
              shapeRendering="crispEdges"
            >
              <path d={setup.path} />
            </svg>
            <div>
              <p className={styles.step}>{m.two_step_scan()}</p>
              <p className={parts.meta}>{m.two_step_scan_text()}</p>
              <p className={parts.meta}>{m.two_step_secret()}</p>
              <p className={styles.secret}>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
              <a className={parts.link} href={setup.uri}>
                {m.two_step_here()}
              </a>
            </div>
          </div>
          <div>
            <p className={styles.step}>{m.two_step_first()}</p>
            <CodeInput
              value={code}
              error={fieldErrors.code}
              onChange={(digits) => {
                setCode(digits)
                if (digits.length === 6 && digits !== code && !busy) void confirmSetup(digits)
              }}
            />
            <p className={fieldErrors.code ? parts.wrong : parts.meta} id="code-note" role="alert">
              {fieldErrors.code ?? ''}
            </p>
          </div>
        </>
      ) : (
        <>
          <p className={parts.meta}>{replaces ? m.two_step_change_text() : m.two_step_begin_text()}</p>
          <CurrentPassword autoFocus value={password} error={fieldErrors.password} onChange={setPassword} />
          {replaces && (
            <TextField
              label={m.second_step_code()}
              name="code"
              autoComplete="one-time-code"
              maxLength={40}
              value={present}
              error={fieldErrors.code}
              hint={m.second_step_either()}
              onChange={(event) => setPresent(event.target.value)}
            />
          )}
        </>
      )}
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {setup ? m.two_step_confirm() : m.join_next()}
        </Button>
        {onCancel && (
          <Button look="outline" onClick={onCancel}>
            {m.security_cancel()}
          </Button>
        )}
      </div>
    </form>
  )
}
