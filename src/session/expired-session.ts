/** Asks the person to log in again where they are; true when they did. */
type AskAgain = () => Promise<boolean>

let askAgain: AskAgain | undefined
let asking: Promise<boolean> | undefined

/** Registers who asks for the password in place, in place of an earlier one; answers the function that ends it. */
export const onExpired = (ask: AskAgain): (() => void) => {
  askAgain = ask
  return () => {
    if (askAgain === ask) askAgain = undefined
  }
}

/** Asks once, however many calls wait for the answer. */
export const askOnce = (): Promise<boolean> => {
  if (!askAgain) return Promise.resolve(false)
  asking ??= askAgain().finally(() => {
    asking = undefined
  })
  return asking
}

/** The question that is open, for calls that wait for its answer. */
export const openQuestion = (): Promise<boolean> | undefined => asking

let sentLast: HTMLFormElement | null = null

// Before any handler of the form: it may be gone from the page when the answer comes.
if (typeof document !== 'undefined')
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement && !target.closest('[data-again]')) sentLast = target
    },
    true,
  )

/**
 * The form that was sent last and is still on the page: the question belongs where its button is. Under an open modal
 * dialog the rest of the page cannot be reached: there it belongs in the dialog, whichever call asked for it.
 */
export const formSentLast = (): HTMLFormElement | null => {
  const last = sentLast?.isConnected ? sentLast : null
  const modal = document.querySelector('dialog:modal')
  return !modal || (last && modal.contains(last)) ? last : modal.querySelector('form')
}
