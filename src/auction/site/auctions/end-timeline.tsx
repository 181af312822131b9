import type { CSSProperties } from 'react'
import { formatTime } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import type { PublicWorkLine } from '../../works/contract.ts'
import { isLotClosed } from '../../works/rules.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { isSameDay } from '../format/format-times.ts'
import { StatusIcon } from '../parts/status-icon.tsx'
import styles from './end-timeline.module.css'
import type { WorksProps } from './works-wall.tsx'

/** End of a lot in epoch ms. */
export const getLotEnd = (work: PublicWorkLine, live: WorksProps['live']) =>
  new Date(live.lots.get(work._id)?.endsAt ?? work.dueAt).getTime()

/** First planned and last current end in epoch ms; null if all lots end at the same time. */
export const endSpan = ({ works, live }: Pick<WorksProps, 'works' | 'live'>): { from: number; to: number } | null => {
  const from = Math.min(...works.map(({ dueAt }) => new Date(dueAt).getTime()))
  const to = Math.max(...works.map((work) => getLotEnd(work, live)))
  return works.length < 2 || to <= from ? null : { from, to }
}

/**
 * Timeline of the ends: one tick per lot, shorter for closed lots, labelled if extended, and the current time in coral.
 * `wide`: hidden on phones.
 */
export function EndTimeline({ works, live, own, now, wide = false }: WorksProps & { wide?: boolean }) {
  const span = endSpan({ works, live })
  if (!span) return null
  const { from, to } = span
  const at = (time: number): CSSProperties => ({ left: `${(((time - from) / (to - from)) * 100).toFixed(2)}%` })
  const isCurrent = now !== undefined && now >= from && now <= to && isSameDay(from, now)
  // Near the start the label is placed after the mark; before it, it would leave the page.
  const isEarly = isCurrent && (now - from) / (to - from) < 0.08
  // About eight times are labelled, however many lots there are.
  const every = Math.ceil(works.length / 8)
  const isMoved = (work: PublicWorkLine) => {
    const lot = live.lots.get(work._id)
    return lot !== undefined && lot.endsAt > lot.dueAt && lot.state === 'open'
  }
  return (
    <div className={styles.line} data-wide={wide || undefined} aria-hidden="true">
      <div className={styles.axis}>
        {works.map((work, index) => {
          const lot = live.lots.get(work._id)
          const end = getLotEnd(work, live)
          const ownStatus = own.lots.has(work._id) ? determineBidStatus(lot, own.lots.get(work._id), 'live') : null
          const name = isMoved(work)
            ? m.auction_line_moved({ lot: work.lot, time: formatTime(end) })
            : index % every === 0
              ? formatTime(end)
              : ''
          return (
            <span
              key={work._id}
              className={styles.tick}
              data-done={isLotClosed(lot?.state) || undefined}
              data-moved={isMoved(work) || undefined}
              style={at(end)}
            >
              {ownStatus && (
                <span className={styles.mine}>
                  <StatusIcon status={ownStatus} />
                </span>
              )}
              {name && <span className={styles.name}>{name}</span>}
            </span>
          )
        })}
        {isCurrent && (
          <span className={styles.now} data-early={isEarly || undefined} style={at(now)}>
            <span>{m.auction_line_now({ time: formatTime(now) })}</span>
          </span>
        )}
      </div>
    </div>
  )
}
