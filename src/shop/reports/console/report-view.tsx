import type { DaySpan } from '#kit/time/report-period.ts'
import { ProductsView } from './products-view.tsx'
import { SalesView } from './sales-view.tsx'

/** The report of a view of the statistics; nothing where it is none of the shop's. */
export default function ReportView({ view, span }: { view: string; span: DaySpan }) {
  if (view === 'months') return <SalesView kind="monthly" span={span} />
  if (view === 'days') return <SalesView kind="daily" span={span} />
  if (view === 'weekdays') return <SalesView kind="dayOfWeek" span={span} />
  if (view === 'products') return <ProductsView span={span} />
  return null
}
