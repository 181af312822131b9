import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds that a finger rests before it paints; a swipe scrolls. */
const hold = 300
/** Pixels from an edge within which a stroke scrolls the grid, and pixels scrolled per step. */
const edge = 32
const step = 12

interface Stroke {
  from: string
  to: string
  x: number
  y: number
}

interface Options {
  grid: RefObject<HTMLElement | null>
  isOn: boolean
  onEnd: (from: string, to: string) => void
}

/**
 * Handles strokes over cells (`data-cell`): dragging with a mouse, or with a finger after a long press; a swipe
 * scrolls. A stroke that the browser cancels has no effect.
 */
export const useStroke = ({ grid, isOn, onEnd }: Options) => {
  const [stroke, setStroke] = useState<Stroke>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStroking = stroke !== undefined

  // Prevents scrolling while a finger paints. Registered beforehand, because a listener added later does not affect
  // this touch.
  useEffect(() => {
    const table = grid.current
    if (!table) return
    const keep = (event: TouchEvent) => isStroking && event.preventDefault()
    table.addEventListener('touchmove', keep, { passive: false })
    return () => table.removeEventListener('touchmove', keep)
  }, [grid, isStroking])

  // Scrolls the grid while a stroke stays near an edge.
  const near = useRef({ x: 0, y: 0 })
  useEffect(() => {
    if (!isStroking) return
    const timer = setInterval(() => {
      for (let frame = grid.current?.parentElement; frame; frame = frame.parentElement) {
        const { left, right, top, bottom } = frame.getBoundingClientRect()
        const { x, y } = near.current
        const across = x < left + edge ? -step : x > right - edge ? step : 0
        const down = y < top + edge ? -step : y > bottom - edge ? step : 0
        if (getComputedStyle(frame).overflow !== 'visible') frame.scrollBy(across, down)
        if (frame.tagName === 'DIALOG') break
      }
    }, 30)
    return () => clearInterval(timer)
  }, [grid, isStroking])

  const drop = useCallback(() => {
    clearTimeout(resting.current)
    setStroke(undefined)
  }, [])

  const begin = (event: PointerEvent, id: string) => {
    if (event.button !== 0 || !isOn) return
    const first = { from: id, to: id, x: event.clientX, y: event.clientY }
    near.current = { x: event.clientX, y: event.clientY }
    if (event.pointerType === 'mouse') setStroke(first)
    else
      resting.current = setTimeout(() => {
        navigator.vibrate?.(15)
        setStroke(first)
      }, hold)
  }
  const continueStroke = (event: PointerEvent) => {
    if (!stroke) {
      // A finger that moves before the long press scrolls; movements up to 4 px are trembling.
      if (Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(resting.current)
      return
    }
    near.current = { x: event.clientX, y: event.clientY }
    const id = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]')
      ?.dataset.cell
    if (!id || (id === stroke.from && stroke.from === stroke.to)) return
    // Capture the pointer only once dragging starts, or clicks would target the table.
    grid.current?.setPointerCapture(event.pointerId)
    setStroke({ ...stroke, to: id, x: event.clientX, y: event.clientY })
  }
  const end = () => {
    // A press without dragging is handled by the click that follows.
    if (stroke && stroke.from !== stroke.to) onEnd(stroke.from, stroke.to)
    drop()
  }
  /** Ends a stroke if the pointer leaves the grid before dragging. */
  const leave = () => {
    if (!stroke || stroke.from === stroke.to) drop()
  }
  return { stroke, begin, continueStroke: continueStroke, end, drop, leave }
}
