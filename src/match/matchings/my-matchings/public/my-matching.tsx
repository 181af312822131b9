import { Link, useLocation, useParams } from 'react-router'
import { periodState } from '#kit/time/period-state.ts'
import { MeetingRecord } from '#match/meetings/public/meeting-record.tsx'
import { m } from '#messages/messages.js'
import { Notice } from '#people/account/forms/notice.tsx'
import parts from '#people/account/forms/parts.module.css'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmTimes } from '../../booking/public/confirm-times.tsx'
import { OfferTimes } from '../../booking/public/offer-times.tsx'
import type { Matching } from '../../contract.ts'
import { BadgeButton } from '../../documents/public/badge-button.tsx'
import { CompanyMark } from '../../public/company-mark.tsx'
import { formatSpan, formatTimeBeside, seoul } from '../../public/format-time.ts'
import { StateMark } from '../../public/state-mark.tsx'
import { useMatching } from '../../public/use-matching.ts'
import type { Act } from '../../public/use-single-act.ts'
import { actionLabel, actorLabel, stateLabels, wayLabels } from '../../rules-labels.ts'
import { MeetingActions } from './meeting-actions.tsx'
import styles from './my-matching.module.css'

/** Page of one matching: the next step, the meeting, the other company and the history. */
export default function MyMatching() {
  const { id = '' } = useParams()
  const { matching, error, reload, errorText, act } = useMatching(id)
  if (!matching)
    return error ? (
      <>
        <h1 className={parts.title}>{m.matchings_me()}</h1>
        <Notice wrong>{error}</Notice>
        <Button look="outline" onClick={reload}>
          {m.account_retry()}
        </Button>
      </>
    ) : (
      <>
        <h1 className={parts.title}>{m.matchings_me()}</h1>
        <p role="status">{m.me_loading()}</p>
      </>
    )
  return <MatchingDetails key={matching._id} matching={matching} errorText={errorText} act={act} />
}

const steps = {
  seller: { requested: m.matchings_step_pick, offered: m.matchings_step_wait_buyer, expired: m.matchings_step_again },
  buyer: {
    requested: m.matchings_step_wait_seller,
    offered: m.matchings_step_confirm,
    expired: m.matchings_step_expired,
  },
} as const

const allLostMessages = { seller: m.matchings_lost_all_seller, buyer: m.matchings_lost_all_buyer } as const

/** Returns the times of the last offer that were lost to other meetings. */
const findLostTimes = ({ events }: Matching): Matching['events'][number]['times'] =>
  events
    .slice(events.findLastIndex(({ action }) => action === 'offer') + 1)
    .filter(({ action }) => action === 'lose')
    .flatMap(({ times }) => times)

