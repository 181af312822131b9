import { startRegistration } from '@simplewebauthn/browser'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { deviceName } from '#kit/text/device-name.ts'
import { m } from '#messages/messages.js'
import { passkeys as contract, type Passkey } from '#people/passkeys/contract.ts'
import { canUsePasskeys, isAborted, rememberPasskey } from '#session/passkey-login.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useFormErrors } from '../../forms/use-form-errors.ts'
import { CurrentPassword } from '../current-password.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import styles from './security.module.css'

const client = clientOf(contract)

interface PasskeysPartProps {
  passkeys: readonly Passkey[]
  onChanged: () => void
}

/** The user's passkeys: add, rename, remove. */
export function PasskeysPart({ passkeys, onChanged }: PasskeysPartProps) {
  const [adding, setAdding] = useState(false)
  const [offered, setOffered] = useState(true)
  const [added, setAdded] = useState(false)
  useEffect(() => setOffered(canUsePasskeys()), [])
  return (
    <section className={parts.part}>
      <div className={styles.head}>
        <h2 className={parts.section}>
          {m.passkeys_title()} {passkeys.length > 0 && passkeys.length}
        </h2>
        {!adding && offered && (
          <Button look="outline" low onClick={() => setAdding(true)}>
            {m.passkeys_add()}
          </Button>
        )}
      </div>
      <p className={parts.meta}>{offered ? m.passkeys_lead() : m.passkeys_unsupported()}</p>
      {adding && (
        <AddPasskey
          onDone={(done) => {
            setAdding(false)
            setAdded(done)
            if (done) onChanged()
          }}
        />
      )}
      <p className={parts.said} role="status">
        {added ? m.passkeys_added() : ''}
      </p>
      <ul className={parts.rows}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            name={passkey.name}
            note={
              passkey.usedAt
                ? m.passkeys_used({ made: formatMoment(passkey.createdAt), used: formatMoment(passkey.usedAt) })
                : m.passkeys_unused({ made: formatMoment(passkey.createdAt) })
            }
            onRename={async (name) => {
              await client.renamePasskey({ params: { id: passkey._id }, body: { name } })
              onChanged()
            }}
            onRemove={async () => {
              await client.removePasskey({ params: { id: passkey._id } })
              onChanged()
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** Asks for the password, then has the browser create a passkey. */
function AddPasskey({ onDone }: { onDone: (added: boolean) => void }) {
  const { form, fieldErrors, showErrors, refuse } = useFormErrors()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!name.trim()) return showErrors({ name: m.field_required() })
    if (!password) return showErrors({ password: m.password_current_required() })
    setBusy(true)
    try {
      const { challenge } = await client.beginPasskey({ body: { password } })
      const { id, response } = await startRegistration({ optionsJSON: challenge.options })
      const { clientDataJSON, attestationObject, transports = [] } = response
      await client.createPasskey({
        body: {
          challenge: challenge._id,
          name,
          credential: { id, clientDataJSON, attestationObject, transports: transports as 'internal'[] },
        },
      })
      rememberPasskey()
      onDone(true)
    } catch (error) {
      setBusy(false)
      if (isAborted(error)) return showErrors({ form: m.passkeys_aborted() })
      if (error instanceof CallRefused && error.status === 429)
        return showErrors({ password: m.password_wait({ time: formatWait(error.retryAfter ?? 30) }) })
      if (error instanceof CallRefused) {
        const { credential, challenge } = error.refusal.fields ?? {}
        if (credential || challenge) return showErrors({ form: credential ?? challenge })
      }
      if (error instanceof Error && error.name === 'InvalidStateError') return showErrors({ form: m.passkeys_known() })
      refuse(error)
    }
  }
  return (
    <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
      <div role="alert">{fieldErrors.form && <Notice wrong>{fieldErrors.form}</Notice>}</div>
      <TextField
        label={m.passkeys_name()}
        name="name"
        maxLength={60}
        value={name}
        error={fieldErrors.name}
        hint={m.passkeys_name_hint()}
        onChange={(event) => setName(event.target.value)}
      />
      <CurrentPassword value={password} error={fieldErrors.password} onChange={setPassword} />
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {m.passkeys_add()}
        </Button>
        <Button look="outline" onClick={() => onDone(false)}>
          {m.security_cancel()}
        </Button>
      </div>
    </form>
  )
}
