import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { Picture } from '#ui/picture.tsx'
import { isClosed } from '../../works/rules.ts'
import { clockShort, leftWords } from '../format/format-times.ts'
import { place, workPath } from '../paths.ts'
import { workName } from '../works/work-view.ts'
import { endOf, spanOf } from './end-timeline.tsx'
import styles from './end-timeline-strip.module.css'
import type { ShownProps } from './works-wall.tsx'

/** Timeline for phones, which have no room for an axis: the open lots, next to end first. */
export function ClosingStrip({ works, live, now }: Omit<ShownProps, 'own'>) {
  if (!spanOf({ works, live })) return null
  const next = works
    .filter(({ _id }) => !isClosed(live.lots.get(_id)?.state))
    .toSorted((a, b) => endOf(a, live) - endOf(b, live))
  if (next.length === 0) return null
  return (
    <nav className={styles.strip} aria-label={m.auction_line_title()}>
      <ol>
        {next.map((work, index) => {
          const end = endOf(work, live)
          const isNext = index === 0 && now !== undefined && live.lots.get(work._id)?.state === 'open'
          return (
            <li key={work._id} data-next={isNext || undefined}>
              <Link
                to={place(workPath(work._id))}
                aria-label={`${m.auction_lot({ lot: work.lot })}, ${workName(work)}`}
              >
                <span className={styles.picture}>
                  {work.picture && <Picture picture={work.picture} sizes="56px" alt="" />}
                </span>
                <b>{isNext ? leftWords(end - now) : clockShort(end)}</b>
                <small>{m.auction_lot({ lot: work.lot })}</small>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
