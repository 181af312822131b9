import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import {
  cityName,
  dayKey,
  formatDay,
  formatTime,
  formatTimeBeside,
  formatTimeRange,
  formatWeekdayTime,
  seoul,
} from '../../public/format-time.ts'
import { wayLabels } from '../../rules-labels.ts'
import type { GridSlot } from '../../time-grid/public/grid-axis.ts'
import styles from './my-schedule.module.css'
import type { SellerCoverage } from './seller-coverage.ts'
import type { DrawSlot, TimeDrawing } from './time-drawing.ts'

/** Maximum number of door symbols; for more sellers a bar is shown. */
const maxDoors = 28
const hour = 3_600_000

interface DrawPanelProps {
  blocks: readonly (readonly GridSlot[])[]
  drawn: TimeDrawing
  timeZone: string
  fit: SellerCoverage
  slots: readonly DrawSlot[]
  onErase: (ids: readonly string[]) => void
  onAdd: (id: string) => void
}

/** Side panel: the drawn blocks, and how many of the suitable sellers they reach. */
export function DrawingSummary({ blocks, drawn, timeZone, fit, slots, onErase, onAdd }: DrawPanelProps) {
  const spots = blocks.flat()
  const length = slots
    .filter(({ _id }) => drawn.has(_id))
    .reduce((sum, { startAt, endAt }) => sum + Date.parse(endAt) - Date.parse(startAt), 0)
  const days = [...new Set(spots.map(({ startAt }) => dayKey(startAt, seoul)))]
  const held = new Set(slots.filter((slot) => slot.held || slot.past).map(({ _id }) => _id))
  return (
    <aside className={styles.panel} aria-label={m.matchings_times_panel()}>
      <h2 className={styles.panelTitle}>
        {m.matchings_times_chosen({ count: drawn.size })}
        <span>{m.matchings_times_hours({ hours: Math.floor(length / hour), minutes: (length % hour) / 60_000 })}</span>
      </h2>
      {days.map((key) => {
        const ofDay = blocks.filter(([spot]) => spot && dayKey(spot.startAt, seoul) === key)
        return (
          <section key={key}>
            <h3 className={styles.panelDay}>{formatDay(ofDay[0]?.[0]?.startAt ?? '', timeZone)}</h3>
            <ul className={styles.blocks}>
              {ofDay.map((run) => {
                const [from, to] = [run[0], run.at(-1)]
                if (!from || !to) return null
                const way = drawn.get(from.id) ?? 'online'
                const span = { startAt: from.startAt, endAt: to.endAt }
                const [first, other] = way === 'offline' ? [seoul, timeZone] : [timeZone, seoul]
                return (
                  <li key={from.id}>
                    <Icon name={way === 'online' ? 'video' : 'table'} small />
                    <b>{formatTimeRange(span, first)}</b>
                    <span>
                      {timeZone === seoul
                        ? wayLabels[way]()
                        : way === 'offline'
                          ? m.matchings_times_in({ city: cityName(seoul) })
                          : `${formatTimeBeside(from.startAt, other, first)}\u2060–\u2060${formatTime(to.endAt, other)}`}
                    </span>
                    {run.some(({ id }) => !held.has(id)) && (
                      <button
                        type="button"
                        aria-label={m.matchings_times_remove({
                          time: `${formatDay(from.startAt, first)} ${formatTimeRange(span, first)}`,
                        })}
                        onClick={() => onErase(run.map(({ id }) => id))}
                      >
                        <Icon name="close" small />
                      </button>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
      {fit.all > 0 && (
        <div className={styles.fit}>
          <h3>{m.matchings_fit_met({ met: fit.met, all: fit.all })}</h3>
          {fit.all <= maxDoors ? (
            <p className={styles.doors} aria-hidden="true">
              {Array.from({ length: fit.all }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a door is its number
                <i key={index} data-met={index < fit.met || undefined} />
              ))}
            </p>
          ) : (
            <p className={styles.bar} aria-hidden="true" style={{ '--met': fit.met / fit.all }} />
          )}
          <BestFitting fit={fit} slots={slots} timeZone={timeZone} onAdd={onAdd} />
        </div>
      )}
    </aside>
  )
}

function BestFitting({ fit, slots, timeZone, onAdd }: Pick<DrawPanelProps, 'fit' | 'slots' | 'timeZone' | 'onAdd'>) {
  const { best, never } = fit
  const slot = slots.find(({ _id }) => _id === best?.slot)
  if (!best || !slot) return never > 0 ? <p>{m.matchings_fit_never({ count: never })}</p> : null
  const other = timeZone === seoul ? '' : `, ${cityName(seoul)} ${formatWeekdayTime(slot.startAt, seoul)}`
  const time = formatWeekdayTime(slot.startAt, timeZone) + other
  return (
    <p>
      {best.adds === 1
        ? m.matchings_fit_one({ time, seller: best.seller })
        : m.matchings_fit_more({ time, count: best.adds })}{' '}
      <button type="button" className={styles.add} onClick={() => onAdd(best.slot)}>
        {m.matchings_fit_add()}
      </button>
    </p>
  )
}

/** The number of sellers reached in one line, for phones. */
export function CoverageLine({ fit }: { fit: SellerCoverage }) {
  return fit.all > 0 ? <p className={styles.fitLine}>{m.matchings_fit_met({ met: fit.met, all: fit.all })}</p> : null
}
