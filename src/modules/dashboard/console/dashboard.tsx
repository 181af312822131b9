import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSession } from '#account/use-session.ts'
import { FailedNotice } from '#console/notice.tsx'
import { Icon } from '#console/parts/icon.tsx'
import { clockTime } from '#console/parts/seoul-time.ts'
import { Screen } from '#console/screen.tsx'
import { AccountMenu } from '#console/shell/account-menu.tsx'
import { SeoulTime } from '#console/shell/status.tsx'
import { useNow } from '#console/shell/use-now.ts'
import { useToday } from '#console/shell/use-today.ts'
import { m } from '#messages/messages.js'
import { Beside } from './beside.tsx'
import styles from './dashboard.module.css'
import { dateInWords } from './dates.tsx'
import { DashboardSkeleton } from './skeleton.tsx'
import { Worklist } from './worklist.tsx'

const nothing: readonly string[] = []

/** What needs somebody today, how things went, what colleagues changed, what happens by itself. */
export default function Dashboard() {
  const { data, error, dataUpdatedAt, refetch } = useToday()
  const scopes = useSession()?.scope ?? nothing
  const mayWrite = scopes.includes('console:boards')
  const now = useNow(60_000)
  return (
    <Screen
      title={dateInWords(now)}
      note={data && m.dashboard_running({ posts: data.counts.published, popups: data.counts.popups })}
      actions={
        <>
          {mayWrite && (
            <Button
              className={styles.write}
              variant="filled"
              color="action"
              component={Link}
              to="/console/boards/create"
              leftSection={<Icon name="add" />}
            >
              {m.palette_act_write()}
            </Button>
          )}
          <div className={styles.person}>
            <SeoulTime />
            <AccountMenu />
          </div>
        </>
      }
      aside={data && <Beside today={data} scopes={scopes} />}
    >
      {data ? (
        <>
          {error && <p className={styles.stale}>{m.dashboard_stale({ time: clockTime(new Date(dataUpdatedAt)) })}</p>}
          <Worklist today={data} scopes={scopes} />
        </>
      ) : error ? (
        <FailedNotice title={m.dashboard_failed_title()} error={error} again={refetch} />
      ) : (
        <DashboardSkeleton />
      )}
    </Screen>
  )
}
