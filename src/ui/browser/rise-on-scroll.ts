import { useEffect } from 'react'
import { mobileBelow, rise } from '../layout-constants.ts'
import { afterLoad } from './run-later.ts'

/** Delay of elements in a row, in ms. */
export type RiseDelay = 0 | 100 | 200 | 300

/** Attributes of an element that rises once when it scrolls into view. */
export const riseAttributes = (delay: RiseDelay = 0) =>
  ({ 'data-rise': delay, style: delay ? { '--rise-delay': `${delay}ms` } : undefined }) as const

const selector = '[data-rise]:not([data-rising])'

const reveal = (element: HTMLElement) => {
  element.dataset.rising = 'rises'
  const end = ({ target }: TransitionEvent) => {
    // A transition of something inside bubbles up to here.
    if (target !== element) return
    element.removeEventListener('transitionend', end)
    element.dataset.rising = 'risen'
  }
  element.addEventListener('transitionend', end)
}

/**
 * Hides elements below the viewport and animates them in once they are scrolled in far enough. Visible elements stay as
 * they are, so nothing flickers; focus, printing and the end of the page reveal all remaining ones.
 */
const startRising = (): (() => void) => {
  const offset = innerWidth < mobileBelow ? rise.offsetOnMobile : rise.offset
  // Hidden elements are drawn this far below their place, where the observer sees them.
  const way = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--rise-way'))
  const waiting = new Set<HTMLElement>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, boundingClientRect, target } of entries)
        if (isIntersecting || (boundingClientRect.height > 0 && boundingClientRect.bottom < 0)) show(target)
    },
    { rootMargin: `0px 0px ${way - offset}px 0px` },
  )
  const show = (element: Element) => {
    if (!(element instanceof HTMLElement) || !waiting.delete(element)) return
    observer.unobserve(element)
    reveal(element)
  }
  const showAll = () => {
    for (const element of waiting) show(element)
  }
  // Positions come from an IntersectionObserver: measuring would force the layout of deferred sections.
  const first = new IntersectionObserver((entries) => {
    first.disconnect()
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (!(target instanceof HTMLElement)) continue
      if (isIntersecting || (boundingClientRect.height > 0 && boundingClientRect.bottom < 0)) {
        target.dataset.rising = 'risen'
        continue
      }
      target.dataset.rising = 'waits'
      waiting.add(target)
      observer.observe(target)
    }
  })
  for (const element of document.querySelectorAll<HTMLElement>(selector)) first.observe(element)
  const onFocus = ({ target }: FocusEvent) => {
    for (const element of waiting) if (target instanceof Node && element.contains(target)) show(element)
  }
  const onScroll = () => {
    if (innerHeight + scrollY >= document.documentElement.scrollHeight - 1) showAll()
  }
  addEventListener('focusin', onFocus)
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('beforeprint', showAll)
  return () => {
    first.disconnect()
    observer.disconnect()
    removeEventListener('focusin', onFocus)
    removeEventListener('scroll', onScroll)
    removeEventListener('beforeprint', showAll)
  }
}

/** Activates the rise-in animation for the page at this address. */
export const useRiseOnScroll = (address: string) => {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let stop: (() => void) | undefined
    const callOff = afterLoad(rise.startAfterLoad, () => {
      stop = startRising()
      document.documentElement.dataset.riseReady = address
    })
    return () => {
      callOff()
      stop?.()
    }
  }, [address])
}
