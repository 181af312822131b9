import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import {
  cityName,
  dayKey,
  formatDay,
  formatDayOfMonth,
  formatTime,
  formatTimeBeside,
  formatTimeRange,
  seoul,
} from '../../public/format-time.ts'
import { wayLabels } from '../../rules-labels.ts'
import styles from './free-time-list.module.css'
import draw from './my-schedule.module.css'
import type { DrawSlot, Way } from './time-drawing.ts'
import type { DrawingState } from './use-drawing.ts'

interface DrawListProps {
  drawing: DrawingState
  slots: readonly DrawSlot[]
  timeZone: string
  /** Number of suitable sellers that are free at each slot; null without suitable sellers. */
  free: readonly number[] | null
}

/** The same times as check boxes, by session, without dragging. One day at a time on phones. */
export function FreeTimeList({ drawing, slots, timeZone, free }: DrawListProps) {
  const days = [...new Set(slots.map(({ startAt }) => dayKey(startAt, seoul)))]
  const [shown, setShown] = useState(0)
  const way: Way = drawing.brush === 'erase' ? 'online' : drawing.brush
  const positionOf = new Map(slots.map(({ _id }, position) => [_id, position]))
  const byId = new Map(slots.map((slot) => [slot._id, slot]))
  const next = slots.find(({ startAt }) => dayKey(startAt, seoul) === days[shown + 1])
  return (
    <div className={styles.lists}>
      {days.map((key, column) => {
        const ofDay = slots.filter(({ startAt }) => dayKey(startAt, seoul) === key)
        const sessions = drawing.sessions.filter(([spot]) => spot && dayKey(spot.startAt, seoul) === key)
        const chosen = ofDay.filter(({ _id }) => drawing.drawn.has(_id)).length
        return (
          <section key={key} data-shown={column === shown || undefined}>
            <h2 className={styles.listDay}>
              {formatDay(ofDay[0]?.startAt ?? '', timeZone)}
              <span>{m.matchings_times_cells({ count: chosen })}</span>
            </h2>
            <button
              type="button"
              className={draw.tool}
              onClick={() =>
                drawing.paintAs(
                  ofDay.map(({ _id }) => _id),
                  drawing.brush,
                )
              }
            >
              {m.matchings_times_day()}
            </button>
            {sessions.map((run) => (
              <fieldset key={run[0]?.id} className={styles.group}>
                <legend>
                  {cityName(timeZone)}{' '}
                  {formatTimeRange({ startAt: run[0]?.startAt ?? '', endAt: run.at(-1)?.endAt ?? '' }, timeZone)}
                </legend>
                {run.map(({ id }) => {
                  const slot = byId.get(id)
                  if (!slot) return null
                  const drawnWay = drawing.drawn.get(id)
                  const isFixed = drawing.isFixed(id)
                  const count = free?.[positionOf.get(id) ?? 0] ?? 0
                  return (
                    <div key={id} className={styles.line}>
                      <label>
                        <input
                          type="checkbox"
                          checked={drawnWay !== undefined}
                          disabled={isFixed}
                          onChange={() => drawing.paintAs([id], drawnWay ? 'erase' : way)}
                        />
                        <b>{formatTime(slot.startAt, timeZone)}</b>
                        {timeZone !== seoul && <span>{formatTimeBeside(slot.startAt, seoul, timeZone)}</span>}
                        {slot.meeting && <span>{m.matchings_times_meeting({ company: slot.meeting.company })}</span>}
                        {!slot.meeting && slot.held && <span>{m.matchings_times_held()}</span>}
                        {!slot.meeting && !drawnWay && slot.past && <span>{m.matchings_pick_past()}</span>}
                        {!drawnWay && !isFixed && free && (
                          <span className={styles.count}>{m.matchings_times_fitting({ count })}</span>
                        )}
                      </label>
                      {drawnWay && !isFixed && (
                        <select
                          aria-label={`${formatTime(slot.startAt, timeZone)} ${m.matchings_times_brush()}`}
                          value={drawnWay}
                          onChange={(event) =>
                            drawing.paintAs([id], event.target.value === 'offline' ? 'offline' : 'online')
                          }
                        >
                          <option value="online">{wayLabels.online()}</option>
                          <option value="offline">{wayLabels.offline()}</option>
                        </select>
                      )}
                    </div>
                  )
                })}
              </fieldset>
            ))}
          </section>
        )
      })}
      {days.length > 1 && (
        <div className={styles.turn}>
          {shown > 0 && (
            <Button look="outline" low onClick={() => setShown(shown - 1)}>
              {m.matchings_times_day_back()}
            </Button>
          )}
          {next && (
            <Button look="outline" low onClick={() => setShown(shown + 1)}>
              {m.matchings_times_day_next({ day: formatDayOfMonth(next.startAt, timeZone) })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
