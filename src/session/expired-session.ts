/** Asks the user to log in again in place; resolves to true if they did. */
type ReauthenticationPrompt = () => Promise<boolean>

let promptUser: ReauthenticationPrompt | undefined
let openPrompt: Promise<boolean> | undefined

/** Registers the log-in prompt, replacing an earlier one; returns a function that unregisters it. */
export const setReauthenticationPrompt = (ask: ReauthenticationPrompt): (() => void) => {
  promptUser = ask
  return () => {
    if (promptUser === ask) promptUser = undefined
  }
}

/** Shows the prompt once for all waiting calls. */
export const promptOnce = (): Promise<boolean> => {
  if (!promptUser) return Promise.resolve(false)
  openPrompt ??= promptUser().finally(() => {
    openPrompt = undefined
  })
  return openPrompt
}

/** Promise of the open prompt, if any. */
export const pendingPrompt = (): Promise<boolean> | undefined => openPrompt

let lastSubmitted: HTMLFormElement | null = null

// Capture phase: later handlers may remove the form from the page before the response arrives.
if (typeof document !== 'undefined')
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement && !target.closest('[data-again]')) lastSubmitted = target
    },
    true,
  )

/**
 * Form that should contain the prompt: the last submitted one still on the page. While a modal dialog is open the rest
 * of the page is inert, so the prompt must be inside the dialog.
 */
export const lastSubmittedForm = (): HTMLFormElement | null => {
  const last = lastSubmitted?.isConnected ? lastSubmitted : null
  const modal = document.querySelector('dialog:modal')
  return !modal || (last && modal.contains(last)) ? last : modal.querySelector('form')
}
