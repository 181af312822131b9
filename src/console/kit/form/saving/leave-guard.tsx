import { Button, Modal } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { m } from '#messages/messages.js'
import styles from '../form.module.css'

interface LeaveGuardProps {
  /** Names of unsaved fields; without any the guard does not ask. */
  labels: readonly string[]
  /** True once the unsaved changes were dropped (`forget`); disables the guard. */
  released: RefObject<boolean>
  save: () => Promise<boolean>
  /** Label of the save button, if it is not plain saving. */
  label?: string | undefined
  keep: () => void
  discard: () => void
}

/** Asks before unsaved changes are left: save, keep in this browser, or discard. */
export function LeaveGuard({ labels, released, save, label, keep, discard }: LeaveGuardProps) {
  const dirty = labels.length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname && historyAction !== 'REPLACE',
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  // A save that was still running has finished, or the one chosen below: nothing is left to ask about.
  useEffect(() => {
    if (blocker.state === 'blocked' && !dirty) blocker.proceed()
  }, [blocker, dirty])

  const stay = () => blocker.reset?.()
  const go = () => blocker.proceed?.()
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={m.form_leave_title()}
      size={480}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      <p className={styles.leaveText}>{m.form_leave_text({ names: labels.join(', ') })}</p>
      <div className={styles.leaveActs}>
        <Button data-autofocus variant="filled" onClick={() => void save().then((saved) => saved || stay())}>
          {label ?? m.form_leave_save()}
        </Button>
        <Button
          onClick={() => {
            keep()
            go()
          }}
        >
          {m.form_leave_keep()}
        </Button>
        <Button variant="subtle" onClick={stay}>
          {m.form_leave_stay()}
        </Button>
        <span className={styles.spring} />
        <Button
          variant="subtle"
          data-harm
          onClick={() => {
            discard()
            go()
          }}
        >
          {m.form_leave_discard()}
        </Button>
      </div>
    </Modal>
  )
}