function MatchingDetails({
  matching,
  errorText,
  act,
}: {
  matching: Matching
  errorText: string | undefined
  act: Act
}) {
  const { side, state, meeting, contact } = matching
  const [own, other] = side === 'seller' ? [matching.seller, matching.buyer] : [matching.buyer, matching.seller]
  const lost = findLostTimes(matching)
  const waits = state === 'requested' || state === 'offered' || state === 'expired' ? steps[side][state] : null
  const step = state === 'requested' && lost.length > 0 ? allLostMessages[side] : waits

  const { pathname } = useLocation()
  const isOver = meeting !== null && periodState(meeting.endAt, null, new Date()) === 'running'
  const times = currentLocalePath(`/me/matchings/${matching._id}/schedules`)
  const arranges =
    side === 'seller'
      ? state === 'requested' || state === 'expired' || state === 'offered'
      : state === 'offered' || (state === 'requested' && lost.length > 0)
  // The window has an address of its own, and closes when there is nothing left to schedule.
  const isOpen = arranges && pathname === times

  return (
    <>
      <p className={parts.meta}>
        <Link className={parts.link} to={currentLocalePath('/me/matchings')}>
          {m.matchings_me()}
        </Link>{' '}
        · {matching.fair.title}
      </p>
      <div className={styles.head}>
        <CompanyMark name={other.name} side={side === 'seller' ? 'buyer' : 'seller'} />
        <h1 className={parts.title}>{other.name}</h1>
        <p className={styles.state} data-ended={['declined', 'cancelled'].includes(state) || undefined}>
          <StateMark state={state} />
          <span>{stateLabels[state]()}</span>
        </p>
      </div>
      {step && !isOpen && (
        <div className={styles.step} data-mine={matching.turn === side || undefined}>
          <div>
            <p className={styles.stepText}>{step()}</p>
            {state === 'offered' && matching.heldUntil && (
              <p>{m.matchings_until({ time: formatSpan({ startAt: matching.heldUntil }, own.timeZone) })}</p>
            )}
            {state === 'offered' && lost.length > 0 && <p>{m.matchings_lost_some()}</p>}
          </div>
          {matching.turn === side ? (
            <Link className={styles.stepAct} to={times}>
              {side === 'seller' ? m.matchings_act_pick() : m.matchings_act_confirm()}
            </Link>
          ) : state === 'offered' ? (
            <Link className={styles.stepLink} to={times}>
              {m.matchings_act_change_picks()}
            </Link>
          ) : (
            lost.length > 0 &&
            side === 'buyer' && (
              <Link className={styles.stepLink} to={currentLocalePath(`/me/schedule/${matching.fair._id}`)}>
                {m.matchings_lost_more_times()}
              </Link>
            )
          )}
        </div>
      )}
      <div role="alert">{errorText && !isOpen && <Notice wrong>{errorText}</Notice>}</div>
      {meeting && (
        <section className={parts.part}>
          <h2 className={parts.section}>{formatSpan(meeting, own.timeZone)}</h2>
          {own.timeZone === seoul && other.timeZone !== seoul && (
            <p className={parts.meta}>{formatTimeBeside(meeting.startAt, other.timeZone, seoul)}</p>
          )}
          <p>
            {wayLabels[meeting.way]()}
            {meeting.way === 'offline' && ` · ${m.matchings_table({ number: meeting.place })}`}
          </p>
          {meeting.way === 'offline' && state === 'confirmed' && (
            <BadgeButton
              matching={matching._id}
              name={own.name}
              about={[
                matching.fair.title,
                `${formatSpan({ startAt: meeting.startAt }, seoul)} · ${m.matchings_table({ number: meeting.place })}`,
              ]}
            />
          )}
          {meeting.way === 'online' && state === 'confirmed' && (
            // Loads a new document: only the room's document may use camera and microphone.
            <ButtonLink look="outline" to={currentLocalePath(`/match/meet/${matching._id}`)} reloadDocument>
              {m.matchings_enter_room()}
            </ButtonLink>
          )}
        </section>
      )}
      {isOpen && side === 'seller' && <OfferTimes matching={matching} errorText={errorText} act={act} />}
      {isOpen && side === 'buyer' && (
        <ConfirmTimes
          matching={matching}
          lost={lost}
          lostMessage={
            lost.length === 0 ? undefined : state === 'offered' ? m.matchings_lost_some() : m.matchings_lost_all_buyer()
          }
          errorText={errorText}
          act={act}
        />
      )}
      {/* After the meeting, agreements come first. */}
      {isOver && <MeetingActions matching={matching} act={act} />}
      {isOver && meeting.way === 'online' && <MeetingRecord id={matching._id} timeZone={own.timeZone} />}
      <section className={parts.part}>
        <h2 className={parts.section}>{m.matchings_facts()}</h2>
        <ul className={parts.rows}>
          {matching.product && (
            <li className={parts.row}>
              <span>{m.matchings_product()}</span>
              <span>{matching.product.name}</span>
            </li>
          )}
          {matching.message && (
            <li className={parts.row}>
              <span>{m.matchings_message()}</span>
              <span>{matching.message}</span>
            </li>
          )}
          {contact && (contact.name || contact.email || contact.phone) && (
            <li className={parts.row}>
              <span>{m.matchings_contact()}</span>
              <span>{[contact.name, contact.email, contact.phone].filter(Boolean).join(' · ')}</span>
            </li>
          )}
        </ul>
      </section>
      {!isOver && <MeetingActions matching={matching} act={act} />}
      <section className={parts.part}>
        <h2 className={parts.section}>{m.matchings_history()}</h2>
        <ol className={parts.rows}>
          {matching.events.map((event) => (
            <li key={event._id} className={parts.row}>
              <span className={parts.rowText}>
                {actionLabel(event.action)} <span className={parts.meta}>{actorLabel(event)}</span>
                {event.times.map((time) => (
                  <span key={time.startAt} className={parts.meta}>
                    <br />
                    {formatSpan(time, own.timeZone)}
                  </span>
                ))}
                {event.reason && (
                  <>
                    <br />
                    <span className={parts.meta}>{event.reason}</span>
                  </>
                )}
              </span>
              <time className={parts.meta} dateTime={event.createdAt}>
                {formatSpan({ startAt: event.createdAt, endAt: event.createdAt }, own.timeZone).split('–')[0]}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
