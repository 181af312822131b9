import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { requestMeetingPath } from '../rules.ts'
import type { OwnInvitations } from './use-own-invitations.ts'

const stateLabels = {
  open: m.invitations_state_open,
  asked: m.invitations_state_asked,
  withdrawn: m.invitations_state_withdrawn,
} as const

/** Result of the last action, and the error if loading failed. */
export function InvitationStatus({ own: { status, fault, error, reload } }: { own: OwnInvitations }) {
  return (
    <>
      <p className={parts.said} role="status">
        {status}
      </p>
      <div role="alert">
        {fault && <Notice wrong>{fault}</Notice>}
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
export function ReceivedInvitations({ own: { received, busy, drop } }: { own: OwnInvitations }) {
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
export function SentInvitations({ own: { sent, busy, drop } }: { own: OwnInvitations }) {
  if (sent.length === 0) return null
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.invitations_given()}</h2>
      <ul className={parts.rows}>
        {sent.map((invitation) => {
          const { _id, buyer, fair, state } = invitation
          return (
            <li key={_id} className={parts.row}>
              <span className={parts.rowText}>
                {buyer.name} <span className={parts.meta}>{stateLabels[state]()}</span>
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
