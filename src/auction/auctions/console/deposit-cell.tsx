import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { ConsoleRegistration } from '../contract.ts'
import type { ConsoleDeposit } from '../contract-deposits.ts'
import { client, depositLabels, depositMarks, showRefusal } from './resource.tsx'

const formatStateTime = ({ state, dueAt, receivedAt, returnedAt }: ConsoleDeposit): string => {
  if (state === 'returned' && returnedAt) return shortInstant(returnedAt)
  if (state === 'received' && receivedAt) return shortInstant(receivedAt)
  if (state !== 'due') return ''
  return Date.parse(dueAt) < Date.now() ? m.auctions_deposit_late() : `~ ${shortInstant(dueAt)}`
}

interface DepositCellProps {
  program: string
  entry: ConsoleRegistration
  mayWrite: boolean
  /** Why the last action on it failed. */
  failure: string | undefined
}

/** Deposit of a bidder: state, transfer reference and refund account. */
export function DepositCell({ program, entry, mayWrite, failure }: DepositCellProps) {
  const { deposit } = entry
  const [opened, setOpened] = useState<{ of: string; account: ConsoleDeposit['refundTo'] }>()
  if (!deposit) return null
  const refundAccount = deposit.refundTo
  // A revealed number is shown only for the version of the account that the list has.
  const account = refundAccount && opened?.of === entry.updatedAt ? opened.account : refundAccount
  const open = async () => {
    const reason = await askReason({
      title: m.auctions_deposit_open(),
      text: m.auctions_deposit_open_text(),
      label: m.auctions_deposit_open(),
    })
    if (reason === null) return
    const params = { id: program, entry: entry._id }
    await client
      .refundTo({ params, body: { reason } })
      .then((answer) => setOpened({ of: entry.updatedAt, account: answer.account }), showRefusal)
  }
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <StateMark mark={depositMarks[deposit.state]}>{depositLabels[deposit.state]()}</StateMark>
        <Text size="sm">{formatStateTime(deposit)}</Text>
      </Group>
      <Text size="sm">
        {deposit.amount.toLocaleString('ko-KR')}
        {m.auctions_won()} · {deposit.reference}
      </Text>
      {deposit.owes && <Text size="sm">{m.auctions_deposit_owes()}</Text>}
      {deposit.state === 'received' && !deposit.owes && deposit.givenUp && (
        <Text size="sm">{m.auctions_deposit_given_up()}</Text>
      )}
      {failure && (
        <Text size="sm" c="error">
          {m.list_row_failed({ message: failure })}
        </Text>
      )}
      {deposit.reason && <Text size="sm">{deposit.reason}</Text>}
      {(deposit.state === 'received' || account) && (
        <Group gap={8}>
          <Text size="sm">
            {account ? `${account.bank} ${account.number} ${account.holder}` : m.auctions_deposit_to_none()}
          </Text>
          {mayWrite && account?.number.includes('*') && (
            <Button variant="subtle" size="compact-sm" onClick={() => void open()}>
              {m.auctions_deposit_open()}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
