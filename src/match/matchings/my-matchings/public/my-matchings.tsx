import { Link, useSearchParams } from 'react-router'
import { InvitationStatus, ReceivedInvitations, SentInvitations } from '#match/invitations/public/own-invitations.tsx'
import { useOwnInvitations } from '#match/invitations/public/use-own-invitations.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { CalendarFeed } from '../../calendar/public/calendar-feed.tsx'
import { matchings } from '../../contract.ts'
import { CompanyMark } from '../../public/company-mark.tsx'
import { formatDay, formatTime, formatTimeBeside, seoul } from '../../public/format-time.ts'
import { StateMark } from '../../public/state-mark.tsx'
import { readPendingRequest } from '../../requests/public/pending-request.ts'
import { RequestForm } from '../../requests/public/request-form.tsx'
import { stateLabels } from '../../rules-labels.ts'
import { type DayEntry, DayView } from './day-view.tsx'
import { loadOwnMatchings, type OwnMatching } from './load-own-matchings.ts'
import styles from './my-matchings.module.css'

const client = clientOf(matchings)
const load = () => loadOwnMatchings(client)
type Line = OwnMatching

const groups: readonly { key: string; title: () => string; has: (line: Line) => boolean }[] = [
  { key: 'mine', title: m.matchings_group_mine, has: ({ turn, side }) => turn === side },
  { key: 'theirs', title: m.matchings_group_theirs, has: ({ turn, side }) => turn !== null && turn !== side },
  { key: 'confirmed', title: m.matchings_group_confirmed, has: ({ state }) => state === 'confirmed' },
  {
    key: 'ended',
    title: m.matchings_group_ended,
    has: ({ state }) => ['held', 'no_show', 'declined', 'cancelled'].includes(state),
  },
]

/** Sorts by the nearest deadline (hold or meeting), then by the latest change. */
const byUrgency = (a: Line, b: Line): number => {
  const at = ({ heldUntil, meeting }: Line) => Date.parse(heldUntil ?? meeting?.startAt ?? '9999-12-31')
  return at(a) - at(b) || Date.parse(b.updatedAt) - Date.parse(a.updatedAt)
}

/** Milliseconds before a deadline from which it is shown as urgent. */
const urgentPeriod = 6 * 3_600_000

const millisecondsUntil = (moment: string): number => Date.parse(moment) - Date.now()

interface ClocksProps {
  startAt: string
  own: Line['seller']
  other: Line['seller']
  until?: boolean
  urgent?: boolean
}

/** A time on the company's clock, with the other side's below. */
function Clocks({ startAt, own, other, until = false, urgent = false }: ClocksProps) {
  const time = `${formatDay(startAt, own.timeZone)} ${formatTime(startAt, own.timeZone)}`
  const second = own.timeZone === other.timeZone ? null : other.timeZone
  return (
    <>
      <b data-urgent={(urgent && millisecondsUntil(startAt) < urgentPeriod) || undefined}>
        {until ? m.matchings_until({ time }) : time}
      </b>
      {second && <span className={parts.meta}>{formatTimeBeside(startAt, second, own.timeZone)}</span>}
    </>
  )
}

const ownZoneOf = ([line]: readonly Line[]): string =>
  line ? (line.side === 'seller' ? line.seller : line.buyer).timeZone : seoul

/** Returns the entries of the day view: meetings and offered times. */
const entriesOf = (lines: readonly Line[]): DayEntry[] =>
  lines.flatMap((line) => {
    const { _id: id, state, side, meeting } = line
    const company = (side === 'seller' ? line.buyer : line.seller).name
    const times = meeting ? [meeting] : state === 'offered' ? line.picks.map((pick) => ({ ...pick, place: null })) : []
    return times.map(({ slot, startAt, endAt, way, place }) => ({
      id,
      key: `${id} ${slot}`,
      startAt,
      endAt,
      company,
      state,
      way,
      place,
    }))
  })

/** The company's matchings, grouped by whose turn it is. */
export default function MyMatchings() {
  const { value, error, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const invitations = useOwnInvitations()
  const [search] = useSearchParams()
  const pendingRequest = readPendingRequest(search)
  const lines = value ?? []
  return (
    <>
      <h1 className={parts.title}>{m.matchings_me()}</h1>
      {pendingRequest && (
        <RequestForm key={`${pendingRequest.fair} ${pendingRequest.seller}`} pendingRequest={pendingRequest} />
      )}
      <InvitationStatus own={invitations} />
      <ReceivedInvitations own={invitations} />
      {!value && <LoadState error={error} reload={reload} />}
      {value && lines.length === 0 && !pendingRequest && (
        <section className={styles.empty}>
          <StateMark state="expired" />
          <h2>{m.matchings_none()}</h2>
          <p>{m.matchings_none_next()}</p>
          <ButtonLink low to={currentLocalePath('/match/fairs')}>
            {m.matchings_none_fairs()}
          </ButtonLink>
          <ButtonLink low look="outline" to={currentLocalePath('/me/fairs')}>
            {m.matchings_me_fairs()}
          </ButtonLink>
        </section>
      )}
      <div className={styles.columns}>
        <div>
          {groups.map(({ key, title, has }) => {
            const found = lines.filter(has).toSorted(byUrgency)
            if (found.length === 0) return null
            return (
              <section key={key} className={styles.group}>
                <h2 className={parts.section}>
                  {title()}{' '}
                  <span className={styles.count} data-mine={key === 'mine' || undefined}>
                    {found.length}
                  </span>
                </h2>
                <ul className={styles.lines}>
                  {found.map((line, index) => {
                    const [own, other] = line.side === 'seller' ? [line.seller, line.buyer] : [line.buyer, line.seller]
                    return (
                      <li key={line._id} className={styles.line}>
                        <StateMark state={line.state} />
                        <CompanyMark name={other.name} side={line.side === 'seller' ? 'buyer' : 'seller'} />
                        <span className={styles.lineText}>
                          <Link className={styles.lineName} to={currentLocalePath(`/me/matchings/${line._id}`)}>
                            {other.name}
                          </Link>{' '}
                          <span className={parts.meta}>{stateLabels[line.state]()}</span>
                          <br />
                          <span className={parts.meta}>
                            {[line.product?.name, line.fair.title].filter(Boolean).join(' · ')}
                          </span>
                        </span>
                        <span className={styles.lineTime}>
                          {line.meeting && <Clocks startAt={line.meeting.startAt} own={own} other={other} />}
                          {line.heldUntil && (
                            <Clocks startAt={line.heldUntil} own={own} other={other} until urgent={key === 'mine'} />
                          )}
                        </span>
                        {key === 'mine' && (
                          <ButtonLink
                            low
                            look={index === 0 ? 'primary' : 'outline'}
                            className={styles.lineAct}
                            to={currentLocalePath(`/me/matchings/${line._id}/schedules`)}
                          >
                            {line.side === 'buyer' ? m.matchings_act_confirm() : m.matchings_act_pick()}
                          </ButtonLink>
                        )}
                        {line.unrated && (
                          <ButtonLink
                            low
                            look="outline"
                            className={styles.lineAct}
                            aria-label={m.matchings_act_rate({ company: other.name })}
                            to={currentLocalePath(`/me/matchings/${line._id}#rate`)}
                          >
                            {m.matchings_rate()}
                          </ButtonLink>
                        )}
                      </li>
                    )
                  })}
                </ul>
              </section>
            )
          })}
        </div>
        {lines.length > 0 && <DayView entries={entriesOf(lines)} timeZone={ownZoneOf(lines)} />}
      </div>
      <SentInvitations own={invitations} />
      <CalendarFeed />
    </>
  )
}
