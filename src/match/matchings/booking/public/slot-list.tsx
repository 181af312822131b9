import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { cityName, dayKey, formatDay, formatDayOfMonth, formatTime, seoul } from '../../public/format-time.ts'
import { refusalLabels, wayLabels } from '../../rules-labels.ts'
import grid from '../../time-grid/public/time-grid.module.css'
import type { PickSlot } from './slot-details.tsx'
import styles from './slot-list.module.css'

interface PickListProps {
  slots: readonly PickSlot[]
  picked: readonly string[]
  timeZone: string
  second: string | null
  onPress: (ids: readonly string[]) => void
  onFocused: (id: string) => void
}

/** Returns the note of a time that can be picked: how many wait for it, or whether it is next to a meeting. */
const describeNeighbours = (slot: PickSlot, slots: readonly PickSlot[]): string => {
  if (slot.waiting > 0) return m.matchings_panel_waits({ count: slot.waiting })
  const isNextTo = slots.some(
    ({ company, startAt, endAt }) => company && (endAt === slot.startAt || startAt === slot.endAt),
  )
  return isNextTo ? m.matchings_list_next_to() : m.matchings_list_apart()
}

/** The same times as check boxes, grouped by day, without the grid. One day at a time on phones. */
export function SlotList({ slots, picked, timeZone, second, onPress, onFocused }: PickListProps) {
  // Times that the buyer did not give, and past times, are only on the grid.
  const offerable = slots.filter(
    ({ _id, refusal }) => (refusal !== 'not_given' && refusal !== 'past') || picked.includes(_id),
  )
  const days = [...new Set(offerable.map(({ startAt }) => dayKey(startAt, seoul)))]
  const first = offerable.find(({ _id, refusal }) => picked.includes(_id) || refusal === null)
  const [shown, setShown] = useState(() => (first ? dayKey(first.startAt, seoul) : days[0]))
  const ofDay = (key: string) => offerable.filter(({ startAt }) => dayKey(startAt, seoul) === key)
  const countOf = (key: string) => {
    const open = ofDay(key).filter(({ refusal }) => refusal === null)
    const chosen = open.filter(({ _id }) => picked.includes(_id)).length
    const count = m.matchings_pick_cells({ count: open.length })
    return chosen > 0 ? `${count}, ${m.matchings_list_chosen({ count: chosen })}` : count
  }
  return (
    <div>
      {days.length > 1 && (
        <div className={grid.days}>
          {days.map((key) => (
            <button
              key={key}
              type="button"
              className={grid.dayChoice}
              aria-pressed={key === shown}
              onClick={() => setShown(key)}
            >
              <b>{formatDayOfMonth(ofDay(key)[0]?.startAt ?? '', timeZone)}</b>
              <span>{countOf(key)}</span>
            </button>
          ))}
        </div>
      )}
      <div className={styles.days}>
        {days.map((key) => (
          <fieldset key={key} className={styles.day} data-shown={key === shown || undefined}>
            <legend>
              <b>{formatDay(ofDay(key)[0]?.startAt ?? '', timeZone)}</b>
              <span>
                {cityName(timeZone)}
                {second && ` (${cityName(second)})`}
              </span>
            </legend>
            {ofDay(key).map((slot) => {
              const seat = picked.indexOf(slot._id) + 1
              return (
                <label
                  key={slot._id}
                  className={styles.card}
                  data-chosen={seat > 0 || undefined}
                  data-refused={slot.refusal ? true : undefined}
                >
                  <span className={styles.door}>
                    <input
                      type="checkbox"
                      checked={seat > 0}
                      disabled={slot.refusal !== null}
                      onChange={() => onPress([slot._id])}
                      onFocus={() => onFocused(slot._id)}
                    />
                    <i aria-hidden="true">{seat > 0 && seat}</i>
                  </span>
                  <span className={styles.text}>
                    <span className={styles.clocks}>
                      <b>{formatTime(slot.startAt, timeZone)}</b>
                      {second && <span>({formatTime(slot.startAt, second)})</span>}
                    </span>
                    {slot.refusal ? (
                      <span className={styles.beside}>
                        {[refusalLabels[slot.refusal](), slot.company].filter(Boolean).join(', ')}
                      </span>
                    ) : (
                      <>
                        <span className={styles.way}>
                          <Icon name={slot.way === 'offline' ? 'table' : 'video'} small />
                          {slot.way && wayLabels[slot.way]()}
                          {slot.way === 'offline' && slot.place && `, ${m.matchings_table({ number: slot.place })}`}
                        </span>
                        <span className={styles.beside} data-waits={slot.waiting > 0 || undefined}>
                          {describeNeighbours(slot, slots)}
                        </span>
                      </>
                    )}
                  </span>
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
    </div>
  )
}
