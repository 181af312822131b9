import { useEffect, useRef } from 'react'
import { pressedKey } from './keyboard.ts'

interface Shortcut {
  /** Returns false to leave the key to other handlers. */
  run: () => unknown
  /** Works in text fields too. */
  inFields?: boolean
}

/** True if the target is a text field, where keys are input. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Shift is part of the name for letters and named keys only: some layouts need it for signs. */
const nameOf = (event: KeyboardEvent): string => {
  const key = pressedKey(event)
  const isSign = /^[^a-z0-9]$/.test(key)
  return [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && !isSign ? 'shift' : '',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** Runs shortcuts anywhere on the page, named like `mod+k` (Ctrl or Cmd), `/` or `Escape`. */
export const useShortcuts = (shortcuts: Readonly<Record<string, Shortcut>>): void => {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shortcut = latest.current[nameOf(event)]
      if (!shortcut || event.defaultPrevented || (isTyping(event.target) && !shortcut.inFields)) return
      if (shortcut.run() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
