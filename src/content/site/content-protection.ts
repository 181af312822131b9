import { useEffect } from 'react'

const field = 'input, textarea, select, [contenteditable="true"], [data-copyable]'

const inField = (target: EventTarget | null): boolean =>
  (target instanceof Element ? target : target instanceof Node ? target.parentElement : null)?.closest(field) != null

/** The menu key and Shift+F10 ask for a context menu too; those are the keyboard's and stay. */
const byPointer = (event: Event): boolean =>
  event instanceof PointerEvent ? event.pointerType !== '' : event instanceof MouseEvent && event.button === 2

/**
 * Blocks copying, the right button, selecting and dragging outside form fields. Nothing else:
 * keys, find-in-page, printing, zoom and screen readers are not touched.
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
