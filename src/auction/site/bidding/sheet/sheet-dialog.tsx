import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import styles from './sheet-dialog.module.css'

interface DialogProps {
  title: string
  /** Omits the heading, as on a receipt. */
  isBare?: boolean
  onClose: () => void
  children: ReactNode
}

/** Bottom sheet on phones, centered dialog elsewhere. The close button has the initial focus. */
export function SheetDialog({ title, isBare = false, onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head} data-bare={isBare || undefined}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label={m.auction_close()} onClick={onClose} autoFocus />
      </div>
      {children}
    </dialog>
  )
}
