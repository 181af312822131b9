import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import styles from '../../public/meeting-room.module.css'
import { answerAdmission } from '../../public/room-connection.ts'
import { guests as contract, type GuestLink } from '../contract.ts'

const client = clientOf(contract)

interface InviteGuestProps {
  matching: string
  /** Peer key of the current user; authorizes admitting a guest. */
  peerKey: string
  close: () => void
}

/**
 * Creates guest links, for example for an interpreter. The holder may ask to be admitted until the room closes or the
 * link is withdrawn.
 */
export function InviteGuest({ matching, peerKey, close }: InviteGuestProps) {
  const [name, setName] = useState('')
  const [link, setLink] = useState<{ guest: string; address: string }>()
  const [guests, setGuests] = useState<readonly GuestLink[]>([])
  const [fault, setFault] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const listed = useId()

  const run = useCallback(async (action: () => Promise<void>) => {
    setFault(undefined)
    try {
      await action()
    } catch (error) {
      setFault(refusalMessage(error))
    }
  }, [])
  useEffect(() => {
    void run(async () => setGuests((await client.guests({ params: { id: matching } })).guests))
  }, [run, matching])

  const createLink = () =>
    run(async () => {
      const { guest } = await client.invite({ params: { id: matching }, body: { name } })
      const { token, ...created } = guest
      setLink({
        guest: created._id,
        address: `${window.location.origin}${currentLocalePath(`/match/meet/${matching}`)}#guest=${token}`,
      })
      setGuests((current) => [created, ...current])
      setName('')
    })
  const withdraw = (id: string) =>
    run(async () => {
      const { guest } = await client.withdraw({ params: { id: matching, guest: id } })
      setGuests((current) => current.map((one) => (one._id === id ? guest : one)))
      if (link?.guest === id) setLink(undefined)
      // Move the focus: the button that had it is gone.
      heading.current?.focus()
    })

  const admit = (guest: string) =>
    run(async () => {
      await answerAdmission(peerKey, { guest, admit: true, seen: 'refused' })
      setGuests((current) => current.map((one) => (one._id === guest ? { ...one, knock: 'admitted' } : one)))
      heading.current?.focus()
    })

  return (
    <section className={styles.invite} aria-label={m.meetings_invite()}>
      <form
        className={styles.write}
        onSubmit={(event) => {
          event.preventDefault()
          void createLink()
        }}
      >
        <label>
          {m.meetings_invite_name()}
          <input name="guest" required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <button type="submit" className={styles.send}>
          {m.meetings_invite_make()}
        </button>
      </form>
      <div role="alert">{fault && <p>{fault}</p>}</div>
      {link && (
        <label className={styles.link}>
          {m.meetings_invite_link()}
          <input name="link" readOnly value={link.address} onFocus={(event) => event.target.select()} />
        </label>
      )}
      {guests.length > 0 && (
        <>
          <h2 ref={heading} id={listed} tabIndex={-1} className={styles.guestsTitle}>
            {m.meetings_guests()}
          </h2>
          <ul className={styles.guests} aria-labelledby={listed}>
            {guests.map(({ _id, name: guest, closedAt, knock }) => (
              <li key={_id}>
                <span>{guest}</span>
                {!closedAt && knock === 'refused' && (
                  <button
                    type="button"
                    className={styles.close}
                    aria-label={m.meetings_admit_of({ name: guest })}
                    onClick={() => void admit(_id)}
                  >
                    {m.meetings_admit_after()}
                  </button>
                )}
                {closedAt ? (
                  <span>{m.meetings_guest_withdrawn()}</span>
                ) : (
                  <button
                    type="button"
                    className={styles.close}
                    aria-label={m.meetings_guest_withdraw_of({ name: guest })}
                    onClick={() => void withdraw(_id)}
                  >
                    {m.meetings_guest_withdraw()}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" className={styles.close} onClick={close}>
        {m.form_close()}
      </button>
    </section>
  )
}
