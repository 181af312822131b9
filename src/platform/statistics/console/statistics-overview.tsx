import { useQuery } from '@tanstack/react-query'
import { monthName } from '#console/kit/parts/time/seoul-time.ts'
import { LineChart } from '#console/kit/report/chart.tsx'
import styles from '#console/kit/report/report.module.css'
import { changeText, dayName, formatNumber, isWeekend } from '#console/kit/report/report-figures.ts'
import { type ReportColumn, ReportTable } from '#console/kit/report/report-table.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import type { DaySpan } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type CountedSeries, statistics } from '../contract.ts'

const client = clientOf(statistics)

/** Labels of the series in display order; the modules define the keys. */
const seriesLabels: Readonly<Record<string, () => string>> = {
  'statistics.visits': m.statistics_visits_short,
  'forms.received': m.statistics_requests,
  'matchings.asked': m.statistics_matchings,
  'bids.made': m.statistics_bids,
  'reports.sales': m.statistics_sales,
}

/** Longer periods, in days, are grouped by month. */
const maxDays = 92

interface Line {
  key: string
  label: string
  counts: Readonly<Record<string, number>>
}

/** Lines of a chart by day, or by month for long periods. */
const toLines = (series: readonly CountedSeries[], span: DaySpan): Line[] => {
  const days = series[0]?.days.map(({ day }) => day) ?? []
  const byMonth = days.length > maxDays
  const withYear = span.from.slice(0, 4) !== span.to.slice(0, 4)
  const lines = new Map<string, Line & { counts: Record<string, number> }>()
  for (const { key, days: counted } of series)
    for (const { day, count } of counted) {
      const own = byMonth ? day.slice(0, 7) : day
      const label = byMonth ? monthName(own) : dayName(own, withYear)
      const line = lines.get(own) ?? { key: own, label, counts: {} }
      line.counts[key] = (line.counts[key] ?? 0) + count
      lines.set(own, line)
    }
  return [...lines.values()]
}

/** Counts of the platform: visits, requests, matchings, bids, and sales if there is a shop. */
export function Overview({ span }: { span: DaySpan }) {
  const { data, error, refetch } = useQuery({
    queryKey: [statistics.counts.path, span],
    queryFn: ({ signal }) => client.counts({ query: span }, { signal }),
  })
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />
  if (!data) return <div className={styles.waiting} aria-busy="true" />
  const shown = Object.entries(seriesLabels).flatMap(([key, title]) => {
    const series = data.series.find((one) => one.key === key)
    return series ? [{ series, title: title() }] : []
  })
  if (shown.length === 0) return <Notice title={m.statistics_empty_title()} text={m.statistics_empty_text()} />
  const lines = toLines(
    shown.map(({ series }) => series),
    span,
  )
  const byMonth = lines[0]?.key.length === 7
  const columns: ReportColumn<Line>[] = [
    {
      key: 'label',
      title: byMonth ? m.statistics_month() : m.statistics_day(),
      isWord: true,
      value: ({ label }) => label,
      text: ({ label }) => label,
    },
    ...shown.map(({ series: { key }, title }) => ({
      key,
      title,
      value: ({ counts }: Line) => counts[key] ?? 0,
      text: ({ counts }: Line) => formatNumber(counts[key] ?? 0),
    })),
  ]
  const totals = Object.fromEntries(
    shown.map(({ series: { key, days } }) => [key, days.reduce((sum, { count }) => sum + count, 0)]),
  )
  return (
    <>
      <div className={styles.grid}>
        {shown.map(({ series, title }) => (
          <section key={series.key} className={styles.chart}>
            <h2>
              {title} <b>{formatNumber(totals[series.key] ?? 0)}</b>
            </h2>
            <p className={styles.small}>
              {m.statistics_compared({ change: changeText(totals[series.key] ?? 0, series.before) })}
            </p>
            <LineChart
              points={lines.map(({ key, label, counts }) => ({
                key,
                label,
                value: counts[series.key] ?? 0,
                isWeekend: !byMonth && isWeekend(key),
              }))}
            />
          </section>
        ))}
      </div>
      <ReportTable
        title={m.statistics_overview()}
        span={span}
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
        total={{ key: 'total', label: m.statistics_total(), counts: totals }}
      />
    </>
  )
}
