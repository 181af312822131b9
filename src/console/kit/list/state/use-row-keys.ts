import { type RefObject, useEffect, useRef } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { isTyping } from '#ui/browser/use-shortcuts.ts'

interface RowKeys {
  /** Container of the rows; each row has `data-row` and a tab stop. */
  rows: RefObject<HTMLElement | null>
  active: number
  count: number
  move: (to: number) => void
  open: (row: number) => void
  choose: (row: number) => void
  /** Clears the selection or closes the panel; true if there was anything to clear. */
  release: () => boolean
}

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Keyboard control: j, k and arrows move, Space and x select, Enter opens, E edits in place, Esc clears. */
export const useRowKeys = (keys: RowKeys): void => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const focusRow = (to: number) => {
      const { rows, count, move } = latest.current
      const row = Math.min(count - 1, Math.max(0, to))
      if (row < 0) return
      move(row)
      rows.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: false })
    }
    const press = (event: KeyboardEvent) => {
      const { rows, active, open, choose, release } = latest.current
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWithin(event.target, '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-combobox]'))
        return
      if (pressedKey(event) === 'Escape') {
        if (release()) event.preventDefault()
        return
      }
      if (isTyping(event.target)) return
      const onRow = isWithin(event.target, '[data-row]') && event.target instanceof Element
      const onControl = isWithin(event.target, 'a, button, input, select, label, summary')
      const bare = event.target === document.body || (onRow && !onControl)
      switch (pressedKey(event)) {
        case 'j':
          focusRow(active + 1)
          break
        case 'k':
          focusRow(active - 1)
          break
        case 'ArrowDown':
          if (!bare) return
          focusRow(active + 1)
          break
        case 'ArrowUp':
          if (!bare) return
          focusRow(active - 1)
          break
        case 'Home':
        case 'End':
          if (!onRow || onControl) return
          focusRow(pressedKey(event) === 'Home' ? 0 : Number.MAX_SAFE_INTEGER)
          break
        case ' ':
          if (!onRow || onControl) return
          choose(active)
          break
        case 'x':
          choose(active)
          break
        case 'Enter':
          if (!onRow || onControl) return
          open(active)
          break
        case 'e':
          if (!onRow) return
          rows.current
            ?.querySelector(`[data-row="${active}"]`)
            ?.querySelector<HTMLElement>('[data-inline] :is(input, select, button)')
            ?.focus()
          break
        default:
          return
      }
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
