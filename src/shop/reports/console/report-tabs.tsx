import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import styles from '#console/kit/report/report.module.css'
import { useMayRead } from '#console/kit/use-rights.ts'
import type { DaySpan } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'

// Lazy-load the charts with the screen that shows them, not with the tab list.
const ReportView = lazy(() => import('./report-view.tsx'))

const views = {
  months: m.reports_monthly,
  days: m.reports_daily,
  weekdays: m.reports_weekdays,
  products: m.reports_products,
} as const

interface ReportProps {
  view: string
  span: DaySpan
}

/** Sales reports next to the statistics overview, for accounts that can read the shop. */
export function ReportTabs({ view, span }: ReportProps) {
  if (!useMayRead('console:shop')) return null
  return Object.entries(views).map(([name, label]) => (
    <Link
      key={name}
      to={`?${new URLSearchParams({ view: name, ...span })}`}
      className={styles.tab ?? ''}
      aria-current={name === view ? 'page' : undefined}
    >
      {label()}
    </Link>
  ))
}

export function ReportSlot(shown: ReportProps) {
  if (!useMayRead('console:shop')) return null
  return (
    <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
      <ReportView {...shown} />
    </Suspense>
  )
}
