import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** Rows rendered beyond each edge, and the maximum added per frame. */
const [overscan, maxStep] = [5, 3]

interface Range {
  from: number
  to: number
}

/**
 * Returns a range a few rows closer to the wanted one, because rendering all rows together takes longer than a frame.
 * Without overlap, returns the rows in view.
 */
export const stepTowards = (before: Range, target: Range, visible: Range): Range => {
  if (target.from >= before.to || target.to <= before.from) return visible
  const from = Math.max(target.from, before.from - maxStep)
  const to = Math.min(target.to, before.to + maxStep)
  return before.from === from && before.to === to ? before : { from, to }
}

/** Returns the rows of fixed height to render: those in view of a scrolling element, and some around them. */
export const useVisibleRows = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  head: number,
) => {
  const [range, setRange] = useState<Range>({ from: 0, to: 3 * overscan })
  const updateRange = useRef(() => {})
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const first = Math.floor(Math.max(0, element.scrollTop - head) / height)
      const visible = { from: first, to: first + Math.ceil(element.clientHeight / height) + 1 }
      const target = { from: Math.max(0, visible.from - overscan), to: Math.min(count, visible.to + overscan) }
      // In a transition, so that rows render between frames; the rows beyond the edge cover the delay.
      startTransition(() => setRange((before) => stepTowards(before, target, visible)))
    }
    updateRange.current = measure
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
    const frame = requestAnimationFrame(() => updateRange.current())
    return () => cancelAnimationFrame(frame)
  }, [range])
  return { from: Math.min(range.from, Math.max(0, count - 1)), to: Math.min(count, range.to) }
}
