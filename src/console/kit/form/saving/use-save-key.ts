import { useEffect, useRef } from 'react'

/** Saves on Ctrl+S anywhere on the screen. Blurs the active field first, so that its value is committed. */
export const useSaveKey = (save: () => unknown): void => {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
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
