import { type RefObject, useEffect } from 'react'
import { scrolledAfter } from '#ui/layout-constants.ts'

/** Attribute of the section whose start ends the light style of the header. */
export const headerBoundary = { 'data-ends-light': true }

/**
 * Writes two flags to the header element: `scrolled` after 50 px (`scrolledAfter`), and `light` until the start of the
 * marked section reaches the top of the viewport. A page without such a section is never light.
 */
export const useHeaderState = (header: RefObject<HTMLElement | null>, address: string) => {
  useEffect(() => {
    const element = header.current
    if (!element) return
    const mark = document.querySelector('[data-ends-light]')
    const update = () => {
      const light = mark !== null && mark.getBoundingClientRect().top > 0
      element.dataset.scrolled = String(scrollY > scrolledAfter)
      element.dataset.light = String(light)
      element.dataset.ground = light ? 'ink' : 'paper'
      element.dataset.awake = address
    }
    // Defer to the next frame, which lays out anyway: a measurement here would lengthen React's task.
    const first = requestAnimationFrame(update)
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(first)
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [header, address])
}
