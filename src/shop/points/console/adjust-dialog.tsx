import { Button, Group, NumberInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { client, formatSigned } from './resource.tsx'

interface AdjustProps {
  /** Preset member. */
  username?: string
  done: () => void
}

/** Opens a dialog that adds or removes points, with a reason that the member sees. */
export const openAdjust = ({ done, ...fieldProps }: AdjustProps): void => {
  const id = modals.open({
    title: m.points_adjust_title(),
    closeButtonProps: { 'aria-label': m.form_close() },
    children: (
      <AdjustForm
        {...fieldProps}
        done={() => {
          modals.close(id)
          done()
        }}
        stop={() => modals.close(id)}
      />
    ),
  })
}

/** Maximum amount of one ledger line. */
const maxPoints = 10_000_000

function AdjustForm({ username: open, done, stop }: AdjustProps & { stop: () => void }) {
  const [username, setUsername] = useState(open ?? '')
  const [way, setWay] = useState<'give' | 'take'>('give')
  const [amount, setAmount] = useState<number | string>('')
  const [note, setNote] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isAmount = typeof amount === 'number' && Number.isInteger(amount) && amount >= 1 && amount <= maxPoints
  const adjust = useMutation({
    mutationFn: () =>
      client.adjust({
        body: {
          username: username.trim(),
          amount: way === 'give' ? Number(amount) : -Number(amount),
          note: note.trim(),
        },
      }),
    onSuccess: ({ point }) => {
      showSuccess(
        m.points_said_adjusted({
          name: point.user.name,
          amount: formatSigned(point.amount),
          balance: point.balance.toLocaleString('ko-KR'),
        }),
      )
      done()
    },
  })
  const fields = adjust.error instanceof CallRefused ? (adjust.error.refusal.fields ?? {}) : {}
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsking(true)
        if (isAmount && username.trim() && note.trim()) adjust.mutate()
      }}
    >
      {open ? (
        <Text size="sm">{m.points_adjust_of({ name: open })}</Text>
      ) : (
        <TextInput
          data-autofocus
          label={m.points_username()}
          maxLength={100}
          value={username}
          error={fields.username ?? (isAsking && !username.trim() && m.points_username_missing())}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
      )}
      <SegmentedControl
        mt={12}
        aria-label={m.points_adjust_title()}
        value={way}
        data={[
          { value: 'give', label: m.points_give() },
          { value: 'take', label: m.points_take() },
        ]}
        onChange={(chosen) => setWay(chosen === 'take' ? 'take' : 'give')}
      />
      <NumberInput
        mt={12}
        label={m.points_amount()}
        description={m.points_amount_help({ most: maxPoints.toLocaleString('ko-KR') })}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        thousandSeparator=","
        value={amount}
        error={
          fields.amount ??
          (isAsking && !isAmount && m.points_amount_missing({ most: maxPoints.toLocaleString('ko-KR') }))
        }
        onChange={setAmount}
      />
      <Textarea
        mt={12}
        label={m.points_note()}
        description={m.points_note_help()}
        autosize
        minRows={2}
        maxLength={200}
        value={note}
        error={fields.note ?? (isAsking && !note.trim() && m.points_note_missing())}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {adjust.error && Object.keys(fields).length === 0 && (
        <Text mt={12} size="sm" c="var(--c-error)" role="alert">
          {errorMessage(adjust.error)}
        </Text>
      )}
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={stop}>
          {m.form_go_back()}
        </Button>
        <Button type="submit" variant="filled" loading={adjust.isPending}>
          {way === 'give' ? m.points_give() : m.points_take()}
        </Button>
      </Group>
    </form>
  )
}
