import clsx from 'clsx'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { fieldMessage } from '#kit/issue-messages.ts'
import { getLocale } from '#messages/runtime.js'
import { showError } from '../dialogs/show-toast.tsx'
import styles from './drop-area.module.css'

interface DropAreaProps {
  /** Called with dropped or pasted files that match `accept`. */
  onFiles: (files: File[]) => void
  /** As in `<input accept>`: `image/*`, `video/mp4`. */
  accept: string
  className?: string | undefined
  children: ReactNode
}

const fits = (file: File, accept: string): boolean =>
  accept.split(',').some((kind) => {
    const wanted = kind.trim()
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? file.type.startsWith(wanted.slice(0, -1)) : file.type === wanted
  })

/** Accepts files by drag and drop and paste; include a button for keyboard users. */
export function DropArea({ onFiles, accept, className, children }: DropAreaProps) {
  const [over, setOver] = useState(false)
  const take = (all: File[]): File[] => {
    const files = all.filter((file) => fits(file, accept))
    if (files.length > 0) onFiles(files)
    return files
  }
  /** A picker hides files of other kinds; dropped ones are refused with the reason. */
  const drop = (all: File[]) => {
    const files = take(all)
    const refused = all.find((file) => !files.includes(file))
    if (!refused) return
    const reason = fieldMessage(/\.hei[cf]$/i.test(refused.name) ? 'heic' : 'file_kind', getLocale())
    showError(`${refused.name}: ${reason}`)
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging and pasting are extra ways beside the button inside
    <div
      className={clsx(styles.area, over && styles.over, className)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        drop([...event.dataTransfer.files])
      }}
      onPaste={(event: ClipboardEvent) => {
        if (take([...event.clipboardData.files]).length > 0) event.preventDefault()
      }}
    >
      {children}
    </div>
  )
}
