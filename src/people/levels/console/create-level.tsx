import { Button, Modal, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import styles from './levels.module.css'
import { client } from './resource.tsx'

interface CreateLevelProps {
  opened: boolean
  close: () => void
  onCreated: (id: string) => void
}

/** A new level has no permissions; the matrix grants them. */
export function CreateLevel({ opened, close, onCreated }: CreateLevelProps) {
  const [title, setTitle] = useState('')
  const [key, setKey] = useState('')
  const [rank, setRank] = useState<number | string>(10)
  const create = useMutation({
    mutationFn: () =>
      client.create({
        body: { key, title: { ko: title }, rank: Number(rank), scopes: [], forPersons: false, forCompanies: false },
      }),
    onSuccess: ({ level }) => {
      showSuccess(m.levels_said_created({ name: level.title.ko }))
      setTitle('')
      setKey('')
      onCreated(level._id)
      close()
    },
  })
  const fields = create.error instanceof CallRefused ? (create.error.refusal.fields ?? {}) : {}
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={m.levels_create()}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      <form
        className={styles.create}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextInput
          data-autofocus
          label={m.levels_name()}
          value={title}
          maxLength={40}
          error={fields['title.ko']}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <TextInput
          label={m.levels_key()}
          description={m.levels_key_help()}
          value={key}
          maxLength={40}
          error={fields.key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <NumberInput
          label={m.levels_rank()}
          description={m.levels_rank_help()}
          value={rank}
          min={0}
          max={100}
          allowDecimal={false}
          error={fields.rank}
          onChange={setRank}
        />
        {create.error && Object.keys(fields).length === 0 && (
          <p role="alert" className={styles.fault}>
            {errorMessage(create.error)}
          </p>
        )}
        <Button type="submit" variant="filled" loading={create.isPending}>
          {m.levels_create()}
        </Button>
      </form>
    </Modal>
  )
}
