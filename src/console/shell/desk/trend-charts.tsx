import type { Series } from '#console/kit/manifest/console-manifest.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { series } from '../manifests/manifests.ts'
import { formatDay, isWeekend } from './desk-dates.tsx'
import styles from './trend-charts.module.css'
import type { Today } from './use-today.ts'

interface Day {
  day: string
  count: number
}

const height = 40

/** Sum of the second half minus the sum of the first. */
const changeOf = (days: readonly Day[]): number => {
  const half = Math.floor(days.length / 2)
  const sum = (part: readonly Day[]) => part.reduce((total, { count }) => total + count, 0)
  return sum(days.slice(half)) - sum(days.slice(0, half))
}

/** Line chart: one ink line, a bronze dot for today, weekends tinted; a table behind it has the figures. */
export function Trend({ series, days }: { series: Series; days: readonly Day[] }) {
  const change = changeOf(days)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const maxCount = Math.max(1, ...days.map(({ count }) => count))
  const step = 100 / Math.max(1, days.length - 1)
  const y = (count: number) => height - 4 - (count / maxCount) * (height - 8)
  const line = days.map(({ count }, index) => `${index * step},${y(count)}`).join(' ')
  const last = days.at(-1)
  return (
    <div>
      <div className={styles.head}>
        <h3>{series.title()}</h3>
        <span>{change === 0 ? m.dashboard_trend_same() : series.change(change)}</span>
        <strong>{total.toLocaleString()}</strong>
      </div>
      <div className={styles.chart} aria-hidden="true">
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {days.map(
            ({ day }, index) =>
              isWeekend(day) && (
                <rect key={day} x={(index - 0.5) * step} width={step} height={height} className={styles.weekend} />
              ),
          )}
          <polyline points={line} className={styles.line} vectorEffect="non-scaling-stroke" />
        </svg>
        {last && <i className={styles.today} style={{ top: y(last.count) }} />}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>{m.dashboard_trend_weekends()}</span>
        <span>{last?.day === formatSeoulDay(new Date()) ? m.dashboard_today() : last && formatDay(last.day)}</span>
      </p>
      <details className={styles.table}>
        <summary>{m.dashboard_trend_table()}</summary>
        <table>
          <caption className={styles.caption}>{series.title()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.dashboard_trend_day()}</th>
              <th scope="col">{series.unit()}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day} data-weekend={isWeekend(day) || undefined}>
                <td>{formatDay(day)}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** Daily counts of the modules, under a common heading with the period. */
export function Trends({ days }: { days: Today['series'] }) {
  const counted = series.flatMap((one) => {
    const own = days[one.key]
    return own ? [{ one, own }] : []
  })
  const [first] = counted
  if (!first) return null
  return (
    <section className={styles.trends}>
      <h2 className={styles.span}>{m.dashboard_trend_span({ count: first.own.length })}</h2>
      {counted.map(({ one, own }) => (
        <Trend key={one.key} series={one} days={own} />
      ))}
    </section>
  )
}
