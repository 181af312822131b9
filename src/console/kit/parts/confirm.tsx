import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { m } from '#messages/messages.js'

/**
 * Asks before something that cannot be taken back, naming what it is about. The focus rests on going back, so that
 * Enter out of habit does no harm.
 */
export const confirmHarm = ({ title, text, label }: { title: string; text: string; label: string }): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: label, cancel: m.form_go_back() },
      confirmProps: { variant: 'default', 'data-harm': true },
      cancelProps: { variant: 'default', 'data-autofocus': true },
      closeButtonProps: { 'aria-label': m.form_close() },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
