import { Link, useSearchParams } from 'react-router'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { periodBefore } from '../rules.ts'
import { CountsView } from './counts-view.tsx'
import { PeriodChooser, readSpan } from './period.tsx'
import { ProductsView } from './products-view.tsx'
import { SalesView } from './sales-view.tsx'
import styles from './statistics.module.css'

const views = {
  months: m.reports_monthly,
  days: m.reports_daily,
  weekdays: m.reports_weekdays,
  products: m.reports_products,
  counts: m.reports_counts,
} as const
type View = keyof typeof views

const isView = (name: string | null): name is View => name !== null && Object.hasOwn(views, name)

const spanText = ({ from, to }: { from: string; to: string }): string =>
  [from, to].map((day) => day.replaceAll('-', '.')).join(' – ')

/** Sales by month, day, weekday and product, and what the platform counts beside them. View and period are the address. */
export default function Statistics() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('view')
  const view = isView(asked) ? asked : 'months'
  const span = readSpan(query)
  const addressOf = (name: View) => `?${new URLSearchParams({ view: name, ...span })}`
  return (
    <Screen
      title={m.reports_title()}
      note={m.reports_spans({ now: spanText(span), before: spanText(periodBefore(span)) })}
      tabs={
        <nav className={styles.tabs} aria-label={m.reports_views()}>
          {Object.entries(views).map(([name, label]) => (
            <Link
              key={name}
              to={isView(name) ? addressOf(name) : '?'}
              className={styles.tab ?? ''}
              aria-current={name === view ? 'page' : undefined}
            >
              {label()}
            </Link>
          ))}
        </nav>
      }
      filters={
        <PeriodChooser
          span={span}
          choose={(next) => setQuery({ view, ...next }, { replace: true, preventScrollReset: true })}
        />
      }
    >
      <div className={styles.body}>
        {view === 'months' && <SalesView kind="monthly" span={span} />}
        {view === 'days' && <SalesView kind="daily" span={span} />}
        {view === 'weekdays' && <SalesView kind="dayOfWeek" span={span} />}
        {view === 'products' && <ProductsView span={span} />}
        {view === 'counts' && <CountsView span={span} />}
      </div>
    </Screen>
  )
}
