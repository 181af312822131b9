import { useEffect, useRef } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { isTyping } from '#ui/browser/use-shortcuts.ts'

interface DeskKeys {
  next: () => void
  previous: () => void
}

const isFloating = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null

/** J and K open the next and previous request outside text fields; Alt with an arrow key works within them too. */
export const useNavigationShortcuts = (keys: DeskKeys): void => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || isFloating(event.target)) return
      const down = event.altKey
        ? pressedKey(event) === 'ArrowDown'
        : pressedKey(event) === 'j' && !isTyping(event.target)
      const up = event.altKey ? pressedKey(event) === 'ArrowUp' : pressedKey(event) === 'k' && !isTyping(event.target)
      if (down) latest.current.next()
      else if (up) latest.current.previous()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** Runs an action of the open request by a single letter, outside text fields. */
export const useActionShortcuts = (acts: Readonly<Record<string, (() => void) | undefined>>): void => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isFloating(event.target)) return
      const act = latest.current[pressedKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}
