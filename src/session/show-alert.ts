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
 * Shows an alert with a message and one button; resolves when it is closed. Alerts are shown one at a time, and
 * concurrent calls with the same message share one. Built without React, so that it works on public pages before
 * hydration.
 */
export const showAlert = (message: string): Promise<void> => {
  const known = waiting.get(message)
  if (known) return known
  const shown = last.then(() => open(message)).finally(() => waiting.delete(message))
  waiting.set(message, shown)
  last = shown
  return shown
}
