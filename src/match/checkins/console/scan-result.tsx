import { Icon } from '#console/kit/parts/icon.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { CheckInResult } from '../rules.ts'
import styles from './check-in-screen.module.css'
import type { ScannedBadge } from './use-check-in.ts'

const formatSecond = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', timeStyle: 'medium' }).format(new Date(instant))
const formatMinute = (instant: string): string => formatSecond(instant).slice(0, 5)

const createRegionNames = () => new Intl.DisplayNames(getLocale() === 'cn' ? 'zh' : getLocale(), { type: 'region' })

const resultLabels: Record<CheckInResult, (facts: { time: string }) => string> = {
  in: m.checkins_result_in,
  already: m.checkins_result_already,
  wrong_day: m.checkins_result_wrong_day,
  other_fair: m.checkins_result_other_fair,
  unknown: m.checkins_result_unknown,
}

/** Result of the last code: status, company, and its meetings of the day. */
export function ScanResult({ shown, day }: { shown: ScannedBadge | null; day: string }) {
  if (!shown)
    return (
      <div className={styles.result} role="status">
        <p className={styles.hint}>{m.checkins_waiting()}</p>
      </div>
    )
  const { badge, result, at } = shown
  const meetings = (badge?.meetings ?? []).filter(({ startAt }) => seoulDayOf(Date.parse(startAt)).day === day)
  return (
    <div className={styles.result} data-result={result}>
      <p className={styles.status} role="status">
        <Icon name={result === 'in' ? 'check' : 'warning'} />
        {resultLabels[result]({ time: formatSecond(at) })}
      </p>
      {badge && (
        <>
          <div className={styles.company}>
            <NameAvatar name={badge.company} size={40} />
            <div>
              <strong>{badge.company}</strong>
              <span>
                {[
                  badge.name,
                  createRegionNames().of(badge.country),
                  badge.role === 'seller' ? m.checkins_seller() : m.checkins_buyer(),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </div>
          {meetings.length > 0 ? (
            <ol className={styles.agenda}>
              {meetings.map(({ startAt, company, way, place }) => (
                <li key={startAt}>
                  <time dateTime={startAt}>{formatMinute(startAt)}</time>
                  <span>{company}</span>
                  <span>{way === 'online' ? m.checkins_online() : `T${String(place).padStart(2, '0')}`}</span>
                </li>
              ))}
            </ol>
          ) : (
            <p className={styles.hint}>{m.checkins_no_meetings()}</p>
          )}
        </>
      )}
    </div>
  )
}
