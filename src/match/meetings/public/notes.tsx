import { useCallback, useLayoutEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import styles from './room.module.css'

interface NotesProps {
  /** Another one is there to be shown. */
  version: number
  /** What the field is to have now, and where a caret belongs that was in it. */
  show: () => { text: string; place: (before: number) => number }
  write: (text: string) => void
}

/**
 * The notes that both sides write. The caret stays where it was in the words, and a syllable that is being composed is
 * left alone: what came meanwhile is shown behind it.
 */
export function Notes({ version, show, write }: NotesProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const refresh = useCallback(() => {
    const element = area.current
    if (!element || composing.current) return
    const { text, place } = show()
    if (element.value === text) return
    const [start, end] = [place(element.selectionStart), place(element.selectionEnd)]
    element.value = text
    if (document.activeElement === element) element.setSelectionRange(start, end)
  }, [show])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is shown.
  useLayoutEffect(refresh, [version, refresh])
  return (
    <>
      <p className={styles.hint}>{m.meetings_notes_hint()}</p>
      <textarea
        ref={area}
        className={styles.notes}
        aria-label={m.meetings_notes()}
        onChange={(event) => write(event.target.value)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          write(event.currentTarget.value)
          refresh()
        }}
      />
    </>
  )
}
