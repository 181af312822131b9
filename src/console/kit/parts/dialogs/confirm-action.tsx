import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { m } from '#messages/messages.js'

interface Question {
  title: string
  text: string
  /** Label of the confirm button. */
  label: string
}

const ask = ({ title, text, label }: Question, isHarm: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: label, cancel: m.form_go_back() },
      confirmProps: isHarm ? { variant: 'default', 'data-harm': true } : {},
      cancelProps: { variant: 'default', 'data-autofocus': true },
      closeButtonProps: { 'aria-label': m.form_close() },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })

/** Confirms a destructive action and names its subject. Cancel has the focus, so that a habitual Enter does no harm. */
export const confirmDestructive = (question: Question): Promise<boolean> => ask(question, true)

/** Confirms an action that affects many recipients or starts immediately. */
export const confirmAction = (question: Question): Promise<boolean> => ask(question, false)
