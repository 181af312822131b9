import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { PointAccount } from '../contract.ts'
import { openAdjust } from './adjust-dialog.tsx'
import styles from './member-points.module.css'
import { client, createLedger, kindFilter, kindLabels, type LedgerLine, lineColumns } from './resource.tsx'

const nameOf = ({ kind }: LedgerLine): string => kindLabels[kind]()

function Figures({ account: { balance, expiring, coming } }: { account: PointAccount }) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{m.points_balance()}</dt>
        <dd>{balance.toLocaleString('ko-KR')}</dd>
      </div>
      <div>
        <dt>{m.points_coming()}</dt>
        <dd>{coming.toLocaleString('ko-KR')}</dd>
      </div>
      <div>
        <dt>{m.points_expiring()}</dt>
        <dd>
          {(expiring?.amount ?? 0).toLocaleString('ko-KR')}{' '}
          {expiring && <small>{m.points_expiring_at({ time: shortInstant(expiring.at) })}</small>}
        </dd>
      </div>
    </dl>
  )
}

function BackButton() {
  return (
    <Button component={Link} to="/console/shop/points" variant="subtle" leftSection={<Icon name="back" />}>
      {m.points_title()}
    </Button>
  )
}

/** Point ledger of one member, with the balance after each line. */
export default function MemberPoints() {
  const { id = '' } = useParams()
  const resource = useMemo(() => createLedger(id), [id])
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, 'account'],
    queryFn: ({ signal }) => client.account({ params: { id } }, { signal }),
  })
  if (error && !data)
    return (
      <Screen title={m.points_title()} before={<BackButton />}>
        <FailureNotice error={error} onRetry={refetch} />
      </Screen>
    )
  const account = data?.account
  return (
    <ListScreen
      resource={resource}
      title={account ? m.points_of({ name: account.user.name }) : m.points_title()}
      name={nameOf}
      to={() => `/console/users/${id}`}
      columns={[nameColumn(nameOf, m.points_kind()), ...lineColumns()]}
      filters={[kindFilter()]}
      figures={account && <Figures account={account} />}
      head={
        <>
          <BackButton />
          {mayWrite && account && (
            <Button
              variant="filled"
              onClick={() => openAdjust({ username: account.user.username, done: () => void reload() })}
            >
              {m.points_adjust()}
            </Button>
          )}
        </>
      }
      empty={{ title: m.points_empty_title(), text: m.points_empty_text() }}
    />
  )
}
