import { useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { certify } from '#people/certify/contract.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { CodeInput } from './code-input.tsx'
import parts from './parts.module.css'
import { useFormErrors } from './use-form-errors.ts'
import { useLoaded } from './use-loaded.ts'

const client = clientOf(certify)
const load = () => client.offered()

export type Channel = 'EMAIL' | 'SMS'

/** A code that was sent and is not confirmed yet. */
export interface PendingCode {
  _id: string
  contact: string
  expiresAt: string
  resendAt: string
}

export interface ContactProof {
  token: string
  channel: Channel
  contact: string
  expiresAt: string
  registered: boolean
}

interface ProveContactProps {
  channel: Channel
  contact: string
  certification: PendingCode | null
  /** Page for identity verification as an alternative; absent if it is not offered. */
  identity?: string
  onChange: (changes: { channel?: Channel; contact?: string; certification?: PendingCode | null }) => void
  onProven: (proof: ContactProof) => void
}

const calculateSecondsUntil = (moment: string, now: number) => Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000))

/** Returns the current time, updated every second while `isRunning`. */
const useNow = (isRunning: boolean): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** Contact field, code request and code confirmation. Input stays after an error. */
export function ProveContact({ channel, contact, certification, identity, onChange, onProven }: ProveContactProps) {
  const { value: offered } = useLoaded(load)
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  /** Id of the code requested in this view; a code restored after a reload does not take the focus. */
  const [sentTo, setSentTo] = useState<string>()
  const now = useNow(certification !== null)
  const secondsLeft = certification ? calculateSecondsUntil(certification.expiresAt, now) : 0
  const again = certification ? calculateSecondsUntil(certification.resendAt, now) : 0

  useEffect(() => {
    if (sentTo) form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  }, [sentTo, form])

  const send = async () => {
    setBusy(true)
    try {
      const answer = await client.send({ body: { channel, contact } })
      onChange({ certification: answer.certification })
      setCode('')
      showErrors({})
      setSentTo(answer.certification._id)
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429)
        showErrors({ contact: m.join_code_wait({ time: formatWait(error.retryAfter ?? 60) }) })
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }

  const confirmCode = async (digits: string) => {
    if (!certification) return
    if (!/^\d{6}$/.test(digits)) return showErrors({ code: m.join_code_six() })
    setBusy(true)
    try {
      const { proof } = await client.confirm({
        params: { id: certification._id },
        body: { channel, contact: certification.contact, code: digits },
      })
      onProven(proof)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  const isSms = channel === 'SMS'
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void (certification ? confirmCode(code) : send())
      }}
    >
      {!certification ? (
        <div className={parts.fields}>
          <TextField
            label={isSms ? m.join_phone() : m.join_email()}
            name="contact"
            type={isSms ? 'tel' : 'email'}
            autoComplete={isSms ? 'tel' : 'email'}
            inputMode={isSms ? 'tel' : 'email'}
            maxLength={200}
            value={contact}
            error={fieldErrors.contact ?? fieldErrors.channel ?? fieldErrors.form}
            hint={m.join_contact_hint()}
            onChange={(event) => onChange({ contact: event.target.value })}
          />
          {(offered?.channels ?? []).includes('SMS') && (
            <button
              type="button"
              className={`${parts.link} ${parts.plain}`}
              onClick={() => onChange({ channel: isSms ? 'EMAIL' : 'SMS', contact: '' })}
            >
              {isSms ? m.join_by_mail() : m.join_by_sms()}
            </button>
          )}
          {identity && (offered?.channels ?? []).includes('IDENTITY') && (
            <a className={`${parts.link} ${parts.plain} ${parts.way}`} href={identity}>
              {m.join_identity()}
            </a>
          )}
        </div>
      ) : (
        <>
          <p>
            <strong>{certification.contact}</strong>{' '}
            <button
              type="button"
              className={`${parts.link} ${parts.plain}`}
              onClick={() => onChange({ certification: null })}
            >
              {m.join_change_contact()}
            </button>
          </p>
          <CodeInput
            value={code}
            error={fieldErrors.code}
            onChange={(digits) => {
              setCode(digits)
              if (digits.length === 6 && digits !== code) void confirmCode(digits)
            }}
          />
          <p className={fieldErrors.code || fieldErrors.form ? parts.wrong : parts.meta} id="code-note" role="alert">
            {fieldErrors.code ?? fieldErrors.form ?? fieldErrors.contact ?? ''}
          </p>
          <p className={parts.meta}>
            {secondsLeft > 0 ? m.join_code_left({ time: formatWait(secondsLeft) }) : m.join_code_over()}
          </p>
          <button
            type="button"
            className={`${parts.link} ${parts.plain}`}
            aria-disabled={again > 0 || undefined}
            onClick={() => again === 0 && void send()}
          >
            {again > 0 ? m.join_code_again_in({ time: formatWait(again) }) : m.join_code_again()}
          </button>
          <p className={parts.meta}>{m.join_code_missing()}</p>
        </>
      )}
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {certification ? m.join_code_confirm() : m.join_code_send()}
        </Button>
      </div>
    </form>
  )
}
