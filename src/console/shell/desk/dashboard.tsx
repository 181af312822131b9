import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { clockTime } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { AccountMenu } from '../account/account-menu.tsx'
import { SeoulTime } from '../layout/status-bar.tsx'
import { figures } from '../manifests/manifests.ts'
import styles from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { deskActions } from './desk-actions.ts'
import { formatDate } from './desk-dates.tsx'
import { SideColumn } from './side-column.tsx'
import { useNow } from './use-now.ts'
import { type Today, useToday } from './use-today.ts'
import { Worklist } from './worklist.tsx'

const nothing: readonly string[] = []

/** One-line summary of public content; undefined while no figure is loaded. */
const running = (today: Today): string | undefined => {
  const texts = figures.flatMap(({ key, text }) => {
    const count = today.figures[key]
    return count === undefined ? [] : [text(count)]
  })
  return texts.length === 0
    ? undefined
    : m.dashboard_running({ figures: texts.reduce((before, last) => m.dashboard_figures({ before, last })) })
}

/** The desk: pending work, trends, colleagues' changes and scheduled events. */
export default function Dashboard() {
  const { data, error, dataUpdatedAt, refetch } = useToday()
  const scopes = useSession()?.scope ?? nothing
  const now = useNow(60_000)
  return (
    <Screen
      title={formatDate(now)}
      note={data && running(data)}
      actions={
        <>
          {deskActions(scopes).map(({ key, to, label }) => (
            <Button
              key={key}
              className={styles.write}
              variant="filled"
              color="action"
              component={Link}
              to={to}
              leftSection={<Icon name="add" />}
            >
              {label()}
            </Button>
          ))}
          <div className={styles.person}>
            <SeoulTime />
            <AccountMenu />
          </div>
        </>
      }
      aside={data && <SideColumn today={data} scopes={scopes} />}
    >
      {data ? (
        <>
          {error && <p className={styles.stale}>{m.dashboard_stale({ time: clockTime(new Date(dataUpdatedAt)) })}</p>}
          <Worklist today={data} scopes={scopes} />
        </>
      ) : error ? (
        <FailureNotice title={m.dashboard_failed_title()} error={error} onRetry={refetch} />
      ) : (
        <DashboardSkeleton />
      )}
    </Screen>
  )
}
