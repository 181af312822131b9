import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { desktopFrom } from '#ui/layout-constants.ts'

/**
 * Behavior of a drawer. HTML alone opens and closes it: as a modal dialog by invoker commands, or as a popover in
 * browsers without them. After hydration it is always modal; it closes on navigation and on a wide viewport, and resets
 * its content on close.
 */
export const useDrawer = (drawer: RefObject<HTMLDialogElement | null>, drawerId: string): void => {
  const { key } = useLocation()
  useEffect(() => {
    const element = drawer.current
    if (!element) return
    const openers = Array.from(document.querySelectorAll<HTMLButtonElement>(`[commandfor="${drawerId}"]`))
    const invokers = 'commandForElement' in HTMLButtonElement.prototype
    const controller = new AbortController()
    const { signal } = controller
    if (!invokers)
      for (const opener of openers)
        opener.addEventListener(
          'click',
          (event) => {
            event.preventDefault()
            if (element.open || element.matches(':popover-open')) element.close()
            else element.showModal()
          },
          { signal },
        )
    element.addEventListener(
      'close',
      () => {
        for (const group of element.querySelectorAll('details')) group.open = false
        element.querySelector('form')?.reset()
        element.scrollTop = 0
      },
      { signal },
    )
    element.addEventListener(
      'click',
      (event) => {
        if (event.target === element) element.close()
      },
      { signal },
    )
    matchMedia(`(min-width: ${desktopFrom}px)`).addEventListener('change', () => element.close(), { signal })
    return () => controller.abort()
  }, [drawer, drawerId])

  // Every navigation has its own key. Hydration is no navigation: a drawer opened before it stays open.
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    const element = drawer.current
    if (element?.open) element.close()
  }, [drawer, key])
}
