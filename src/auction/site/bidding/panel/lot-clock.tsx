import { useState } from 'react'
import { formatDateTime } from '#content/site/site-shell/format-dates.ts'
import { formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { Lot } from '../../../works/contract.ts'
import { formatTimeLeft, isSameDay } from '../../format/format-times.ts'
import type { LiveLots } from '../../live/lot-watch.ts'
import { clockErrorSeconds } from '../../live/server-clock.ts'
import styles from './lot-clock.module.css'

/** Milliseconds before the end at which the time left is announced to screen readers. */
const announcedAt = [5 * 60_000, 3 * 60_000, 60_000, 30_000]

interface ClockProps {
  lot: Lot
  line: LiveLots['line']
  heardAt: string
  windowSeconds: number
  /** Server time in epoch ms; undefined until known. */
  now: number | undefined
}

/** Time left, end of the lot, server time with its error, and the soft-close window. */
export function LotClock({ lot, line, heardAt, windowSeconds, now }: ClockProps) {
  const end = new Date(lot.endsAt).getTime()
  const left = now === undefined ? undefined : end - now
  const window = windowSeconds * 1000
  const share = left === undefined || window === 0 ? 0 : Math.min(1, Math.max(0, left / window))
  const isLost = line === 'lost'
  const endText = now !== undefined && isSameDay(end, now) ? formatTime(end) : formatDateTime(end)
  const isMoved = lot.endsAt > lot.dueAt
  return (
    <div className={styles.clock} data-lost={isLost || undefined}>
      <div>
        <p className={styles.label}>{m.auction_left()}</p>
        <p className={styles.left} role="timer">
          {left === undefined ? '–' : isLost ? m.auction_about({ time: formatTimeLeft(left) }) : formatTimeLeft(left)}
        </p>
      </div>
      <div className={styles.ends}>
        <p>
          {isMoved ? (
            <>
              <s>{formatTime(lot.dueAt)}</s> → {formatTime(end)}
            </>
          ) : (
            m.auction_ends({ time: endText })
          )}
        </p>
        {now !== undefined && (
          <p className={styles.server}>
            {isLost
              ? m.auction_clock_heard({ seconds: Math.max(0, Math.round((now - new Date(heardAt).getTime()) / 1000)) })
              : m.auction_clock({ time: formatTime(now), error: clockErrorSeconds().toFixed(1) })}
          </p>
        )}
      </div>
      <div className={styles.window} aria-hidden="true">
        <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </div>
      {left !== undefined && <AnnouncedTimeLeft left={left} />}
    </div>
  )
}

function AnnouncedTimeLeft({ left }: { left: number }) {
  // Each mark is announced once, when it passes while the page is open.
  const passed = announcedAt.findLast((mark) => left <= mark && left > mark - 2000)
  const [last, setLast] = useState<number>()
  if (passed !== undefined && passed !== last) setLast(passed)
  return (
    <VisuallyHidden>
      <span role="status">
        {last !== undefined && left > 0 ? m.auction_left_said({ time: formatTimeLeft(last) }) : ''}
      </span>
    </VisuallyHidden>
  )
}
