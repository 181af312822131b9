import { Button } from '@mantine/core'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { openAdjust } from './adjust-dialog.tsx'
import { createLedger, kindFilter, kindLabels, type LedgerLine, lineColumns } from './resource.tsx'

const resource = createLedger()

const nameOf = ({ user }: LedgerLine): string => `${user.name} · ${user.username}`

/** Point ledger of all members, latest first. */
export default function PointList() {
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  return (
    <ListScreen
      resource={resource}
      title={m.points_title()}
      name={nameOf}
      to={({ user }) => `/console/shop/points/${user._id}`}
      columns={[
        nameColumn(nameOf, m.points_member()),
        { key: 'kind', title: m.points_kind(), width: 128, value: ({ kind }) => kindLabels[kind]() },
        ...lineColumns(),
      ]}
      filters={[kindFilter()]}
      head={
        mayWrite && (
          <Button variant="filled" onClick={() => openAdjust({ done: () => void reload() })}>
            {m.points_adjust()}
          </Button>
        )
      }
      search={m.points_search()}
      empty={{ title: m.points_empty_title(), text: m.points_empty_text() }}
    />
  )
}
