import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Rows drawn beyond each edge, and by how many the window moves at once: few, so that no frame draws many. */
const [spare, step] = [8, 2]

/** The rows of a fixed height that are in sight of a scrolling element, and some around them. */
export const useWindow = (scroller: RefObject<HTMLElement | null>, count: number, height: number, head: number) => {
  const [range, setRange] = useState({ from: 0, to: 3 * spare })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const first = Math.floor(Math.max(0, element.scrollTop - head) / height)
      const from = Math.max(0, Math.floor(first / step) * step - spare)
      const to = Math.floor(first / step) * step + Math.ceil(element.clientHeight / height) + spare
      // Not at once: rows are made between frames, and the ones drawn beyond the edge cover the wait.
      startTransition(() => setRange((before) => (before.from === from && before.to === to ? before : { from, to })))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [scroller, height, head])
  return { from: Math.min(range.from, Math.max(0, count - 1)), to: Math.min(count, range.to) }
}
