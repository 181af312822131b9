import { type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { auth } from '#people/auth/contract.ts'
import { deviceName } from '#people/auth/service-device.ts'
import { clientOf } from '#session/session.ts'
import { spellWait } from '#session/wait.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { spellMoment } from '../moment.ts'
import { NewPasswordField, shortest } from '../new-password.tsx'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import { useFaults } from '../use-fields.ts'
import { useLoaded } from '../use-loaded.ts'
import { useMe } from './own.ts'

const client = clientOf(auth)
const load = async () => (await client.sessions()).sessions

/** The password, and where one is logged in. */
export default function Security() {
  const { value: sessions, error, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.me_security()}</h1>
      <PasswordPart onChanged={reload} />
      <section className={parts.part}>
        <h2 className={parts.section}>{m.password_sessions()}</h2>
        {error && <Notice wrong>{error}</Notice>}
        <ul className={parts.rows}>
          {(sessions ?? []).map((session) => (
            <li key={session._id} className={parts.row}>
              <span className={parts.rowText}>
                <span className={parts.name}>{deviceName(session.device)}</span>
                <br />
                <span className={parts.meta}>
                  {session.address} · {m.password_session_used({ time: spellMoment(session.usedAt) })}
                </span>
              </span>
              {session.current ? (
                <span className={parts.said}>{m.password_session_this()}</span>
              ) : (
                <Button
                  look="outline"
                  low
                  aria-label={m.password_session_end_of({ device: deviceName(session.device) })}
                  onClick={() => void client.endSession({ params: { id: session._id } }).then(reload, reload)}
                >
                  {m.password_session_end()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function PasswordPart({ onChanged }: { onChanged: () => void }) {
  const { me } = useMe()
  const { form, faults, say, refuse } = useFaults()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setDone(false)
    if (!current) return say({ current: m.password_current_required() })
    if ([...next].length < shortest) return say({ next: m.account_password_hint({ count: shortest }) })
    setBusy(true)
    try {
      await client.password({ body: { current, next } })
      setCurrent('')
      setNext('')
      setDone(true)
      say({})
      onChanged()
    } catch (error) {
      if (error instanceof CallRefused && error.status === 429)
        say({ current: m.password_wait({ time: spellWait(error.retryAfter ?? 30) }) })
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.password_title()}</h2>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <div role="alert">{faults.form && <Notice wrong>{faults.form}</Notice>}</div>
        <input name="username" autoComplete="username" value={me.username} readOnly hidden />
        <TextField
          label={m.password_current()}
          name="current"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          value={current}
          error={faults.current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordField
          label={m.password_next()}
          name="next"
          autoComplete="new-password"
          value={next}
          error={faults.next}
          onChange={(event) => setNext(event.target.value)}
        />
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {m.password_save()}
          </Button>
          <span className={parts.said} role="status">
            {done ? m.password_done() : ''}
          </span>
        </div>
      </form>
    </section>
  )
}
