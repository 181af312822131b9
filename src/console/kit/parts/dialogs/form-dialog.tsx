import { Button, Group, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'

/** Opens a dialog with a form. A click beside it does not close it, so that typed text is not lost. */
export const openFormDialog = (title: string, render: (close: () => void) => ReactNode): void => {
  const id = modals.open({
    title,
    closeButtonProps: { 'aria-label': m.form_close() },
    closeOnClickOutside: false,
    children: render(() => modals.close(id)),
  })
}

/** Messages of a refusal by field; empty for other errors. */
export const fieldErrors = (error: Error | null): Record<string, string> =>
  error instanceof CallRefused ? (error.refusal.fields ?? {}) : {}

interface DialogFooterProps {
  error: Error | null
  isBusy: boolean
  label: string
  close: () => void
}

/** Refusal that belongs to no field, and the buttons of a form in a dialog. */
export function DialogFooter({ error, isBusy, label, close }: DialogFooterProps) {
  return (
    <>
      {error && Object.keys(fieldErrors(error)).length === 0 && (
        <Text mt={12} size="sm" c="var(--c-error)" role="alert">
          {errorMessage(error)}
        </Text>
      )}
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={close}>
          {m.form_go_back()}
        </Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {label}
        </Button>
      </Group>
    </>
  )
}
