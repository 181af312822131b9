import { createRoot } from 'react-dom/client'
import { lastSubmittedForm } from '#session/expired-session.ts'
import styles from './reauthentication.module.css'
import { ReauthenticationPanel } from './reauthentication-panel.tsx'

/**
 * Shows the password prompt in place of the button whose request was refused, without an overlay. Resolves to true once
 * the same user is logged in again, so that the waiting request can be repeated.
 */
export const promptReauthentication = (): Promise<boolean> =>
  new Promise((resolve) => {
    const container = document.createElement('div')
    const form = lastSubmittedForm()
    if (form) {
      form.after(container)
      // In a multi-column layout the cell beside the form holds other content, so place the prompt below the form.
      const columns = form.parentElement ? getComputedStyle(form.parentElement).gridTemplateColumns.split(' ') : []
      if (columns.length > 1) container.className = styles.under ?? ''
    } else (document.querySelector('main') ?? document.body).prepend(container)
    const root = createRoot(container)
    const finish = (again: boolean) => {
      watch.disconnect()
      root.unmount()
      container.remove()
      resolve(again)
    }
    // If the page removes the form, the prompt is gone too: resolve to false so that waiting requests are abandoned.
    const watch = new MutationObserver(() => container.isConnected || finish(false))
    watch.observe(document.body, { childList: true, subtree: true })
    root.render(<ReauthenticationPanel onDone={finish} />)
  })
