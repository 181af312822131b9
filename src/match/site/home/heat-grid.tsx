import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { bindUnits } from '../text/bind-units.ts'
import styles from './heat-grid.module.css'
import section from './home-section.module.css'

interface Cell {
  weekday: number
  hour: number
  meetings: number
}

const names = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  cn: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
} as const

/** Upper bounds of the five lower shades, as a fraction of the busiest hour. */
const shades = [0.25, 0.5, 0.7, 0.85, 0.999]

/** View model of meetings by weekday and hour; null below ten meetings. */
export const toHeatView = (cells: readonly Cell[]) => {
  const all = cells.reduce((sum, { meetings }) => sum + meetings, 0)
  if (all < 10) return null
  const busiest = Math.max(...cells.map(({ meetings }) => meetings))
  const first = Math.min(...cells.map(({ hour }) => hour))
  const last = Math.max(...cells.map(({ hour }) => hour))
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const days = [...new Set(cells.map(({ weekday }) => weekday))].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  return {
    hours,
    rows: days.map((weekday) => ({
      name: names[getLocale()][weekday % 7] ?? '',
      cells: hours.map((hour) => {
        const meetings = cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.meetings ?? 0
        const part = meetings / busiest
        return { hour, meetings, shade: meetings === 0 ? 0 : shades.findIndex((end) => part <= end) + 1 || 6 }
      }),
    })),
  }
}

interface HeatGridProps {
  heat: NonNullable<ReturnType<typeof toHeatView>>
  meetings: number
}

/** Heat map of meeting times as a table: each cell shows its count and is darker for more meetings. */
export function HeatGrid({ heat: { hours, rows }, meetings }: HeatGridProps) {
  return (
    <section className={`${section.section} ${styles.heat}`} aria-labelledby="heat">
      <div>
        <h2 id="heat" className={section.title}>
          {m.match_heat_title()}
        </h2>
        <p className={section.lead}>{bindUnits(m.match_heat_text({ count: meetings }))}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <div className={styles.window} data-scrolls="" role="group" tabIndex={0} aria-labelledby="heat">
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {m.match_heat_hour({ hour })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map(({ hour, meetings: count, shade }) => (
                  <td key={hour} data-shade={shade}>
                    {count > 0 ? count : ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
