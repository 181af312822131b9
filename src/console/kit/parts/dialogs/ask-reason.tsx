import { Button, Text, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import styles from './ask-reason.module.css'

interface AskReason {
  title: string
  text: string
  /** Label of the confirm button. */
  label: string
  harm?: boolean
}

/** Minimum number of characters, as in the contracts. */
const shortest = 4

/** Asks for a reason before an action that is logged with it. Returns null if cancelled. */
export const askReason = ({ title, ...options }: AskReason): Promise<string | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title,
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <ReasonForm
          {...options}
          onDone={(reason) => {
            resolve(reason)
            modals.close(id)
          }}
        />
      ),
    })
  })

function ReasonForm({
  text,
  label,
  harm,
  onDone,
}: Omit<AskReason, 'title'> & { onDone: (reason: string | null) => void }) {
  const [reason, setReason] = useState('')
  const [isShort, setShort] = useState(false)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim().length < shortest) setShort(true)
        else onDone(reason.trim())
      }}
    >
      <Text size="sm">{text}</Text>
      <Textarea
        data-autofocus
        label={m.reason_label()}
        description={m.reason_help()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        value={reason}
        error={isShort && m.reason_short()}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setShort(false)
        }}
      />
      <div className={styles.acts}>
        <Button variant="default" onClick={() => onDone(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit" variant={harm ? 'default' : 'filled'} data-harm={harm || undefined}>
          {label}
        </Button>
      </div>
    </form>
  )
}
