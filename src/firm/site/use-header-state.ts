import { type RefObject, useEffect } from 'react'
import { scrolledAfter } from '#ui/figures.ts'

/** Marks the section whose start ends the light style of the header. */
export const endsLight = { 'data-ends-light': true }

/**
 * Two flags of the header, written to its element: `scrolled` after 50 px, and `light` until the start of the marked
 * section passes the top of the window; a page without such a section is never light.
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
    // In the next frame, where the layout is due anyway: here it would be added to React's own work.
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
