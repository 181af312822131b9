import { m } from '#messages/messages.js'
import styles from './report.module.css'
import { formatNumber } from './report-figures.ts'

export interface Point {
  key: string
  label: string
  value: number
  /** Value of the previous period; undefined if not shown. */
  before?: number
  isWeekend?: boolean
}

const height = 100

/**
 * Line chart: one ink line, the previous period dotted, weekends tinted, a bronze dot at the end. The table behind it
 * has the same data for screen readers.
 */
export function LineChart({ points }: { points: readonly Point[] }) {
  const values = points.flatMap(({ value, before }) => (before === undefined ? [value] : [value, before]))
  const maxValue = Math.max(1, ...values)
  const least = Math.min(0, ...values)
  const step = 100 / Math.max(1, points.length - 1)
  const y = (value: number) => height - ((value - least) / (maxValue - least)) * height
  const lineOf = (value: (point: Point) => number) =>
    points.map((point, index) => `${index * step},${y(value(point))}`).join(' ')
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const hasBefore = first.before !== undefined
  return (
    <div aria-hidden="true">
      <p className={styles.legend}>
        <span data-line="now">{m.report_now()}</span>
        {hasBefore && <span data-line="before">{m.report_before()}</span>}
      </p>
      <div className={styles.plot}>
        <span className={styles.most}>{formatNumber(maxValue)}</span>
        <span className={styles.least} style={{ top: `${y(0)}%` }}>
          0
        </span>
        <div className={styles.area}>
          <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {points.map(
              ({ key, isWeekend }, index) =>
                isWeekend && (
                  <rect key={key} x={(index - 0.5) * step} width={step} height={height} className={styles.weekend} />
                ),
            )}
            <line x1="0" x2="100" y1={y(0)} y2={y(0)} className={styles.zero} vectorEffect="non-scaling-stroke" />
            {hasBefore && (
              <polyline
                points={lineOf(({ before = 0 }) => before)}
                className={styles.before}
                vectorEffect="non-scaling-stroke"
              />
            )}
            <polyline points={lineOf(({ value }) => value)} className={styles.now} vectorEffect="non-scaling-stroke" />
          </svg>
          <i className={styles.dot} style={{ top: `${y(last.value)}%` }} />
        </div>
      </div>
      <p className={styles.axis}>
        <span>{first.label}</span>
        {points.length > 1 && <span>{last.label}</span>}
      </p>
    </div>
  )
}

/** Bar chart; the longest bar is bronze. */
export function BarChart({ points }: { points: readonly Point[] }) {
  const maxValue = Math.max(1, ...points.map(({ value }) => value))
  return (
    <div className={styles.bars} aria-hidden="true">
      {points.map(({ key, label, value }) => (
        <p key={key}>
          <span>{label}</span>
          <i>
            <b
              data-most={value === maxValue || undefined}
              style={{ width: `${(Math.max(0, value) / maxValue) * 100}%` }}
            />
          </i>
          <span>{formatNumber(value)}</span>
        </p>
      ))}
    </div>
  )
}
