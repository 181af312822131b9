import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import type { Room } from '../contract.ts'
import { createClocks } from './meeting-clocks.ts'
import styles from './meeting-room.module.css'

const minute = 60_000

/** Remaining time as text and progress bar, by the server clock. */
export function TimeLeft({ room }: { room: Room }) {
  const [ahead] = useState(() => Date.parse(room.now) - Date.now())
  const [now, setNow] = useState(() => Date.parse(room.now))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), 10_000)
    return () => clearInterval(timer)
  }, [ahead])
  const [start, end] = [Date.parse(room.startAt), Date.parse(room.endAt)]
  const clocks = createClocks(room)
  const at = new Date(now).toISOString()
  const left = Math.ceil((end - now) / minute)
  const words =
    now < start
      ? m.meetings_before({ minutes: Math.ceil((start - now) / minute) })
      : left > 0
        ? m.meetings_left({ minutes: left })
        : m.meetings_past()
  return (
    <div className={styles.time}>
      <p>
        <b>{clocks.own(at)}</b> {clocks.other?.(at)}
      </p>
      <p>
        <span role={left <= 10 ? 'status' : undefined}>{words}</span>
        <progress
          max={end - start}
          value={Math.min(Math.max(0, now - start), end - start)}
          aria-label={words}
          data-short={left <= 5 || undefined}
        />
      </p>
    </div>
  )
}
