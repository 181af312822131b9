import { cityName, formatTimeRange, seoul } from '../../public/format-time.ts'
import { wayLabels } from '../../rules-labels.ts'
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
export function TimeBlock({ span, way, timeZone, isShort }: DrawBlockProps) {
  const isOtherZone = timeZone !== seoul
  const [first, other] = way === 'offline' ? [seoul, timeZone] : [timeZone, seoul]
  return (
    <span className={styles.block}>
      <b>
        {way === 'offline' && isOtherZone && `${cityName(seoul)} `}
        {formatTimeRange(span, first)}
      </b>{' '}
      · {wayLabels[way]()}
      {!isShort && isOtherZone && (
        <small>
          {cityName(other)} {formatTimeRange(span, other)}
        </small>
      )}
    </span>
  )
}
