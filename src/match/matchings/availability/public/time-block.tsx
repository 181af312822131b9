import { city, clocks, seoul } from '../../public/format-time.ts'
import { wayWords } from '../../public/matching-labels.ts'
import styles from './my-schedule.module.css'
import type { Way } from './time-drawing.ts'

interface DrawBlockProps {
  span: { startAt: string; endAt: string }
  way: Way
  timeZone: string
  /** True for a single slot: it has no room for the second clock, which the ruler shows. */
  isShort: boolean
}

/** Label of a drawn block with both clocks; Seoul time comes first for in-person blocks. */
export function DrawBlock({ span, way, timeZone, isShort }: DrawBlockProps) {
  const isApart = timeZone !== seoul
  const [first, other] = way === 'offline' ? [seoul, timeZone] : [timeZone, seoul]
  return (
    <span className={styles.block}>
      <b>
        {way === 'offline' && isApart && `${city(seoul)} `}
        {clocks(span, first)}
      </b>{' '}
      · {wayWords[way]()}
      {!isShort && isApart && (
        <small>
          {city(other)} {clocks(span, other)}
        </small>
      )}
    </span>
  )
}
