import { Button, NumberInput, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPaddle } from '#auction/auctions/rules.ts'
import type { Lot } from '#auction/works/contract.ts'
import { fieldErrors } from '#console/kit/parts/dialogs/form-dialog.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { CallRefused, newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { formatWon } from '../../console/format-times.ts'
import { kindLabels } from '../../console/kind-labels.ts'
import { bids } from '../../contract.ts'
import { bidKinds } from '../../rules.ts'
import { type StaffChannel, staffChannels } from '../contract.ts'
import { channelLabels } from './channel-labels.ts'
import styles from './staff-bid-form.module.css'

const client = clientOf(bids)

interface StaffBidFormProps {
  lot: Pick<Lot, '_id' | 'next'>
  onEntered: () => void
}

/** Form for a bid that reached the house by telephone, on paper or from the floor. */
export function StaffBidForm({ lot, onEntered }: StaffBidFormProps) {
  const [paddle, setPaddle] = useState<number | string>('')
  const [channel, setChannel] = useState<StaffChannel>('telephone')
  const [kind, setKind] = useState<(typeof bidKinds)[number]>('open')
  const [amount, setAmount] = useState<number | string>('')
  const [isIncomplete, setIncomplete] = useState(false)
  // One key for each bid: sending again after a lost connection is the same bid.
  const [key, setKey] = useState(newKey)
  const enter = useMutation({
    mutationFn: () =>
      client.enter(
        { params: { work: lot._id }, body: { paddle: Number(paddle), channel, kind, amount: Number(amount) } },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess: ({ bid }) => {
      showSuccess(
        bid.leads
          ? m.bids_entered({ name: bid.user.name, amount: formatWon(bid.amount) })
          : m.bids_entered_behind({ name: bid.user.name }),
      )
      setAmount('')
      setKey(newKey())
    },
    // Without an answer the bid may have been stored: the same key repeats it.
    onError: (error) => error instanceof CallRefused && error.status < 500 && error.status !== 408 && setKey(newKey()),
    onSettled: onEntered,
  })
  const fields = fieldErrors(enter.error)
  const submit = () => {
    const isComplete = Number(paddle) >= 1 && Number(amount) >= 1
    setIncomplete(!isComplete)
    if (isComplete && !enter.isPending) enter.mutate()
  }
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={m.bids_enter_title()}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NumberInput
        label={m.bids_enter_paddle()}
        className={styles.paddle}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        max={maxPaddle}
        value={paddle}
        error={fields.paddle}
        onChange={setPaddle}
      />
      <Select
        label={m.bids_channel()}
        data={staffChannels.map((value) => ({ value, label: channelLabels[value]() }))}
        value={channel}
        allowDeselect={false}
        onChange={(chosen) => setChannel(staffChannels.find((value) => value === chosen) ?? channel)}
      />
      <Select
        label={m.bids_kind()}
        data={bidKinds.map((value) => ({ value, label: kindLabels[value]() }))}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) => setKind(bidKinds.find((value) => value === chosen) ?? kind)}
      />
      <NumberInput
        label={m.bids_enter_amount()}
        description={m.bids_enter_least({ amount: formatWon(lot.next) })}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        thousandSeparator=","
        value={amount}
        error={fields.amount}
        onChange={setAmount}
      />
      <Button type="submit" loading={enter.isPending}>
        {Number(amount) > 0 ? `${m.bids_enter()} · ${formatWon(Number(amount))}` : m.bids_enter()}
      </Button>
      <p role="alert" className={styles.fault}>
        {isIncomplete
          ? m.bids_enter_missing()
          : enter.error && !fields.paddle && !fields.amount
            ? refusalMessage(enter.error)
            : ''}
      </p>
    </form>
  )
}
