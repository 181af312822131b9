import { Link } from 'react-router'
import { formatTime } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { Picture } from '#ui/media/picture.tsx'
import { isLotClosed } from '../../works/rules.ts'
import { formatTimeLeft } from '../format/format-times.ts'
import { localizePath, workPath } from '../paths.ts'
import { formatWorkName } from '../works/work-view.ts'
import { endSpan, getLotEnd } from './end-timeline.tsx'
import styles from './end-timeline-strip.module.css'
import type { WorksProps } from './works-wall.tsx'

/** Timeline for phones, which have no room for an axis: the open lots, next to end first. */
export function EndTimelineStrip({ works, live, now }: Omit<WorksProps, 'own'>) {
  if (!endSpan({ works, live })) return null
  const next = works
    .filter(({ _id }) => !isLotClosed(live.lots.get(_id)?.state))
    .toSorted((a, b) => getLotEnd(a, live) - getLotEnd(b, live))
  if (next.length === 0) return null
  return (
    <nav className={styles.strip} aria-label={m.auction_line_title()}>
      <ol>
        {next.map((work, index) => {
          const end = getLotEnd(work, live)
          const isNext = index === 0 && now !== undefined && live.lots.get(work._id)?.state === 'open'
          return (
            <li key={work._id} data-next={isNext || undefined}>
              <Link
                to={localizePath(workPath(work._id))}
                aria-label={`${m.auction_lot({ lot: work.lot })}, ${formatWorkName(work)}`}
              >
                <span className={styles.picture}>
                  {work.picture && <Picture picture={work.picture} sizes="56px" alt="" />}
                </span>
                <b>{isNext ? formatTimeLeft(end - now) : formatTime(end)}</b>
                <small>{m.auction_lot({ lot: work.lot })}</small>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
