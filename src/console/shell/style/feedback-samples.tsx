import { Button } from '@mantine/core'
import clsx from 'clsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { addDays } from '#console/kit/parts/time/seoul-time.ts'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { DashboardSkeleton } from '../desk/dashboard-skeleton.tsx'
import { Trend } from '../desk/trend-charts.tsx'
import { Strip } from '../layout/offline-strip.tsx'
import { series } from '../manifests/manifests.ts'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

const shape = [2, 3, 2, 4, 3, 0, 0, 3, 4, 5, 3, 4, 1, 0, 2, 5, 4, 6, 5, 1, 1, 4, 6, 5, 7, 6, 2, 3]

/** Four weeks up to today. */
const weeks = () => {
  const today = formatSeoulDay(new Date())
  return shape.map((count, index) => ({ day: addDays(today, index - shape.length + 1), count }))
}

export function Feedback() {
  return (
    <Family title={m.style_feedback()}>
      <Sample name={m.style_rows()}>
        <div className={styles.frame}>
          <div className={styles.row}>
            <StateMark mark="published">{m.common_state_published()}</StateMark>
            {m.style_row_rest()}
          </div>
          <div className={clsx(styles.row, styles.selected)}>
            <StateMark mark="scheduled">{m.common_state_scheduled()}</StateMark>
            {m.style_row_selected()}
          </div>
          <div className={styles.row} style={{ opacity: 0.6 }}>
            <StateMark mark="draft">{m.common_state_draft()}</StateMark>
            {m.style_row_saving()}
          </div>
        </div>
      </Sample>
      <Sample name={m.style_empty()}>
        <div className={styles.frame}>
          <Notice title={m.dashboard_nothing_title()} text={m.dashboard_nothing_text()}>
            <Button>{m.common_act_write()}</Button>
          </Notice>
        </div>
      </Sample>
      <Sample name={m.style_error()}>
        <div className={styles.frame}>
          <Notice
            isError
            title={m.dashboard_failed_title()}
            text={m.account_error_network()}
            onRetry={() => showSuccess(m.style_word_undone())}
            requestId="req-7f3a"
          />
        </div>
      </Sample>
      <Sample name={m.style_loading()}>
        <div className={styles.frame}>
          <DashboardSkeleton />
        </div>
      </Sample>
      <Sample name={m.style_offline()}>
        <div className={styles.frame}>
          <Strip retryAt={Date.now() + 12_000} />
        </div>
      </Sample>
      <Sample name={m.style_chart()}>
        <div className={styles.wide}>
          {series.slice(0, 1).map((one) => (
            <Trend key={one.key} series={one} days={weeks()} />
          ))}
        </div>
      </Sample>
    </Family>
  )
}
