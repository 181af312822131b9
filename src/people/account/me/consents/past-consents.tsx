import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { m } from '#messages/messages.js'
import { type ConsentEvent, type ConsentState, consents } from '#people/consents/contract.ts'
import {
  buildTimeline,
  findPeriodOn,
  formatDay,
  getNoonOfDay,
  listChangeDays,
  toSeoulDayNumber,
} from '#people/consents/rules-timeline.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { getConsentName } from '../../consents/consent-names.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { PastConsentRow } from './past-consent-row.tsx'
import styles from './past-consents.module.css'

const client = clientOf(consents)

type PastConsentsAnswer = Awaited<ReturnType<typeof client.past>>

/** Debounce in ms before the chosen day is requested. */
const debounceDelay = 250

/** Loads the consents of a day with the texts of that day; the previous day stays until they arrive. */
const usePast = (day: number) => {
  const [past, setPast] = useState<PastConsentsAnswer>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isOpen = true
    const timer = setTimeout(() => {
      client.past({ query: { day: formatDay(day) } }).then(
        (found) => {
          if (!isOpen) return
          setPast(found)
          setError(undefined)
        },
        (refused: unknown) => isOpen && setError(errorMessage(refused)),
      )
    }, debounceDelay)
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [day])
  return { past: past?.day === formatDay(day) ? past : undefined, fault: error }
}

/**
 * Consents on a chosen day, with the texts of that day: one bar per subject and a slider for the day. Arrow keys move
 * it by one day, with Shift to the next change.
 */
export function PastConsents({
  history,
  states,
  onChange,
}: {
  history: readonly ConsentEvent[]
  states: readonly ConsentState[]
  onChange: (state: ConsentState, given: boolean) => void
}) {
  const id = useId()
  const changes = listChangeDays(history)
  const today = toSeoulDayNumber(Date.now())
  const first = Math.min(changes[0] ?? today, today - 1)
  const [day, setDay] = useState(today)
  const { past, fault } = usePast(day)
  const timeline = buildTimeline(history)
  const before = changes.findLast((change) => change < day)
  const after = changes.find((change) => change > day)
  const toPercent = (number: number) => (100 * (number - first)) / (today - first)
  const eventsOfDay = history.filter((event) => toSeoulDayNumber(event.at) === day)
  // Subjects with a consent on that day first, then the others.
  const subjects = [...new Set([...(past?.consents ?? []), ...states].map(({ subject }) => subject))]
  const spoken = [
    formatLongDay(getNoonOfDay(day)),
    ...eventsOfDay.map((event) =>
      (event.given ? m.me_history_given : m.me_history_taken)({ name: getConsentName(event) }),
    ),
  ].join(', ')

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey) return
    const next = { ArrowLeft: before, ArrowDown: before, ArrowRight: after ?? today, ArrowUp: after ?? today }[
      pressedKey(event)
    ]
    if (next === undefined) return
    event.preventDefault()
    setDay(next)
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.consents_past()}</h2>
      <p className={parts.meta}>{m.consents_past_lead()}</p>
      <div className={styles.head}>
        <p className={styles.chosen}>
          <label className={parts.meta} htmlFor={id}>
            {m.consents_past_day()}
          </label>
          <span className={styles.day}>{formatLongDay(getNoonOfDay(day))}</span>
        </p>
        <div className={styles.acts}>
          <Button look="outline" low disabled={before === undefined} onClick={() => setDay(before ?? first)}>
            {m.consents_past_before()}
          </Button>
          <Button look="outline" low disabled={after === undefined} onClick={() => setDay(after ?? today)}>
            {m.consents_past_after()}
          </Button>
          <Button look="outline" low disabled={day === today} onClick={() => setDay(today)}>
            {m.consents_past_today()}
          </Button>
        </div>
      </div>
      <div className={styles.timeline}>
        <div aria-hidden="true">
          {timeline.map(({ subject, last, spans }) => (
            <div key={subject} className={styles.line}>
              <span className={styles.subject}>{getConsentName(last)}</span>
              <span className={styles.track}>
                {spans
                  .filter(({ from, to }) => from !== to)
                  .map((span) => (
                    <span
                      key={span.from}
                      className={styles.span}
                      data-on={findPeriodOn(spans, day) === span || undefined}
                      style={{
                        left: `${toPercent(span.from)}%`,
                        width: `${toPercent(span.to ?? today + 1) - toPercent(span.from)}%`,
                      }}
                    >
                      {span.decision.version ?? m.consents_past_given()}
                    </span>
                  ))}
              </span>
            </div>
          ))}
        </div>
        <input
          id={id}
          className={styles.handle}
          type="range"
          min={first}
          max={today}
          value={day}
          aria-valuetext={spoken}
          onChange={(event) => setDay(Number(event.target.value))}
          onKeyDown={onKeyDown}
        />
        <p className={styles.ends} aria-hidden="true">
          <span>{formatLongDay(getNoonOfDay(first))}</span>
          <span>{m.consents_past_today()}</span>
        </p>
      </div>
      <div role="alert">{fault && <Notice wrong>{fault}</Notice>}</div>
      <p className={parts.meta} role="status">
        {past &&
          (past.consents.length === 0
            ? m.consents_past_none({ day: formatLongDay(getNoonOfDay(day)) })
            : m.consents_past_found({ day: formatLongDay(getNoonOfDay(day)), count: past.consents.length }))}
      </p>
      {past && (
        <ul className={parts.rows}>
          {subjects.map((subject) => (
            <PastConsentRow
              key={subject}
              state={states.find((item) => item.subject === subject)}
              past={past.consents.find((item) => item.subject === subject)}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
