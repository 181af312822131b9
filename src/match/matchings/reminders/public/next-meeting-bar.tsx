import { useCallback } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { matchings } from '../../contract.ts'
import { BadgeButton } from '../../documents/public/badge-button.tsx'
import { loadOwnMatchings, type OwnMatching } from '../../my-matchings/public/load-own-matchings.ts'
import { cityName, formatDay, formatTime, formatTimeBeside, seoul } from '../../public/format-time.ts'
import { useCurrentTime } from '../../public/use-current-time.ts'
import { reminderWindows } from '../../rules.ts'
import { wayLabels } from '../../rules-labels.ts'
import styles from './next-meeting-bar.module.css'

const client = clientOf(matchings)
const minute = 60_000
/** Milliseconds before a meeting from which the bar counts down. */
const near = 60 * minute

const startOf = ({ meeting }: OwnMatching): number => Date.parse(meeting?.startAt ?? '9999-12-31')
const load = async () =>
  (await loadOwnMatchings(client, { state: 'confirmed' })).toSorted((one, other) => startOf(one) - startOf(other))

/**
 * Bar with the next meeting on every member page, from one day before it, like the reminder mails. It appears
 * automatically, and disappears when the meeting is moved or cancelled.
 */
export function NextMeetingBar() {
  const { value, reload } = useLoaded(load)
  useLiveEvents('matchings', reload)
  const now = useCurrentTime()
  const until = useCallback((moment: string) => Date.parse(moment) - now, [now])
  const next = value?.find(
    ({ meeting }) => meeting && until(meeting.endAt) > 0 && until(meeting.startAt) <= reminderWindows.day.from,
  )
  if (!next?.meeting) return null
  const { meeting } = next
  const [own, other] = next.side === 'seller' ? [next.seller, next.buyer] : [next.buyer, next.seller]
  const left = until(meeting.startAt)
  const isNear = left <= near
  const zones = meeting.way === 'offline' ? [seoul, own.timeZone] : [own.timeZone, seoul]
  const [first = seoul, second = seoul] = zones[0] === zones[1] ? [seoul, other.timeZone] : zones
  const opensRoom = meeting.way === 'online' && left <= reminderWindows.soon.from
  return (
    <section className={styles.bar} data-near={isNear || undefined} aria-label={m.matchings_next_title()}>
      <div>
        <p className={styles.over} role="status">
          {left <= 0
            ? m.matchings_next_now()
            : isNear
              ? m.matchings_next_in({ minutes: Math.ceil(left / minute) })
              : m.matchings_next_title()}
        </p>
        <p className={styles.clock}>{formatTime(meeting.startAt, first)}</p>
        <p className={styles.small}>
          {formatDay(meeting.startAt, first)}, {cityName(first)}
          {second !== first && ` · ${formatTimeBeside(meeting.startAt, second, first)}`}
        </p>
      </div>
      <div className={styles.who}>
        <p className={styles.name}>{other.name}</p>
        <p className={styles.small}>
          {wayLabels[meeting.way]()}
          {meeting.way === 'offline' && `, ${m.matchings_table({ number: meeting.place })}`} · {next.fair.title}
        </p>
      </div>
      <div className={styles.actions}>
        <Link className={styles.act} to={currentLocalePath(`/me/matchings/${next._id}`)}>
          {m.matchings_next_open()}
        </Link>
        {isNear && meeting.way === 'offline' && (
          <BadgeButton
            className={styles.badge}
            matching={next._id}
            name={own.name}
            about={[
              next.fair.title,
              `${formatTime(meeting.startAt, seoul)} · ${m.matchings_table({ number: meeting.place })}`,
            ]}
          />
        )}
        {opensRoom && (
          // Loads a new document: only the room's document may use camera and microphone.
          <Link className={styles.act} data-main to={currentLocalePath(`/match/meet/${next._id}`)} reloadDocument>
            {m.matchings_next_enter()}
          </Link>
        )}
      </div>
    </section>
  )
}
