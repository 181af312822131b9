import { useEffect, useRef } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { isTyping } from '#ui/browser/use-shortcuts.ts'

const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/**
 * Single-key shortcuts, disabled while typing or while a dialog or menu is open. A key without an action does nothing.
 */
export const useReviewShortcuts = (acts: Readonly<Record<string, (() => void) | undefined>>): void => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || (event.target instanceof Element && event.target.closest(floating))) return
      const act = latest.current[pressedKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
