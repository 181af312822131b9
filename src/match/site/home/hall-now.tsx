import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { FairView } from '../fairs/fair-view.ts'
import { TableIcon } from '../parts/fair/table-icon.tsx'
import { toSeoulDay } from '../text/format-dates.ts'
import styles from './hall-now.module.css'

interface FairInProgress {
  _id: string
  title: string
  slot: { startAt: string; endAt: string } | null
  tables: { number: number; taken: boolean }[]
}

const maxTables = 24

/** View model of the fair in progress. */
export const toHallView = (running: FairInProgress | null) =>
  running && {
    _id: running._id,
    title: running.title,
    slot: running.slot && `${toSeoulDay(running.slot.startAt).clock}–${toSeoulDay(running.slot.endAt).clock}`,
    tables: running.tables.slice(0, maxTables),
    all: running.tables.length,
    taken: running.tables.filter(({ taken }) => taken).length,
  }

interface HallNowProps {
  hall: ReturnType<typeof toHallView>
  /** Next fair, shown while none is in progress. */
  next: FairView | null
}

/** Tables of the fair in progress, marked taken or free; otherwise the next fair. */
export function HallNow({ hall, next }: HallNowProps) {
  if (!hall || hall.tables.length === 0) return next && <NextFair fair={next} />
  return (
    <section className={styles.hall} aria-labelledby="hall">
      <div className={styles.head}>
        <h2 id="hall" className={styles.title}>
          <span className={styles.dot} aria-hidden="true" />
          {hall.title}
        </h2>
        {hall.slot && <span className={styles.slot}>{m.match_hall_slot({ time: hall.slot })}</span>}
      </div>
      <ul className={styles.tables}>
        {hall.tables.map(({ number, taken }) => (
          <li key={number}>
            <span aria-hidden="true">{String(number).padStart(2, '0')}</span>
            <TableIcon isTaken={taken} />
            <VisuallyHidden>{taken ? m.match_hall_taken({ number }) : m.match_hall_free({ number })}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <span>{m.match_hall_count({ all: hall.all, taken: hall.taken })}</span>
        <Link className={styles.way} to={localizePath(`/match/fairs/${hall._id}`)}>
          {m.match_hall_open()}
        </Link>
      </p>
    </section>
  )
}

function NextFair({ fair }: { fair: FairView }) {
  return (
    <section className={styles.hall} aria-labelledby="hall">
      <p className={styles.over}>{fair.phaseLabel}</p>
      <h2 id="hall" className={styles.title}>
        {fair.title}
      </h2>
      <p className={styles.period}>{fair.period}</p>
      <p>{fair.venue}</p>
      <p className={styles.foot}>
        <TextLink to={localizePath(`/match/fairs/${fair._id}`)}>{m.match_hall_open()}</TextLink>
      </p>
    </section>
  )
}
