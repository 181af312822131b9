import { useState } from 'react'
import { Link } from 'react-router'
import { participants } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatDay, seoul } from '../../public/format-time.ts'
import { sideLabels } from '../../rules-labels.ts'

const client = clientOf(participants)
const load = () => client.myFairs()

const stateLabels = {
  submitted: m.matchings_part_submitted,
  asked: m.matchings_part_asked,
  approved: m.matchings_part_approved,
  refused: m.matchings_part_refused,
  withdrawn: m.matchings_part_withdrawn,
} as const

/** Fairs that the company takes part in or applied to, each with its next step. */
export default function MyFairs() {
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('participations', reload)
  const [errorText, setErrorText] = useState<string>()
  const leave = (id: string) => {
    if (!window.confirm(m.matchings_part_leave_ask())) return
    client.leave({ params: { id } }).then(reload, (refused: unknown) => {
      setErrorText(refusalMessage(refused))
    })
  }
  return (
    <>
      <h1 className={parts.title}>{m.matchings_me_fairs()}</h1>
      <div role="alert">
        {(errorText ?? (value ? undefined : error)) && <Notice wrong>{errorText ?? error}</Notice>}
      </div>
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {!value && error && (
        <Button look="outline" onClick={reload}>
          {m.account_retry()}
        </Button>
      )}
      {value && value.fairs.length === 0 && (
        <section className={parts.part}>
          <p>{m.matchings_fairs_none()}</p>
          <Link className={parts.link} to={currentLocalePath('/match/fairs')} reloadDocument>
            {m.matchings_fairs_find()}
          </Link>
        </section>
      )}
      {value?.fairs.map((part) => {
        const isOpen = part.fair.phase === 'applying' || part.fair.phase === 'ongoing'
        return (
          <section key={part._id} className={parts.part}>
            <h2 className={parts.section}>
              {part.fair.phase === 'draft' ? (
                part.fair.title
              ) : (
                <Link to={currentLocalePath(`/match/fairs/${part.fair._id}`)} reloadDocument>
                  {part.fair.title}
                </Link>
              )}
            </h2>
            <p className={parts.meta}>
              {formatDay(part.fair.startsAt, seoul)} – {formatDay(part.fair.endsAt, seoul)} ·{' '}
              {sideLabels[part.profile.role]()} · {stateLabels[part.state]()}
            </p>
            {part.fair.phase === 'draft' && <Notice>{m.matchings_fair_on_hold()}</Notice>}
            {part.reason && <Notice>{part.reason}</Notice>}
            {(part.state === 'asked' || part.state === 'refused') && part.fair.opens && (
              <ul className={parts.rows}>
                <li className={parts.row}>
                  <Link className={parts.link} to={currentLocalePath('/me/profiles')}>
                    {m.matchings_part_edit()}
                  </Link>
                </li>
                <li className={parts.row}>
                  <Link
                    className={parts.link}
                    to={currentLocalePath(`/match/join/${part.profile.role}?fair=${part.fair._id}`)}
                    reloadDocument
                  >
                    {m.matchings_part_again()}
                  </Link>
                </li>
              </ul>
            )}
            {part.state === 'approved' && isOpen && (
              <ul className={parts.rows}>
                {part.profile.role === 'buyer' && (
                  <li className={parts.row}>
                    <Link className={parts.link} to={currentLocalePath(`/me/schedule/${part.fair._id}`)}>
                      {m.matchings_times_title()}
                    </Link>
                    <span className={parts.meta}>{m.matchings_times_count({ count: part.freeTimes })}</span>
                  </li>
                )}
                <li className={parts.row}>
                  <Link className={parts.link} to={currentLocalePath('/me/matchings')}>
                    {m.matchings_me()}
                  </Link>
                  {part.profile.role === 'buyer' && (
                    <span className={parts.meta}>
                      {m.matchings_requests_of({ count: part.openRequests, limit: part.fair.requestLimit })}
                    </span>
                  )}
                </li>
              </ul>
            )}
            {part.state !== 'withdrawn' && part.state !== 'refused' && part.fair.phase !== 'expired' && (
              <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => leave(part._id)}>
                {m.matchings_part_leave()}
              </button>
            )}
          </section>
        )
      })}
    </>
  )
}
