import { type RefObject, useEffect } from 'react'

const focusable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex]:not([tabindex="-1"])'

/**
 * Adds a tab stop to a scrolling element that has nothing focusable inside, so that the keyboard can scroll it (WCAG
 * 2.1.1; axe: scrollable-region-focusable).
 */
export const useScrollFocus = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const area = element.current
    if (!area) return
    const update = () => {
      // Check in this order: reading heights forces a layout after each change, and most areas have a focusable
      // element.
      const stops = !area.querySelector(focusable) && area.scrollHeight > area.clientHeight
      if (stops) area.tabIndex = 0
      else area.removeAttribute('tabindex')
    }
    const resized = new ResizeObserver(update)
    resized.observe(area)
    const changed = new MutationObserver(update)
    changed.observe(area, { childList: true, subtree: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [element])
}
