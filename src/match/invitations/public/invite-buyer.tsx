import { type FormEvent, useCallback, useState } from 'react'
import { refusalMessage } from '#match/matchings/public/refusal-message.ts'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
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

const stateWords = {
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
  const { value: own, error, set, reload } = useLoaded(load)
  useLiveEvents('invitations', reload)
  // A buyer answers an invitation by requesting a matching.
  useLiveEvents('matchings', reload)
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')

  const act = async (work: () => Promise<Invitation>) => {
    setBusy(true)
    setWrong('')
    try {
      set(await work())
      setOpen(false)
    } catch (refused) {
      setWrong(refusalMessage(refused))
      // The cause may be a change elsewhere, such as an invitation from another tab.
      reload()
    } finally {
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void act(async () => (await client.invite({ body: { fair, buyer, message } })).invitation)
  }
  const withdraw = (invitation: Invitation) =>
    act(async () => {
      await client.dropInvitation({ params: { id: invitation._id } })
      return { ...invitation, state: 'withdrawn' }
    })
  const open = (isOpened: boolean) => {
    setWrong('')
    setOpen(isOpened)
  }

  // Unknown whether an invitation exists, so offer no action.
  if (own === undefined)
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
      <p role="status" className={styles.said}>
        {own && stateWords[own.state]()}
      </p>
      {own === null && !isOpen && <Button onClick={() => open(true)}>{m.invitations_invite()}</Button>}
      {own === null && isOpen && (
        <form className={styles.form} onSubmit={send}>
          <p className={styles.help}>{m.invitations_help()}</p>
          <label className={styles.label}>
            {m.invitations_message()}
            <textarea
              className={styles.area}
              name="message"
              maxLength={maxInvitationLength}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </label>
          <div className={styles.acts}>
            <Button type="submit" busy={busy}>
              {m.invitations_invite()}
            </Button>
            <Button look="plain" onClick={() => open(false)}>
              {m.form_go_back()}
            </Button>
          </div>
        </form>
      )}
      {own?.state === 'open' && (
        <Button low look="outline" busy={busy} onClick={() => void withdraw(own)}>
          {m.invitations_withdraw()}
        </Button>
      )}
      <div role="alert">{wrong && <Notice title={wrong} />}</div>
    </div>
  )
}
