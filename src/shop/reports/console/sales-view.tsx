import { useQuery } from '@tanstack/react-query'
import { monthName, weekdays } from '#console/kit/parts/time/seoul-time.ts'
import { BarChart, LineChart } from '#console/kit/report/chart.tsx'
import styles from '#console/kit/report/report.module.css'
import {
  changeText,
  dayName,
  formatNumber,
  isWeekend,
  percentChange,
  shareText,
} from '#console/kit/report/report-figures.ts'
import { type ReportColumn, ReportTable } from '#console/kit/report/report-table.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { type DaySpan, daysOf, monthsOf } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { reports, type SalesRow } from '../contract.ts'

export const client = clientOf(reports)

export type SalesKind = 'monthly' | 'daily' | 'dayOfWeek'

interface Line extends SalesRow {
  label: string
  /** Net of the corresponding time in the previous period. */
  before: number
}

const nothing = { orders: 0, quantity: 0, discounts: 0, sales: 0, refunds: 0, net: 0 }

const sumOf = (rows: readonly SalesRow[]) =>
  rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      quantity: sum.quantity + row.quantity,
      discounts: sum.discounts + row.discounts,
      sales: sum.sales + row.sales,
      refunds: sum.refunds + row.refunds,
      net: sum.net + row.net,
    }),
    nothing,
  )

/** Every month, day or weekday of a period, including those without sales. */
const keysOf: Record<SalesKind, (span: DaySpan) => string[]> = {
  monthly: monthsOf,
  daily: daysOf,
  dayOfWeek: () => ['1', '2', '3', '4', '5', '6', '7'],
}

const labelOf = (kind: SalesKind, key: string, withYear: boolean): string => {
  if (kind === 'monthly') return monthName(key)
  if (kind === 'daily') return dayName(key, withYear)
  return weekdays()[Number(key) % 7] ?? key
}

const titles: Record<SalesKind, () => string> = {
  monthly: m.reports_monthly,
  daily: m.reports_daily,
  dayOfWeek: m.reports_weekdays,
}
const keyTitles: Record<SalesKind, () => string> = {
  monthly: m.reports_month,
  daily: m.reports_day,
  dayOfWeek: m.reports_weekday,
}

const columnsOf = (kind: SalesKind): ReportColumn<Line>[] => [
  { key: 'label', title: keyTitles[kind](), isWord: true, value: ({ label }) => label, text: ({ label }) => label },
  { key: 'orders', title: m.reports_orders(), value: ({ orders }) => orders, text: (row) => formatNumber(row.orders) },
  {
    key: 'quantity',
    title: m.reports_quantity(),
    value: (row) => row.quantity,
    text: (row) => formatNumber(row.quantity),
  },
  { key: 'sales', title: m.reports_sales(), value: ({ sales }) => sales, text: ({ sales }) => formatNumber(sales) },
  { key: 'refunds', title: m.reports_refunds(), value: (row) => row.refunds, text: (row) => formatNumber(row.refunds) },
  { key: 'net', title: m.reports_net(), value: ({ net }) => net, text: ({ net }) => <b>{formatNumber(net)}</b> },
  {
    key: 'discounts',
    title: m.reports_discounts(),
    value: ({ discounts }) => discounts,
    text: ({ discounts }) => formatNumber(discounts),
  },
  { key: 'before', title: m.reports_before(), value: ({ before }) => before, text: (row) => formatNumber(row.before) },
  {
    key: 'change',
    title: m.reports_change(),
    value: ({ net, before }) => percentChange(net, before),
    text: ({ net, before }) => changeText(net, before),
  },
]

/** Four totals of a period, each compared with the previous one. */
function SalesSums({ now, before }: { now: typeof nothing; before: typeof nothing }) {
  const sums = [
    {
      key: 'net',
      title: m.reports_net(),
      text: m.reports_won({ amount: formatNumber(now.net) }),
      note: m.reports_compared({ change: changeText(now.net, before.net) }),
    },
    {
      key: 'orders',
      title: m.reports_orders(),
      text: formatNumber(now.orders),
      note: m.reports_average({ amount: formatNumber(now.orders ? Math.round(now.sales / now.orders) : 0) }),
    },
    {
      key: 'refunds',
      title: m.reports_refunds(),
      text: m.reports_won({ amount: formatNumber(now.refunds) }),
      note: m.reports_shares({
        now: shareText(now.refunds, now.sales),
        before: shareText(before.refunds, before.sales),
      }),
    },
    {
      key: 'discounts',
      title: m.reports_discounts(),
      text: m.reports_won({ amount: formatNumber(now.discounts) }),
      note: m.reports_shares({
        now: shareText(now.discounts, now.sales + now.discounts),
        before: shareText(before.discounts, before.sales + before.discounts),
      }),
    },
  ]
  return (
    <dl className={styles.sums}>
      {sums.map(({ key, title, text, note }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{text}</dd>
          <dd className={styles.small}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Sales by month, day or weekday: totals, chart and table. */
export function SalesView({ kind, span }: { kind: SalesKind; span: DaySpan }) {
  const { data, error, refetch } = useQuery({
    queryKey: [reports[kind].path, span],
    queryFn: ({ signal }) => client[kind]({ query: span }, { signal }),
  })
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />
  if (!data) return <div className={styles.waiting} aria-busy="true" />
  const { rows, before, compared } = data
  const withYear = span.from.slice(0, 4) !== span.to.slice(0, 4)
  const earlierKeys = keysOf[kind](compared)
  const lines: Line[] = keysOf[kind](span).map((key, index) => ({
    ...(rows.find((row) => row.key === key) ?? nothing),
    key,
    label: labelOf(kind, key, withYear),
    before: before.find((row) => row.key === earlierKeys[index])?.net ?? 0,
  }))
  const [sum, earlier] = [sumOf(rows), sumOf(before)]
  const isEmpty = rows.length === 0 && before.length === 0
  if (isEmpty) return <Notice title={m.reports_empty_title()} text={m.reports_empty_text()} />
  const points = lines.map(({ key, label, net, before: past }) => ({
    key,
    label,
    value: net,
    before: past,
    isWeekend: kind === 'daily' && lines.length <= 100 && isWeekend(key),
  }))
  return (
    <>
      <SalesSums now={sum} before={earlier} />
      <section className={styles.chart}>
        <h2>{m.reports_net_by({ title: titles[kind]() })}</h2>
        {kind === 'dayOfWeek' ? <BarChart points={points} /> : <LineChart points={points} />}
      </section>
      <ReportTable
        title={titles[kind]()}
        span={span}
        columns={columnsOf(kind)}
        rows={lines}
        keyOf={({ key }) => key}
        total={{ ...sum, key: 'total', label: m.reports_total(), before: earlier.net }}
      />
    </>
  )
}
