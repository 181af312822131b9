import { type FormEvent, useCallback, useState } from 'react'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type Invitation, invitations } from '../contract.ts'
import { maxInvitationLength } from '../rules.ts'
import styles from './invite-buyer.module.css'

const client = clientOf(invitations)

interface InviteProps {
  fair: string
  buyer: string
}

const stateLabels = {
  open: m.invitations_sent,
  asked: m.invitations_asked,
  withdrawn: m.invitations_was_withdrawn,
} as const

/** Lets a seller invite a buyer of its fair to request a meeting, and withdraw the invitation. */
export default function InviteBuyer({ fair, buyer }: InviteProps) {
  const load = useCallback(async () => {
    const found = await client.invitations({ query: { fair, buyer } })
    return found.invitations.find(({ side }) => side === 'seller') ?? null
  }, [fair, buyer])
  const { value: invitation, error, set, reload } = useLoaded(load)
  useLiveEvents('invitations', reload)
  // A buyer answers an invitation by requesting a matching.
  useLiveEvents('matchings', reload)
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  const run = async (action: () => Promise<Invitation>) => {
    setBusy(true)
    setFault('')
    try {
      set(await action())
      setOpen(false)
    } catch (failure) {
      setFault(refusalMessage(failure))
      // The cause may be a change elsewhere, such as an invitation from another tab.
      reload()
    } finally {
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void run(async () => (await client.invite({ body: { fair, buyer, message } })).invitation)
  }
  const withdraw = (sent: Invitation) =>
    run(async () => {
      await client.dropInvitation({ params: { id: sent._id } })
      return { ...sent, state: 'withdrawn' }
    })
  const setFormOpen = (isOpened: boolean) => {
    setFault('')
    setOpen(isOpened)
  }

  // Unknown whether an invitation exists, so offer no action.
  if (invitation === undefined)
    return (
      error && (
        <Notice
          kind="error"
          title={m.invitations_unread({ reason: error })}
          act={
            <Button low look="outline" onClick={reload}>
              {m.account_retry()}
            </Button>
          }
        />
      )
    )
  return (
    <div className={styles.invite}>
      <p role="status" className={styles.status}>
        {invitation && stateLabels[invitation.state]()}
      </p>
      {invitation === null && !isOpen && <Button onClick={() => setFormOpen(true)}>{m.invitations_invite()}</Button>}
      {invitation === null && isOpen && (
        <form className={styles.form} onSubmit={send}>
          <p className={styles.help}>{m.invitations_help()}</p>
          <label className={styles.label}>
            {m.invitations_message()}
            <textarea
              className={styles.textarea}
              name="message"
              maxLength={maxInvitationLength}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </label>
          <div className={styles.buttons}>
            <Button type="submit" busy={busy}>
              {m.invitations_invite()}
            </Button>
            <Button look="plain" onClick={() => setFormOpen(false)}>
              {m.form_go_back()}
            </Button>
          </div>
        </form>
      )}
      {invitation?.state === 'open' && (
        <Button low look="outline" busy={busy} onClick={() => void withdraw(invitation)}>
          {m.invitations_withdraw()}
        </Button>
      )}
      <div role="alert">{fault && <Notice title={fault} />}</div>
    </div>
  )
}
