import { useCallback, useState } from 'react'
import { refusalMessage } from '#match/matchings/public/refusal-message.ts'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { type Invitation, invitations } from '../contract.ts'
import { requestMeetingPath } from '../rules.ts'

const client = clientOf(invitations)
const load = async () => (await client.invitations()).invitations

const stateWords = {
  open: m.invitations_state_open,
  asked: m.invitations_state_asked,
  withdrawn: m.invitations_state_withdrawn,
} as const

/** Invitations the company can answer as a buyer, and those it sent as a seller. */
export const useOwnInvitations = () => {
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('invitations', reload)
  useLiveEvents('matchings', reload)
  const [busy, setBusy] = useState<string>()
  const [said, setSaid] = useState('')
  const [wrong, setWrong] = useState('')
  const drop = useCallback(
    async ({ _id, side }: Invitation) => {
      setBusy(_id)
      setSaid('')
      setWrong('')
      try {
        await client.dropInvitation({ params: { id: _id } })
        setSaid(side === 'seller' ? m.invitations_withdrawn() : m.invitations_declined())
      } catch (refused) {
        setWrong(refusalMessage(refused))
      } finally {
        setBusy(undefined)
        reload()
      }
    },
    [reload],
  )
  const own = value ?? []
  return {
    received: own.filter(({ side }) => side === 'buyer'),
    given: own.filter(({ side }) => side === 'seller'),
    error,
    reload,
    busy,
    said,
    wrong,
    drop,
  }
}
type Own = ReturnType<typeof useOwnInvitations>

/** Result of the last action, and the error if loading failed. */
export function InvitationStatus({ own: { said, wrong, error, reload } }: { own: Own }) {
  return (
    <>
      <p className={parts.said} role="status">
        {said}
      </p>
      <div role="alert">
        {wrong && <Notice wrong>{wrong}</Notice>}
        {error && <Notice wrong>{m.invitations_unread({ reason: error })}</Notice>}
      </div>
      {error && (
        <Button low look="outline" onClick={reload}>
          {m.account_retry()}
        </Button>
      )}
    </>
  )
}

/** Renders nothing if there are none. */
export function ReceivedInvitations({ own: { received, busy, drop } }: { own: Own }) {
  if (received.length === 0) return null
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.invitations_received()}</h2>
      <ul className={parts.rows}>
        {received.map((invitation) => {
          const { _id, seller, fair, message } = invitation
          return (
            <li key={_id} className={parts.row}>
              <span className={parts.rowText}>
                <b>{seller.name}</b>
                <br />
                <span className={parts.meta}>{fair.title}</span>
                {message && (
                  <>
                    <br />
                    {message}
                  </>
                )}
              </span>
              <span className={parts.acts}>
                <ButtonLink
                  low
                  look="outline"
                  to={currentLocalePath(requestMeetingPath({ fair: fair._id, seller: seller._id }))}
                  aria-label={m.invitations_ask_of({ company: seller.name })}
                >
                  {m.invitations_ask()}
                </ButtonLink>
                <Button
                  low
                  look="plain"
                  busy={busy === _id}
                  aria-label={m.invitations_decline_of({ company: seller.name })}
                  onClick={() => void drop(invitation)}
                >
                  {m.invitations_decline()}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Renders nothing if there are none. */
export function SentInvitations({ own: { given, busy, drop } }: { own: Own }) {
  if (given.length === 0) return null
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.invitations_given()}</h2>
      <ul className={parts.rows}>
        {given.map((invitation) => {
          const { _id, buyer, fair, state } = invitation
          return (
            <li key={_id} className={parts.row}>
              <span className={parts.rowText}>
                {buyer.name} <span className={parts.meta}>{stateWords[state]()}</span>
                <br />
                <span className={parts.meta}>{fair.title}</span>
              </span>
              {state === 'open' && (
                <Button
                  low
                  look="outline"
                  busy={busy === _id}
                  aria-label={m.invitations_withdraw_of({ company: buyer.name })}
                  onClick={() => void drop(invitation)}
                >
                  {m.invitations_withdraw()}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
