import { useState } from 'react'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { WaitingGuest } from '../../contract.ts'
import { answerAdmission } from '../../public/room-connection.ts'
import styles from './waiting-guests.module.css'

interface WaitingGuestsProps {
  knocks: readonly WaitingGuest[]
  /** Peer key of the current user; authorizes admitting a guest. */
  peerKey: string
  /** Fetches the waiting guests immediately. */
  refresh: () => void
}

/** Waiting guests, each with buttons to admit or refuse. */
export function WaitingGuests({ knocks, peerKey, refresh }: WaitingGuestsProps) {
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<string>()
  const answer = async (guest: string, admit: boolean) => {
    setBusy(guest)
    setFault(undefined)
    try {
      await answerAdmission(peerKey, { guest, admit, seen: 'waiting' })
    } catch (error) {
      setFault(refusalMessage(error))
    }
    setBusy(undefined)
    refresh()
  }
  return (
    <>
      <div role="alert">{fault && <p className={styles.error}>{fault}</p>}</div>
      <div role="status">
        {knocks.length > 0 && (
          <ul className={styles.knocks} aria-label={m.meetings_knocks()}>
            {knocks.map(({ _id, name }) => (
              <li key={_id} aria-busy={busy === _id || undefined}>
                <span>{m.meetings_knocks_of({ name })}</span>
                <button
                  type="button"
                  data-main
                  aria-label={m.meetings_admit_of({ name })}
                  onClick={() => !busy && void answer(_id, true)}
                >
                  {m.meetings_admit()}
                </button>
                <button
                  type="button"
                  aria-label={m.meetings_refuse_of({ name })}
                  onClick={() => !busy && void answer(_id, false)}
                >
                  {m.meetings_refuse()}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
