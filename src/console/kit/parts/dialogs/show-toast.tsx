import { UnstyledButton } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { useShortcuts } from '#ui/browser/use-shortcuts.ts'
import { Icon } from '../icon.tsx'
import styles from './show-toast.module.css'

/** Milliseconds during which an action can be undone. */
export const undoTime = 30_000

let count = 0
const nextId = () => `toast-${++count}`

const show = (id: string, kind: 'done' | 'wrong', message: React.ReactNode, autoClose: number | false) =>
  notifications.show({
    id,
    message,
    autoClose,
    withBorder: false,
    classNames: { root: kind === 'done' ? styles.done : styles.wrong, description: styles.text },
    closeButtonProps: { 'aria-label': m.form_close() },
  })

/** Shows a success message; with an undo button for 30 s if `undo` is given. */
export const showSuccess = (message: string, undo?: () => Promise<void>): void => {
  const id = nextId()
  sayDoneAs(id, message, undo)
}

/** Shows a success message with a link to the result, opened in a new tab. */
export const showSuccessLink = (message: string, page: { href: string; label: string }): void => {
  show(
    nextId(),
    'done',
    <span className={styles.line}>
      <Icon name="check" className={styles.check} />
      <span>{message}</span>
      <a className={styles.undo} href={page.href} target="_blank" rel="noopener">
        {page.label}
      </a>
    </span>,
    12_000,
  )
}

const sayDoneAs = (id: string, message: string, undo: (() => Promise<void>) | undefined): void => {
  if (!undo) {
    show(
      id,
      'done',
      <span className={styles.line}>
        <Icon name="check" className={styles.check} />
        {message}
      </span>,
      5000,
    )
    return
  }
  show(id, 'done', <UndoLine id={id} message={message} undo={undo} />, undoTime)
}

/** Shows a message, or that of an error. Never the only place: the row, field or screen shows it too. */
export const showError = (error: unknown): void => {
  show(
    nextId(),
    'wrong',
    <span className={styles.line}>
      <Icon name="warning" className={styles.warning} />
      {typeof error === 'string' ? error : errorMessage(error)}
    </span>,
    12_000,
  )
}

function UndoLine({ id, message, undo }: { id: string; message: string; undo: () => Promise<void> }) {
  const [left, setLeft] = useState(undoTime / 1000)
  const [busy, setBusy] = useState(false)
  const { start, stop } = useInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
  useEffect(() => {
    start()
    return stop
  }, [start, stop])

  const takeBack = async () => {
    setBusy(true)
    try {
      await undo()
      notifications.hide(id)
    } catch (error) {
      notifications.hide(id)
      showError(error)
    }
  }
  // Only outside of text fields, where Ctrl+Z is text undo.
  useShortcuts({ 'mod+z': { run: () => void takeBack() } })

  return (
    <span className={styles.line}>
      <Icon name="check" className={styles.check} />
      <span>{message}</span>
      <UnstyledButton className={styles.undo} onClick={() => void takeBack()} disabled={busy}>
        {m.list_undo()} <kbd>Ctrl Z</kbd>
      </UnstyledButton>
      <span className={styles.left} aria-hidden="true">
        {m.list_seconds({ seconds: left })}
      </span>
    </span>
  )
}
