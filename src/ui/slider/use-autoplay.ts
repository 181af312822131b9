import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Swiper } from './slider-engine.ts'

/**
 * Autoplay of a slider: pauses while it is hovered, focused, touched, out of view, in a hidden tab or stopped by its
 * button. Each resume waits the full delay again.
 */
export const useAutoplay = (
  region: RefObject<HTMLElement | null>,
  engine: RefObject<Swiper | null>,
  running: boolean,
): { isStopped: boolean; toggle: () => void } => {
  const [stopped, setStopped] = useState(false)

  useEffect(() => {
    const element = region.current
    if (!running || !element) return
    const reasons = new Set<string>(['unseen'])
    if (stopped) reasons.add('stopped')
    const apply = () => {
      const autoplay = engine.current?.autoplay
      if (!autoplay) return
      if (reasons.size > 0) autoplay.stop()
      else if (!autoplay.running) autoplay.start()
      element.dataset.playing = String(reasons.size === 0)
    }
    const because = (reason: string, holds: boolean) => {
      if (holds) reasons.add(reason)
      else reasons.delete(reason)
      apply()
    }
    const leaving = new AbortController()
    const on = (target: EventTarget, type: string, listen: (event: Event) => void) =>
      target.addEventListener(type, listen, { signal: leaving.signal, passive: true })

    on(element, 'pointerenter', (event) => because('hover', (event as PointerEvent).pointerType !== 'touch'))
    on(element, 'pointerleave', () => because('hover', false))
    on(element, 'focusin', () => because('focus', true))
    on(element, 'focusout', (event) => because('focus', element.contains((event as FocusEvent).relatedTarget as Node)))
    on(element, 'touchstart', () => because('touch', true))
    for (const end of ['touchend', 'touchcancel'])
      on(window, end, (event) => because('touch', (event as TouchEvent).touches.length > 0 && reasons.has('touch')))
    on(document, 'visibilitychange', () => because('hidden', document.hidden))

    const sight = new IntersectionObserver(([entry]) => because('unseen', !entry?.isIntersecting), { threshold: 0.2 })
    // The region itself may have no box (display: contents).
    sight.observe(element.querySelector('[data-engine]') ?? element)
    if (element.matches(':hover')) reasons.add('hover')
    if (element.contains(document.activeElement)) reasons.add('focus')
    if (document.hidden) reasons.add('hidden')
    apply()
    return () => {
      leaving.abort()
      sight.disconnect()
    }
  }, [region, engine, running, stopped])

  return { isStopped: stopped, toggle: useCallback(() => setStopped((before) => !before), []) }
}
