import { Button, Group, Select, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { ConsoleRegistration } from '../contract.ts'
import { openEnroll, openPaddle } from '../paddles/console/paddle-dialogs.tsx'
import { type DepositState, depositStates } from '../rules.ts'
import { DepositCell } from './deposit-cell.tsx'
import styles from './registrations.module.css'
import { client, depositLabels, registrationLabels, registrationMarks, resource, showRefusal } from './resource.tsx'

const confirmReturn = () =>
  confirmDestructive({
    title: m.auctions_deposit_return_title(),
    text: m.auctions_deposit_return_text(),
    label: m.auctions_deposit_act_return(),
  })

/** Registrations for an auction; each bidder is notified of the decision. */
export default function Registrations() {
  const { id = '' } = useParams()
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, id, 'entries'],
    // All, so that none waits on an unseen page.
    queryFn: ({ signal }) =>
      readAllPages('entries', (query) => client.entries({ params: { id }, query }, { signal })).then(
        (list) => list.entries,
      ),
  })
  useLiveEvents('entries', () => void refetch())
  const decide = async (entry: string, state: 'approved' | 'refused') => {
    const reason =
      state === 'refused'
        ? await askReason({
            title: m.auctions_refuse_title(),
            text: m.auctions_refuse_text(),
            label: m.auctions_refuse(),
            harm: true,
          })
        : ''
    if (reason === null) return
    try {
      await client.decide({ params: { id, entry }, body: { state, reason } })
      showSuccess(m.auctions_decided())
    } catch (refused) {
      showRefusal(refused)
    }
    await refetch()
  }
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [shown, setShown] = useState<DepositState | null>(null)
  const hasDeposits = data?.some(({ deposit }) => deposit !== null) ?? false
  const visible = data?.filter(({ deposit }) => shown === null || (deposit?.state ?? 'none') === shown) ?? []
  // Not refunded in bulk: deposits of bidders with a cancelled purchase are decided one by one.
  const free = data?.filter(({ deposit: of }) => of?.state === 'received' && !of.owes && !of.givenUp) ?? []
  const recordDeposits = async (
    entries: readonly ConsoleRegistration[],
    state: 'received' | 'refused' | 'returned',
  ) => {
    const reason =
      state === 'refused'
        ? await askReason({
            title: m.auctions_deposit_refuse_title(),
            text: m.auctions_refuse_text(),
            label: m.auctions_deposit_act_refuse(),
            harm: true,
          })
        : ''
    if (reason === null || (state === 'returned' && !(await confirmReturn()))) return
    const { done, failed } = await forEachRecord(entries, ({ _id }) =>
      client.setDeposit({ params: { id, entry: _id }, body: { state, reason } }).catch((error: unknown) => {
        throw new Error(refusalMessage(error), { cause: error })
      }),
    )
    if (done.length > 0) showSuccess(m.auctions_deposit_said({ count: done.length }))
    const [first] = failed
    if (first) showError(m.list_failed({ total: entries.length, count: failed.length, message: first.message }))
    setFailures(new Map(failed.map((one) => [one.id, one.message])))
    await refetch()
  }
  return (
    <Screen
      title={m.auctions_entries()}
      before={
        <Button
          component={Link}
          to={`/console/auction/programs/${id}`}
          variant="subtle"
          leftSection={<Icon name="back" />}
        >
          {m.auctions_title()}
        </Button>
      }
    >
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {mayWrite && data && (
        <Group gap={12} className={styles.head}>
          <Button onClick={() => openEnroll({ program: id, done: () => void refetch() })}>{m.auctions_enroll()}</Button>
        </Group>
      )}
      {data?.length === 0 && <Notice title={m.auctions_entries_none()} text={m.auctions_entries_none_text()} />}
      {data && hasDeposits && (
        <Group gap={12} align="end" className={styles.head}>
          <Select
            label={m.auctions_deposit_filter()}
            data={depositStates.map((value) => ({ value, label: depositLabels[value]() }))}
            value={shown}
            onChange={(value) => setShown(depositStates.find((state) => state === value) ?? null)}
            placeholder={m.auctions_deposit_all()}
            clearable
          />
          {mayWrite && free.length > 0 && (
            <Button variant="default" onClick={() => void recordDeposits(free, 'returned')}>
              {m.auctions_deposit_act_return_all({ count: free.length })}
            </Button>
          )}
        </Group>
      )}
      {data && data.length > 0 && visible.length === 0 && (
        <Notice title={m.list_none_title()} text={m.list_none_text()}>
          <Button onClick={() => setShown(null)}>{m.auctions_deposit_all()}</Button>
        </Notice>
      )}
      {visible.length > 0 && (
        <div className={styles.bidders}>
          <Table className={styles.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.list_column_state()}</Table.Th>
                <Table.Th>{m.auctions_entry_member()}</Table.Th>
                <Table.Th>{m.auctions_paddle()}</Table.Th>
                <Table.Th>{m.auctions_entry_at()}</Table.Th>
                <Table.Th>{m.auctions_entry_reason()}</Table.Th>
                {hasDeposits && <Table.Th>{m.auctions_deposit()}</Table.Th>}
                <Table.Th>
                  <VisuallyHidden>{m.auctions_entry_decide()}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {visible.map((entry) => (
                <Table.Tr key={entry._id}>
                  <Table.Td>
                    <StateMark mark={registrationMarks[entry.state]}>{registrationLabels[entry.state]()}</StateMark>
                  </Table.Td>
                  <Table.Td>
                    {entry.user.name} ({entry.user.username})
                  </Table.Td>
                  <Table.Td data-label={m.auctions_paddle()}>
                    {entry.paddle ?? '–'}
                    {mayWrite && entry.state === 'approved' && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        onClick={() => openPaddle({ program: id, entry, done: () => void refetch() })}
                      >
                        {m.auctions_paddle_set()}
                      </Button>
                    )}
                  </Table.Td>
                  <Table.Td data-label={m.auctions_entry_at()}>{shortInstant(entry.acceptedAt)}</Table.Td>
                  <Table.Td data-label={entry.reason && m.auctions_entry_reason()}>{entry.reason}</Table.Td>
                  {hasDeposits && (
                    <Table.Td data-label={m.auctions_deposit()}>
                      <DepositCell program={id} entry={entry} mayWrite={mayWrite} failure={failures.get(entry._id)} />
                    </Table.Td>
                  )}
                  <Table.Td>
                    <Group gap={8} className={styles.actions}>
                      {mayWrite && entry.deposit?.state === 'due' && (
                        <>
                          <Button size="compact-sm" onClick={() => void recordDeposits([entry], 'received')}>
                            {m.auctions_deposit_act_receive()}
                          </Button>
                          <Button
                            size="compact-sm"
                            variant="default"
                            onClick={() => void recordDeposits([entry], 'refused')}
                          >
                            {m.auctions_deposit_act_refuse()}
                          </Button>
                        </>
                      )}
                      {mayWrite && entry.deposit?.state === 'received' && !entry.deposit.owes && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => void recordDeposits([entry], 'returned')}
                        >
                          {m.auctions_deposit_act_return()}
                        </Button>
                      )}
                      {mayWrite && entry.state !== 'approved' && (
                        <Button size="compact-sm" onClick={() => void decide(entry._id, 'approved')}>
                          {m.auctions_approve()}
                        </Button>
                      )}
                      {mayWrite && entry.state !== 'refused' && (
                        <Button size="compact-sm" variant="default" onClick={() => void decide(entry._id, 'refused')}>
                          {m.auctions_refuse()}
                        </Button>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Screen>
  )
}
