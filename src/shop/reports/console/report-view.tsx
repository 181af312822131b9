import type { DaySpan } from '#kit/time/report-period.ts'
import { ProductsView } from './products-view.tsx'
import { SalesView } from './sales-view.tsx'

/** Renders the shop's report of a statistics view; nothing for views of other products. */
export default function ReportView({ view, span }: { view: string; span: DaySpan }) {
  if (view === 'months') return <SalesView kind="monthly" span={span} />
  if (view === 'days') return <SalesView kind="daily" span={span} />
  if (view === 'weekdays') return <SalesView kind="dayOfWeek" span={span} />
  if (view === 'products') return <ProductsView span={span} />
  return null
}
