import { type RefObject, useEffect } from 'react'

const focusable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex]:not([tabindex="-1"])'

/**
 * Makes a scrolling element reachable with Tab while nothing within it is, so that it can be scrolled by keys (WCAG
 * 2.1.1; axe: scrollable-region-focusable). Where something within takes the focus, no stop is added.
 */
export const useScrollFocus = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const area = element.current
    if (!area) return
    const update = () => {
      // In this order: the heights are laid out anew after each change, and most areas have something to focus.
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
