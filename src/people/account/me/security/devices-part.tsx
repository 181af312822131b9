import { useState } from 'react'
import type { Answer } from '#kit/contract.ts'
import { deviceName } from '#kit/text/device-name.ts'
import { m } from '#messages/messages.js'
import { auth } from '#people/auth/contract.ts'
import type { LoginMethod } from '#people/auth/rules.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import styles from './security.module.css'

const client = clientOf(auth)

type Session = Answer<typeof auth.sessions>['sessions'][number]

const methodLabels: Record<LoginMethod, () => string> = {
  password: m.security_way_password,
  totp: m.security_way_totp,
  recovery: m.security_way_recovery,
  passkey: m.security_way_passkey,
  device: m.security_way_device,
}

interface DevicesPartProps {
  sessions: readonly Session[]
  onChanged: () => void
  /** Called after the user reported a device as not theirs; its session has been ended. */
  onStranger: (device: string) => void
}

/** Sessions of the account; each can be ended, or all others together. */
export function DevicesPart({ sessions, onChanged, onStranger }: DevicesPartProps) {
  const [error, setError] = useState('')
  const runAction = (work: Promise<unknown>, then?: () => void) =>
    work.then(
      () => {
        setError('')
        onChanged()
        then?.()
      },
      (refused: unknown) => setError(errorMessage(refused)),
    )
  const endDeviceSession = (session: Session) => client.endSession({ params: { id: session._id } })
  return (
    <section className={parts.part}>
      <div className={styles.head}>
        <h2 className={parts.section}>
          {m.password_sessions()} {sessions.length}
        </h2>
        {sessions.length > 1 && (
          <Button look="outline" low onClick={() => void runAction(client.endSessions({ body: { which: 'others' } }))}>
            {m.security_end_others()}
          </Button>
        )}
      </div>
      <div role="alert">{error && <Notice wrong>{error}</Notice>}</div>
      <ul className={parts.rows}>
        {sessions.map((session) => {
          const device = deviceName(session.device)
          return (
            <li key={session._id} className={parts.row}>
              <span className={parts.rowText}>
                <span className={parts.name}>{device}</span>
                <br />
                <span className={parts.meta}>
                  {methodLabels[session.way]()} · {session.address}
                </span>
                <br />
                <span className={parts.meta}>
                  {m.security_logged_in({ time: formatMoment(session.createdAt) })} ·{' '}
                  {m.password_session_used({ time: formatMoment(session.usedAt) })}
                </span>
              </span>
              {session.current ? (
                <span className={parts.said}>{m.password_session_this()}</span>
              ) : (
                <span className={styles.acts}>
                  <button
                    type="button"
                    className={styles.harm}
                    aria-label={m.security_stranger_of({ device })}
                    onClick={() => void runAction(endDeviceSession(session), () => onStranger(device))}
                  >
                    {m.security_stranger()}
                  </button>
                  <Button
                    look="outline"
                    low
                    aria-label={m.password_session_end_of({ device })}
                    onClick={() => void runAction(endDeviceSession(session))}
                  >
                    {m.password_session_end()}
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
