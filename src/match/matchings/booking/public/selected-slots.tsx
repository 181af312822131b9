import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { formatTimeBeside, formatWeekdayTime } from '../../public/format-time.ts'
import { maxPicks } from '../../rules.ts'
import { wayLabels } from '../../rules-labels.ts'
import styles from './offer-times.module.css'
import type { PickSlot } from './slot-details.tsx'

interface PickSeatsProps {
  picked: readonly PickSlot[]
  timeZone: string
  second: string | null
  /** True while a fourth time waits: each seat is a button that gives way to it. */
  isSwapping: boolean
  onSwap: (id: string) => void
  /** Discards the fourth time. */
  onKeep: () => void
  onDrop: (id: string) => void
  onOffer: () => void
}

/** The three seats of an offer, and the button that continues. */
export function SelectedSlots({
  picked,
  timeZone,
  second,
  isSwapping,
  onSwap,
  onKeep,
  onDrop,
  onOffer,
}: PickSeatsProps) {
  return (
    <div className={styles.foot}>
      <ol className={styles.seats}>
        {Array.from({ length: maxPicks }, (_, index) => {
          const slot = picked[index]
          const time = slot ? formatWeekdayTime(slot.startAt, timeZone) : ''
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: seats are identified by their number
            <li key={index} className={styles.seat} data-taken={slot ? true : undefined}>
              <i className={styles.door} data-empty={slot ? undefined : true}>
                {index + 1}
              </i>
              {slot ? (
                <span className={styles.seatText}>
                  <b>{time}</b>
                  <span>
                    {[
                      second && formatTimeBeside(slot.startAt, second, timeZone),
                      slot.way && wayLabels[slot.way](),
                      slot.way === 'offline' && slot.place && m.matchings_table({ number: slot.place }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    {slot.waiting > 0 && (
                      <em className={styles.seatWaits}>{m.matchings_pick_waits({ count: slot.waiting })}</em>
                    )}
                  </span>
                </span>
              ) : (
                <span className={styles.seatText}>{m.matchings_pick_seat_empty()}</span>
              )}
              {slot && (
                <button
                  type="button"
                  className={styles.seatAct}
                  data-swap={isSwapping || undefined}
                  aria-label={`${time} ${isSwapping ? m.matchings_pick_swap_this() : m.matchings_times_erase()}`}
                  onClick={() => (isSwapping ? onSwap(slot._id) : onDrop(slot._id))}
                >
                  {isSwapping ? m.matchings_pick_swap_this() : '×'}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {isSwapping && (
        <Button low look="outline" className={styles.keepSeats} onClick={onKeep}>
          {m.matchings_pick_keep()}
        </Button>
      )}
      <Button low className={styles.go} onClick={onOffer}>
        {m.matchings_offer({ count: picked.length })}
      </Button>
    </div>
  )
}
