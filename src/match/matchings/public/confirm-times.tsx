import { useState } from 'react'
import { m } from '#messages/messages.js'
import parts from '#people/account/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { type Matching, matchings } from '../contract.ts'
import styles from './confirm-times.module.css'
import { wayWords } from './words.ts'
import { city, clock, day, seoul, spanText, weekdayClock } from './zones.ts'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  /** Times of the offer that another meeting took. */
  lost: Matching['events'][number]['times']
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

/** The offered times: each has its own button, and one press confirms it. What was lost stays in its place, struck. */
export function ConfirmTimes({ matching, lost, act }: Props) {
  const [busy, setBusy] = useState<string>()
  const { timeZone } = matching.buyer
  const until = matching.heldUntil ?? matching.updatedAt
  const confirm = async (slot: string) => {
    setBusy(slot)
    await act(() => client.confirm({ params: { id: matching._id }, body: { slot } }))
    setBusy(undefined)
  }
  const times = [
    ...matching.picks.map((pick) => ({ ...pick, isLost: false })),
    ...lost.map((time) => ({ ...time, slot: '', isLost: true })),
  ].toSorted((a, b) => a.startAt.localeCompare(b.startAt))
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.matchings_offers()}</h2>
      <p className={styles.hold}>
        {m.matchings_until({ time: spanText({ startAt: until, endAt: until }, timeZone).split('–')[0] ?? '' })}
        {timeZone !== seoul && ` · ${city(seoul)} ${clock(until, seoul)}`}
      </p>
      <ul className={styles.offers}>
        {times.map((time) => {
          // In the hall, the clock there comes first.
          const zones = time.way === 'offline' ? [seoul, timeZone] : [timeZone, seoul]
          const [first = seoul, second = seoul] = zones
          const words = (
            <>
              <span className={styles.way}>{wayWords[time.way]()}</span>
              <span className={styles.clock}>{clock(time.startAt, first)}</span>
              <span className={parts.meta}>
                {day(time.startAt, first)}, {city(first)}
              </span>
              {second !== first && (
                <span className={styles.second}>
                  {city(second)} {weekdayClock(time.startAt, second)}
                </span>
              )}
            </>
          )
          return time.isLost ? (
            <li key={time.startAt} className={styles.offer} data-lost>
              <del className={styles.words}>{words}</del>
              <span className={styles.taken}>{m.matchings_action_lose()}</span>
            </li>
          ) : (
            <li key={time.startAt} className={styles.offer} data-way={time.way}>
              <span className={styles.words}>{words}</span>
              <Button look="outline" low busy={busy === time.slot} onClick={() => void confirm(time.slot)}>
                {m.matchings_confirm_at({ time: weekdayClock(time.startAt, first) })}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
