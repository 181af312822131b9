import { m } from '#messages/messages.js'
import '#ui/tokens.css'
import './show-alert.css'

const waiting = new Map<string, Promise<void>>()
let last: Promise<void> = Promise.resolve()

const open = (message: string): Promise<void> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.className = 'alert'
    dialog.setAttribute('role', 'alertdialog')
    dialog.setAttribute('aria-modal', 'true')
    const text = document.createElement('p')
    text.id = 'alert-message'
    text.textContent = message
    dialog.setAttribute('aria-labelledby', text.id)
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = m.account_alert_confirm()
    button.addEventListener('click', () => dialog.close())
    dialog.append(text, button)
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
    button.focus()
  })

/**
 * The product's alert: a message and one button. Resolves when it is closed. One is shown at a time, and the same
 * message once, however many calls bring it. Built without React, so that a public page can show it before hydration.
 */
export const showAlert = (message: string): Promise<void> => {
  const known = waiting.get(message)
  if (known) return known
  const shown = last.then(() => open(message)).finally(() => waiting.delete(message))
  waiting.set(message, shown)
  last = shown
  return shown
}
