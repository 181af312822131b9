import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages/messages.js'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import parts from '../forms/parts.module.css'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './me.module.css'

const navigateBack = () => {
  if (window.history.length > 1 && document.referrer.startsWith(window.location.origin)) window.history.back()
  else window.location.replace(currentLocalePath('/'))
}

/** Says that a log-in is required, with links to log in and to go back. */
export function LoginGate() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="gate-title"
      className={styles.gate}
      onCancel={(event) => {
        event.preventDefault()
        navigateBack()
      }}
    >
      <p id="gate-title" className={parts.name}>
        {m.error_login_required()}
      </p>
      <div className={parts.acts}>
        <Button look="outline" low onClick={navigateBack}>
          {m.me_gate_back()}
        </Button>
        <ButtonLink low to={currentLocalePath(`/login?next=${encodeURIComponent(pathname + search)}`)} reloadDocument>
          {m.login_submit()}
        </ButtonLink>
      </div>
    </dialog>
  )
}
