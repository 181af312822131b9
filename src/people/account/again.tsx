import { createRoot } from 'react-dom/client'
import { formSentLast } from '#session/expired.ts'
import styles from './again.module.css'
import { AgainPanel } from './again-panel.tsx'

/**
 * Asks for the password where the button was that sent what could not be done, without a veil over what is written.
 * True when the same person is logged in again: the call that waits goes on.
 */
export const askAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    const place = document.createElement('div')
    const form = formSentLast()
    if (form) {
      form.after(place)
      // Beside the form there would be something else's column.
      const columns = form.parentElement ? getComputedStyle(form.parentElement).gridTemplateColumns.split(' ') : []
      if (columns.length > 1) place.className = styles.under ?? ''
    } else (document.querySelector('main') ?? document.body).prepend(place)
    const root = createRoot(place)
    const done = (again: boolean) => {
      watch.disconnect()
      root.unmount()
      place.remove()
      resolve(again)
    }
    // The page may take the form away, and the question with it: the calls that wait are given up then.
    const watch = new MutationObserver(() => place.isConnected || done(false))
    watch.observe(document.body, { childList: true, subtree: true })
    root.render(<AgainPanel onDone={done} />)
  })
