import { useEffect } from 'react'

const field = 'input, textarea, select, [contenteditable="true"], [data-copyable]'

const inField = (target: EventTarget | null): boolean =>
  (target instanceof Element ? target : target instanceof Node ? target.parentElement : null)?.closest(field) != null

/** True for a context menu opened by pointer. The menu key and Shift+F10 open one by keyboard and stay allowed. */
const byPointer = (event: Event): boolean =>
  event instanceof PointerEvent ? event.pointerType !== '' : event instanceof MouseEvent && event.button === 2

/**
 * Blocks copying, the context menu by pointer, selection and dragging outside form fields. Shortcuts, find-in-page,
 * printing, zoom and screen readers are not affected.
 */
export const useContentProtection = (on: boolean) => {
  useEffect(() => {
    if (!on) return
    const leaving = new AbortController()
    const block = (type: string, unless: (event: Event) => boolean) =>
      document.addEventListener(type, (event) => !unless(event) && event.preventDefault(), { signal: leaving.signal })

    const allowed = (event: Event) => inField(event.target) || inField(document.activeElement)
    block('copy', allowed)
    block('cut', allowed)
    block('selectstart', (event) => inField(event.target))
    block('dragstart', (event) => inField(event.target))
    block('contextmenu', (event) => inField(event.target) || !byPointer(event))
    return () => leaving.abort()
  }, [on])
}
