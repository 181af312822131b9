import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Invitation, invitations } from '../contract.ts'
import { longestInvitation } from '../rules.ts'
import styles from './invite-buyer.module.css'

const client = clientOf(invitations)

const whyOf = (error: unknown): string =>
  error instanceof CallRefused
    ? (Object.values(error.refusal.fields ?? {})[0] ?? error.message)
    : error instanceof Error
      ? error.message
      : String(error)

interface InviteProps {
  fair: string
  buyer: string
}

/** A seller invites a buyer of its fair to ask for a meeting, and can take it back. */
export default function InviteBuyer({ fair, buyer }: InviteProps) {
  const [own, setOwn] = useState<Invitation | null>()
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const read = useCallback(async () => {
    const found = await client.invitations({ query: { fair, buyer } })
    setOwn(found.invitations.find(({ side }) => side === 'seller') ?? null)
  }, [fair, buyer])
  const reread = useCallback(() => void read().catch(() => setOwn((before) => before ?? null)), [read])
  useEffect(reread, [reread])
  useLiveEvents('invitations', reread)

  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setWrong('')
    try {
      await work()
      setOpen(false)
      await read()
    } catch (refused) {
      setWrong(whyOf(refused))
    } finally {
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void act(() => client.invite({ body: { fair, buyer, message } }))
  }

  if (own === undefined) return null
  const said = {
    open: m.invitations_sent,
    asked: m.invitations_asked,
    withdrawn: m.invitations_was_withdrawn,
  }
  return (
    <div className={styles.invite}>
      <p role="status" className={styles.said}>
        {own && said[own.state]()}
      </p>
      {own === null && !isOpen && <Button onClick={() => setOpen(true)}>{m.invitations_invite()}</Button>}
      {own === null && isOpen && (
        <form className={styles.form} onSubmit={send}>
          <p className={styles.help}>{m.invitations_help()}</p>
          <label className={styles.label}>
            {m.invitations_message()}
            <textarea
              className={styles.area}
              name="message"
              maxLength={longestInvitation}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </label>
          <div className={styles.acts}>
            <Button type="submit" busy={busy}>
              {m.invitations_invite()}
            </Button>
            <Button look="plain" onClick={() => setOpen(false)}>
              {m.form_go_back()}
            </Button>
          </div>
        </form>
      )}
      {own?.state === 'open' && (
        <Button
          low
          look="outline"
          busy={busy}
          onClick={() => void act(() => client.dropInvitation({ params: { id: own._id } }))}
        >
          {m.invitations_withdraw()}
        </Button>
      )}
      <div role="alert">{wrong && <Notice title={wrong} />}</div>
    </div>
  )
}
