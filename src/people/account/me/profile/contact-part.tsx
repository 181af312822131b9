import { type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/contract.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { type Channel, type ContactProof, type PendingCode, ProveContact } from '../../forms/prove-contact.tsx'
import { useFormErrors } from '../../forms/use-form-errors.ts'
import { CurrentPassword } from '../current-password.tsx'
import { useMe } from '../me-context.ts'

const client = clientOf(users)

/** Current contacts. A new one is proven first, then saved with the password. */
export function ContactPart() {
  const { me } = useMe()
  const [open, setOpen] = useState(false)
  const [channel, setChannel] = useState<Channel>('EMAIL')
  const [contact, setContact] = useState('')
  const [certification, setCertification] = useState<PendingCode | null>(null)
  const [proof, setProof] = useState<ContactProof>()
  const [error, setError] = useState<string>()
  const [done, setDone] = useState(false)

  const startEditing = () => {
    setOpen(true)
    setDone(false)
  }
  /** Restarts: the proof expired, or another contact is wanted. */
  const restart = (message?: string) => {
    setProof(undefined)
    setCertification(null)
    setError(message)
  }
  const close = (isTaken: boolean) => {
    restart()
    setContact('')
    setOpen(false)
    setDone(isTaken)
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.me_contact()}</h2>
      <ul className={parts.rows}>
        {[
          { label: m.join_email(), text: me.email },
          { label: m.join_phone(), text: me.phone && formatPhone(me.phone) },
        ].map(({ label, text }) => (
          <li key={label} className={parts.row}>
            <span className={parts.name}>{label}</span>
            <span className={parts.meta}>{text ?? m.me_none()}</span>
          </li>
        ))}
      </ul>
      <p className={parts.said} role="status">
        {done ? m.me_contact_changed() : ''}
      </p>
      <div role="alert">{error && <Notice wrong>{error}</Notice>}</div>
      {!open ? (
        <Button look="outline" low onClick={startEditing}>
          {m.me_contact_change()}
        </Button>
      ) : proof ? (
        <div className={parts.below}>
          <TakeContact proof={proof} onTaken={() => close(true)} onOver={restart} onCancel={() => close(false)} />
        </div>
      ) : (
        <div className={parts.below}>
          <ProveContact
            channel={channel}
            contact={contact}
            certification={certification}
            onChange={(changes) => {
              if (changes.channel) setChannel(changes.channel)
              if (changes.contact !== undefined) setContact(changes.contact)
              if (changes.certification !== undefined) setCertification(changes.certification)
            }}
            onProven={(proven) => {
              setError(undefined)
              setProof(proven)
            }}
          />
          <div className={parts.acts}>
            <Button look="outline" low onClick={() => close(false)}>
              {m.security_cancel()}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

interface TakeContactProps {
  proof: ContactProof
  onTaken: () => void
  /** Called with the reason when the proof cannot be used. */
  onOver: (message: string) => void
  onCancel: () => void
}

/** Saves a proven contact with the password; the proof survives a wrong password. */
function TakeContact({ proof, onTaken, onOver, onCancel }: TakeContactProps) {
  const { me, change } = useMe()
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (!password) return showErrors({ password: m.password_current_required() })
    setBusy(true)
    try {
      const { me: next } = await client.updateMe({ body: { proof: proof.token, password, updatedAt: me.updatedAt } })
      change(next)
      onTaken()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallRefused)) return refuse(error)
      const { proof: proofError, password: passwordError, ...others } = error.refusal.fields ?? {}
      if (proofError) return onOver(proofError)
      if (error.status === 412) change((await client.me()).me)
      if (error.status === 429)
        return showErrors({ password: m.password_wait({ time: formatWait(error.retryAfter ?? 30) }) })
      // This form has no field for the contact, so show its error above the form.
      showErrors(
        passwordError ? { password: passwordError } : { form: Object.values(others)[0] ?? error.refusal.message },
      )
    }
  }
  return (
    <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
      <p className={parts.meta}>{m.join_proven({ contact: proof.contact })}</p>
      <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
      <CurrentPassword autoFocus value={password} error={fieldErrors.password} onChange={setPassword} />
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {m.me_contact_change()}
        </Button>
        <Button look="outline" onClick={onCancel}>
          {m.security_cancel()}
        </Button>
      </div>
    </form>
  )
}
