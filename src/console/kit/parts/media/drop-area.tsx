import clsx from 'clsx'
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
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
  const take = (list: FileList | undefined | null): boolean => {
    const files = [...(list ?? [])].filter((file) => fits(file, accept))
    if (files.length > 0) onFiles(files)
    return files.length > 0
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
        take(event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => {
        if (take(event.clipboardData.files)) event.preventDefault()
      }}
    >
      {children}
    </div>
  )
}
