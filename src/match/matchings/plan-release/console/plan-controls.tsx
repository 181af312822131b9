import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import styles from '../../schedule-board/console/board.module.css'
import { client } from '../../schedule-board/console/use-board.ts'
import type { Board } from '../../schedule-board/contract.ts'

/** Holds and releases the plan. The dialog states how many are notified and asks for confirmation. */
export function PlanControls({ board, reread }: { board: Board; reread(): Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState('')
  const { released, _id } = board.fair
  const current = { released, ...board.unreleased }
  // Keep the dialog's text while it submits and closes, even if the board changes meanwhile.
  const [lastShown, setLastShown] = useState(current)
  const shown = isAsking && !isBusy ? current : lastShown
  const close = () => {
    setLastShown(shown)
    setAsking(false)
  }
  const act = async () => {
    setLastShown(shown)
    setBusy(true)
    setErrorText('')
    try {
      if (shown.released) {
        await client.hold({ params: { id: _id } })
        showSuccess(m.board_said_hold())
      } else {
        const { told } = await client.release({ params: { id: _id } })
        showSuccess(m.board_said_released(told))
      }
      setAsking(false)
    } catch (failed) {
      setErrorText(errorMessage(failed))
    } finally {
      setBusy(false)
      await reread()
    }
  }
  return (
    <>
      {!released && (
        <span className={styles.unreleased}>
          <Icon name="lock" />
          {m.board_unreleased({ count: board.unreleased.meetings })}
        </span>
      )}
      <Button variant={released ? 'default' : 'filled'} onClick={() => setAsking(true)}>
        {released ? m.board_hold() : m.board_release()}
      </Button>
      <Modal
        opened={isAsking}
        onClose={close}
        title={shown.released ? m.board_hold() : m.board_release()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <Text size="sm">{shown.released ? m.board_hold_text() : m.board_release_text(shown)}</Text>
        {errorText && (
          <Text size="sm" c="var(--c-error)" role="alert">
            {errorText}
          </Text>
        )}
        <div className={styles.confirm}>
          <Button data-autofocus onClick={close}>
            {m.form_go_back()}
          </Button>
          <Button variant="filled" loading={isBusy} onClick={() => void act()}>
            {shown.released ? m.board_hold() : m.board_release_now(shown)}
          </Button>
        </div>
      </Modal>
    </>
  )
}
