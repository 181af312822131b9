import { Button, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { maxReasonLength } from '../../rules.ts'
import styles from './on-behalf.module.css'

interface BehalfFormProps {
  /** Label of the submit button. */
  label: string
  /** Validates the fields besides the reason and shows what is missing. */
  check: () => boolean
  act: (reason: string) => Promise<unknown>
  /** Reloads the changed record, also after a refusal. */
  reread: () => Promise<void>
  close: () => void
  children?: ReactNode
}

/** Form of an act on behalf of a company, with its reason. */
export function OnBehalfForm({ label, check, act, reread, close, children }: BehalfFormProps) {
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ reason?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    const isWhole = check()
    setErrors(reason.trim() ? {} : { reason: m.matchings_reason_needed() })
    if (!isWhole || !reason.trim() || isBusy) return
    setBusy(true)
    try {
      await act(reason)
      showSuccess(m.behalf_said())
      close()
    } catch (refused) {
      setErrors({ all: refusalMessage(refused) })
    } finally {
      setBusy(false)
      await reread()
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Text size="sm">{m.behalf_help()}</Text>
      {children}
      <Textarea
        label={m.behalf_reason()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxReasonLength}
        value={reason}
        error={errors.reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setErrors({})
        }}
      />
      {errors.all && (
        <Text size="sm" c="var(--c-error)" role="alert">
          {errors.all}
        </Text>
      )}
      <div className={styles.acts}>
        <Button onClick={close}>{m.form_go_back()}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
