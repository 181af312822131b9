import { useEffect, useRef } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'

/** Saves on Ctrl+S anywhere on the screen. Blurs the active field first, so that its value is committed. */
export const useSaveKey = (save: () => unknown): void => {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || pressedKey(event) !== 's') return
      event.preventDefault()
      const { activeElement } = document
      if (activeElement instanceof HTMLElement) {
        activeElement.blur()
        activeElement.focus({ preventScroll: true })
      }
      setTimeout(() => void latest.current())
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
