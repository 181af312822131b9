import { useEffect } from 'react'

const field = 'input, textarea, select, [contenteditable="true"], [data-copyable]'

const isInField = (target: EventTarget | null): boolean =>
  (target instanceof Element ? target : target instanceof Node ? target.parentElement : null)?.closest(field) != null

/** True for a context menu opened by pointer. The menu key and Shift+F10 open one by keyboard and stay allowed. */
const isPointerEvent = (event: Event): boolean =>
  event instanceof PointerEvent ? event.pointerType !== '' : event instanceof MouseEvent && event.button === 2

/**
 * Blocks copying, the context menu by pointer, selection and dragging outside form fields. Shortcuts, find-in-page,
 * printing, zoom and screen readers are not affected.
 */
export const useContentProtection = (on: boolean) => {
  useEffect(() => {
    if (!on) return
    const controller = new AbortController()
    const blockEvent = (type: string, unless: (event: Event) => boolean) =>
      document.addEventListener(type, (event) => !unless(event) && event.preventDefault(), {
        signal: controller.signal,
      })

    const isAllowed = (event: Event) => isInField(event.target) || isInField(document.activeElement)
    blockEvent('copy', isAllowed)
    blockEvent('cut', isAllowed)
    blockEvent('selectstart', (event) => isInField(event.target))
    blockEvent('dragstart', (event) => isInField(event.target))
    blockEvent('contextmenu', (event) => isInField(event.target) || !isPointerEvent(event))
    return () => controller.abort()
  }, [on])
}
