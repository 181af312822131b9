import { useEffect } from 'react'
import { afterLoad } from './figures.ts'

/**
 * Sections far down the page wait with layout and fonts until the first screen stands (section.module.css). Then they
 * are measured, one in each idle moment, so that none of them holds up a touch; on a slow connection each when one
 * comes near. A measured one out of sight keeps its height and takes no part in layouts, such as those of fonts that
 * arrive. Without script they never wait; in a window that changes its width they all stand.
 */
export const useDeferred = (address: string) => {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
    if (/2g|3g/.test(connection?.effectiveType ?? '')) return
    const sections = Array.from(document.querySelectorAll<HTMLElement>('[data-deferred="true"]'))
    const waiting = [...sections]
    const { innerWidth } = window
    let handle = 0
    const later: (work: () => void) => number =
      'requestIdleCallback' in window
        ? (work) => requestIdleCallback(work, { timeout: 1000 })
        : (work) => Number(setTimeout(work, 50))
    const measure = () => {
      const section = waiting.shift()
      if (!section) return
      section.dataset.deferred = 'measuring'
      // Its height is known, and remembered by the browser, once a frame was drawn with it.
      requestAnimationFrame(() => {
        handle = later(() => {
          if (section.dataset.deferred === 'measuring') section.dataset.deferred = 'measured'
          handle = later(measure)
        })
      })
    }
    const showAll = () => {
      waiting.length = 0
      for (const section of sections) section.dataset.deferred = address
    }
    const resized = () => window.innerWidth !== innerWidth && showAll()
    const callOff = afterLoad(0, () => {
      handle = later(measure)
    })
    addEventListener('beforeprint', showAll)
    addEventListener('resize', resized)
    return () => {
      callOff()
      removeEventListener('beforeprint', showAll)
      removeEventListener('resize', resized)
      if ('cancelIdleCallback' in window) cancelIdleCallback(handle)
      else clearTimeout(handle)
    }
  }, [address])
}
