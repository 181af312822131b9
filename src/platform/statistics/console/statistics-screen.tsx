import { Link, useSearchParams } from 'react-router'
import { Slot } from '#console/kit/manifest/manifests-provider.tsx'
import styles from '#console/kit/report/report.module.css'
import { PeriodChooser, parseSpan } from '#console/kit/report/report-period.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { type DaySpan, periodBefore } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import { Overview } from './statistics-overview.tsx'

declare module '#console/kit/manifest/console-manifest.ts' {
  interface Slots {
    /** Tabs of further views beside the overview. */
    'statistics.tabs': StatisticsView
    /** Renders the view of this name, if the module has it. */
    'statistics.view': StatisticsView
  }
}

export interface StatisticsView {
  /** View name from the address. */
  view: string
  span: DaySpan
}

const formatSpan = ({ from, to }: DaySpan): string => [from, to].map((day) => day.replaceAll('-', '.')).join(' – ')

/** Statistics and the reports that modules add. View and period are in the address. */
export default function Statistics() {
  const [query, setQuery] = useSearchParams()
  const view = query.get('view') ?? 'overview'
  const span = parseSpan(query)
  return (
    <Screen
      title={m.statistics_title()}
      note={m.statistics_spans({ now: formatSpan(span), before: formatSpan(periodBefore(span)) })}
      tabs={
        <nav className={styles.tabs} aria-label={m.statistics_views()}>
          <Link
            to={`?${new URLSearchParams({ ...span })}`}
            className={styles.tab ?? ''}
            aria-current={view === 'overview' ? 'page' : undefined}
          >
            {m.statistics_overview()}
          </Link>
          <Slot name="statistics.tabs" view={view} span={span} />
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
        {view === 'overview' ? <Overview span={span} /> : <Slot name="statistics.view" view={view} span={span} />}
      </div>
    </Screen>
  )
}
