import { m } from '#messages/messages.js'
import '#ui/tokens.css'
import './show-alert.css'

const openAlerts = new Map<string, Promise<void>>()
let previousAlertClosed: Promise<void> = Promise.resolve()

const openDialog = (message: string): Promise<void> =>
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
  const pending = openAlerts.get(message)
  if (pending) return pending
  const closed = previousAlertClosed.then(() => openDialog(message)).finally(() => openAlerts.delete(message))
  openAlerts.set(message, closed)
  previousAlertClosed = closed
  return closed
}
