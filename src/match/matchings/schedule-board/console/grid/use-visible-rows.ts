import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** Rows rendered beyond each edge, and the maximum added per frame. */
const [spare, most] = [5, 3]

interface Range {
  from: number
  to: number
}

/**
 * Returns a range a few rows closer to the wanted one, because rendering all rows together takes longer than a frame.
 * Without overlap, returns the rows in view.
 */
export const stepTowards = (before: Range, wanted: Range, seen: Range): Range => {
  if (wanted.from >= before.to || wanted.to <= before.from) return seen
  const from = Math.max(wanted.from, before.from - most)
  const to = Math.min(wanted.to, before.to + most)
  return before.from === from && before.to === to ? before : { from, to }
}

/** Returns the rows of fixed height to render: those in view of a scrolling element, and some around them. */
export const useVisibleRows = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  head: number,
) => {
  const [range, setRange] = useState<Range>({ from: 0, to: 3 * spare })
  const go = useRef(() => {})
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const first = Math.floor(Math.max(0, element.scrollTop - head) / height)
      const seen = { from: first, to: first + Math.ceil(element.clientHeight / height) + 1 }
      const wanted = { from: Math.max(0, seen.from - spare), to: Math.min(count, seen.to + spare) }
      // In a transition, so that rows render between frames; the rows beyond the edge cover the delay.
      startTransition(() => setRange((before) => stepTowards(before, wanted, seen)))
    }
    go.current = measure
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [scroller, count, height, head])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch triggers the next until all rows are drawn
  useEffect(() => {
    const frame = requestAnimationFrame(() => go.current())
    return () => cancelAnimationFrame(frame)
  }, [range])
  return { from: Math.min(range.from, Math.max(0, count - 1)), to: Math.min(count, range.to) }
}
