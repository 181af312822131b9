import { NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFooter, fieldErrors, openFormDialog } from '#console/kit/parts/dialogs/form-dialog.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { client } from '../../console/resource.tsx'
import type { ConsoleRegistration } from '../../contract.ts'
import { maxPaddle } from '../../rules.ts'

const isPaddle = (value: number | string) => typeof value === 'number' && value >= 1 && value <= maxPaddle

interface EnrollProps {
  program: string
  done: () => void
}

/** Opens a dialog that registers a member who signed the terms on paper. */
export const openEnroll = (props: EnrollProps): void =>
  openFormDialog(m.auctions_enroll_title(), (close) => <EnrollForm {...props} close={close} />)

interface PaddleProps extends EnrollProps {
  entry: ConsoleRegistration
}

/** Opens a dialog for the paddle number of a bidder. */
export const openPaddle = (props: PaddleProps): void =>
  openFormDialog(m.auctions_paddle_title({ name: props.entry.user.name }), (close) => (
    <PaddleForm {...props} close={close} />
  ))

function EnrollForm({ program, done, close }: EnrollProps & { close: () => void }) {
  const [username, setUsername] = useState('')
  const [paddle, setPaddle] = useState<number | string>('')
  const [isMissing, setMissing] = useState(false)
  const [key] = useState(newKey)
  const enroll = useMutation({
    mutationFn: () =>
      client.enroll(
        { params: { id: program }, body: { username: username.trim(), paddle: paddle === '' ? null : Number(paddle) } },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess: ({ entry }) => {
      showSuccess(m.auctions_enrolled({ name: entry.user.name, number: entry.paddle ?? '' }))
      close()
      done()
    },
  })
  const fields = fieldErrors(enroll.error)
  const isOutside = paddle !== '' && !isPaddle(paddle)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(username.trim() === '')
        if (username.trim() !== '' && !isOutside && !enroll.isPending) enroll.mutate()
      }}
    >
      <Text size="sm">{m.auctions_enroll_text()}</Text>
      <TextInput
        data-autofocus
        mt={12}
        label={m.auctions_enroll_username()}
        maxLength={100}
        value={username}
        error={fields.username ?? (isMissing && m.auctions_enroll_username_missing())}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <NumberInput
        mt={12}
        label={m.auctions_paddle()}
        description={m.auctions_enroll_next()}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        value={paddle}
        error={fields.paddle ?? (isOutside && m.auctions_paddle_range())}
        onChange={setPaddle}
      />
      <DialogFooter error={enroll.error} isBusy={enroll.isPending} label={m.auctions_enroll()} close={close} />
    </form>
  )
}

function PaddleForm({ program, entry, done, close }: PaddleProps & { close: () => void }) {
  const [paddle, setPaddle] = useState<number | string>(entry.paddle ?? '')
  const save = useMutation({
    mutationFn: () =>
      client.setPaddle({
        params: { id: program, entry: entry._id },
        body: { paddle: paddle === '' ? null : Number(paddle) },
      }),
    onSuccess: () => {
      showSuccess(m.auctions_paddle_said())
      close()
      done()
    },
  })
  const isOutside = paddle !== '' && !isPaddle(paddle)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOutside && !save.isPending) save.mutate()
      }}
    >
      <NumberInput
        data-autofocus
        label={m.auctions_paddle()}
        description={m.auctions_paddle_text()}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        value={paddle}
        error={fieldErrors(save.error).paddle ?? (isOutside && m.auctions_paddle_range())}
        onChange={setPaddle}
      />
      <DialogFooter error={save.error} isBusy={save.isPending} label={m.auctions_paddle_set()} close={close} />
    </form>
  )
}
