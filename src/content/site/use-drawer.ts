import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { desktopFrom } from '#ui/layout-constants.ts'

const isPopoverOpen = (element: HTMLDialogElement): boolean => 'popover' in element && element.matches(':popover-open')

/** Closes a drawer that was opened as a modal, or before hydration as a popover, which `close` does not close. */
const closeDrawer = (element: HTMLDialogElement): void => {
  if (isPopoverOpen(element)) element.hidePopover()
  if (element.open) element.close()
}

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
            if (element.open || isPopoverOpen(element)) closeDrawer(element)
            else element.showModal()
          },
          { signal },
        )
    const reset = () => {
      for (const group of element.querySelectorAll('details')) group.open = false
      element.querySelector('form')?.reset()
      element.scrollTop = 0
    }
    element.addEventListener('close', reset, { signal })
    element.addEventListener('toggle', (event) => event.newState === 'closed' && reset(), { signal })
    element.addEventListener(
      'click',
      (event) => {
        if (event.target === element) closeDrawer(element)
      },
      { signal },
    )
    matchMedia(`(min-width: ${desktopFrom}px)`).addEventListener('change', () => closeDrawer(element), { signal })
    return () => controller.abort()
  }, [drawer, drawerId])

  // Every navigation has its own key. Hydration is no navigation: a drawer opened before it stays open.
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    const element = drawer.current
    if (element) closeDrawer(element)
  }, [drawer, key])
}
