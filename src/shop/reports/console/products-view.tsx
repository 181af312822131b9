import { useQuery } from '@tanstack/react-query'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { BarChart } from '#console/kit/report/chart.tsx'
import styles from '#console/kit/report/report.module.css'
import { changeText, formatNumber, percentChange, shareText } from '#console/kit/report/report-figures.ts'
import { type ReportColumn, ReportTable } from '#console/kit/report/report-table.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import type { DaySpan } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import { type ProductSalesRow, reports } from '../contract.ts'
import { client } from './sales-view.tsx'

const columnsOf = (totalNet: number): ReportColumn<ProductSalesRow>[] => [
  {
    key: 'name',
    title: m.reports_product(),
    isWord: true,
    value: ({ name }) => name,
    text: ({ name, picture }) => (
      <span className={styles.product}>
        <Thumbnail picture={picture} />
        {name}
      </span>
    ),
  },
  {
    key: 'quantity',
    title: m.reports_quantity(),
    value: (row) => row.quantity,
    text: (row) => formatNumber(row.quantity),
  },
  { key: 'sales', title: m.reports_sales(), value: ({ sales }) => sales, text: ({ sales }) => formatNumber(sales) },
  {
    key: 'returned',
    title: m.reports_returned(),
    value: (row) => row.returned,
    text: (row) => formatNumber(row.returned),
  },
  { key: 'refunds', title: m.reports_refunds(), value: (row) => row.refunds, text: (row) => formatNumber(row.refunds) },
  { key: 'net', title: m.reports_net(), value: ({ net }) => net, text: ({ net }) => <b>{formatNumber(net)}</b> },
  {
    key: 'share',
    title: m.reports_share(),
    value: ({ net }) => (totalNet > 0 ? Math.round((net / totalNet) * 1000) / 10 : null),
    text: ({ net }) => shareText(net, totalNet),
  },
  { key: 'before', title: m.reports_before(), value: ({ before }) => before, text: (row) => formatNumber(row.before) },
  {
    key: 'change',
    title: m.reports_change(),
    value: ({ net, before }) => percentChange(net, before),
    text: ({ net, before }) => changeText(net, before),
  },
]

/** Number of bars drawn. */
const barCount = 10

/** Sales by product, highest net first. */
export function ProductsView({ span }: { span: DaySpan }) {
  const { data, error, refetch } = useQuery({
    queryKey: [reports.products.path, span],
    queryFn: ({ signal }) => client.products({ query: span }, { signal }),
  })
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />
  if (!data) return <div className={styles.waiting} aria-busy="true" />
  const { products, count, total } = data
  if (products.length === 0) return <Notice title={m.reports_empty_title()} text={m.reports_empty_text()} />
  const points = products
    .slice(0, barCount)
    .map(({ product, name, net }) => ({ key: product ?? '', label: name, value: net }))
  return (
    <>
      <section className={styles.chart}>
        <h2>{m.reports_net_by({ title: m.reports_products() })}</h2>
        <BarChart points={points} />
        {count > products.length && (
          <p className={styles.note}>
            {m.reports_products_first({ shown: products.length, count: formatNumber(count) })}
          </p>
        )}
      </section>
      <ReportTable
        title={m.reports_products()}
        span={span}
        columns={columnsOf(total.net)}
        rows={products}
        keyOf={({ product }) => product ?? 'removed'}
      />
      <p className={styles.note}>
        {m.reports_products_total({
          quantity: formatNumber(total.quantity),
          net: formatNumber(total.net),
          returned: formatNumber(total.returned),
        })}
      </p>
    </>
  )
}
