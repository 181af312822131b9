import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { m } from '#messages/messages.js'

interface Question {
  title: string
  text: string
  /** What the button does. */
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

/**
 * Asks before something that cannot be taken back, naming what it is about. The focus rests on going back, so that
 * Enter out of habit does no harm.
 */
export const confirmHarm = (question: Question): Promise<boolean> => ask(question, true)

/** The same before what is meant, but goes to many or begins at once. */
export const confirmAct = (question: Question): Promise<boolean> => ask(question, false)
