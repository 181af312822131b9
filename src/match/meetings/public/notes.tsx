import { useLayoutEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import styles from './room.module.css'

interface NotesProps {
  text: string
  /** Where a caret belongs after a change from elsewhere. */
  place: (before: number) => number
  write: (text: string) => void
}

/** The notes that both sides write. The caret stays where it was in the words. */
export function Notes({ text, place, write }: NotesProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (!element || element.value === text) return
    const [start, end] = [place(element.selectionStart), place(element.selectionEnd)]
    element.value = text
    if (document.activeElement === element) element.setSelectionRange(start, end)
  }, [text, place])
  return (
    <>
      <p className={styles.hint}>{m.meetings_notes_hint()}</p>
      <textarea
        ref={area}
        className={styles.notes}
        aria-label={m.meetings_notes()}
        defaultValue={text}
        onChange={(event) => write(event.target.value)}
      />
    </>
  )
}
