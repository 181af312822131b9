import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { desktopFrom } from '#ui/figures.ts'

/**
 * Opened and closed by HTML itself: as a modal dialog by invoker commands, as a popover where a browser does not know
 * those. After hydration it is always the modal one; it closes on arrival and on a wide window, and forgets.
 */
export const useDrawer = (drawer: RefObject<HTMLDialogElement | null>, drawerId: string): void => {
  const { key } = useLocation()
  useEffect(() => {
    const element = drawer.current
    if (!element) return
    const openers = Array.from(document.querySelectorAll<HTMLButtonElement>(`[commandfor="${drawerId}"]`))
    const invokers = 'commandForElement' in HTMLButtonElement.prototype
    const leaving = new AbortController()
    const { signal } = leaving
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
    return () => leaving.abort()
  }, [drawer, drawerId])

  // Every arrival has its own key. Waking is none: a drawer that was opened before stays open.
  const arrived = useRef(key)
  useEffect(() => {
    if (arrived.current === key) return
    arrived.current = key
    const element = drawer.current
    if (element?.open) element.close()
  }, [drawer, key])
}
