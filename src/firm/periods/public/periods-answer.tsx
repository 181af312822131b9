import { bindUnits } from '#firm/site/text/bind-units.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { calculatePeriods, type DatedQuestion, type Period, type TimeLeft, toQueryString } from '../rules.ts'
import styles from './periods-answer.module.css'
import { getWorkList, getWorkTitle } from './work-titles.ts'

/** Formats a date without time. */
const formatDay = (day: string): string => formatLongDay(`${day}T00:00:00+09:00`)

const formatTimeLeft = ({ years, months, days }: TimeLeft): string =>
  [
    years > 0 ? m.periods_years({ count: years }) : '',
    months > 0 ? m.periods_months({ count: months }) : '',
    days > 0 ? m.periods_days({ count: days }) : '',
  ]
    .filter(Boolean)
    .join(' ')

const formatState = ({ daysLeft, left }: Period): string => {
  if (!left) return m.periods_over({ days: groupDigits(-daysLeft) })
  return daysLeft === 0 ? m.periods_today() : m.periods_left({ left: formatTimeLeft(left) })
}

/** Shows each period as a bar of the elapsed part, with its last day and the time left. */
export function PeriodsAnswer({
  datedQuestion: { question, today },
  calendar,
}: {
  datedQuestion: DatedQuestion
  calendar: string
}) {
  const periods = calculatePeriods(question.since, today)
  const running = periods.filter(({ left }) => left)
  return (
    <>
      <h3 className={styles.title}>
        {bindUnits(
          running.length > 0
            ? m.periods_answer({ day: formatDay(today), count: running.length })
            : m.periods_answer_none({ day: formatDay(today) }),
        )}
      </h3>
      <ul className={styles.rows}>
        {periods.map((period) => (
          <li key={period.years} className={styles.row} data-over={period.left ? undefined : true}>
            <p className={styles.years}>{m.practice_years({ years: period.years })}</p>
            <div>
              <p className={styles.work}>{bindUnits(getWorkTitle(period.years))}</p>
              <p className={styles.works}>{bindUnits(getWorkList(period.years))}</p>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ '--passed': period.passed }} />
              </span>
            </div>
            <div className={styles.when}>
              <p className={styles.left}>{formatState(period)}</p>
              <p className={styles.last}>{m.periods_last_day({ day: formatDay(period.lastDay) })}</p>
            </div>
          </li>
        ))}
      </ul>
      {running.length < periods.length && <p className={styles.after}>{bindUnits(m.periods_over_note())}</p>}
      {running.length > 0 && (
        <p className={styles.calendar}>
          <TextLink to={`${calendar}?${toQueryString(question)}`} arrow={false} reloadDocument>
            {m.periods_download({ count: running.length })}
          </TextLink>
        </p>
      )}
    </>
  )
}
