import { useEffect } from 'react'
import { afterLoad } from './figures.ts'

/**
 * Sections far down the page wait with layout and fonts until the first screen stands (section.module.css). Then they
 * come, one in each idle moment, so that none of them holds up a touch; on a slow connection each when one comes near.
 * Without script they never wait.
 */
export const useDeferred = (address: string) => {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
    if (/2g|3g/.test(connection?.effectiveType ?? '')) return
    const waiting = Array.from(document.querySelectorAll<HTMLElement>('[data-deferred="true"]'))
    let handle = 0
    const show = (section: HTMLElement) => {
      section.dataset.deferred = address
    }
    const later: (work: () => void) => number =
      'requestIdleCallback' in window
        ? (work) => requestIdleCallback(work, { timeout: 1000 })
        : (work) => Number(setTimeout(work, 50))
    const next = () => {
      const section = waiting.shift()
      if (!section) return
      show(section)
      handle = later(next)
    }
    const showAll = () => {
      for (const section of waiting.splice(0)) show(section)
    }
    const callOff = afterLoad(0, () => {
      handle = later(next)
    })
    addEventListener('beforeprint', showAll)
    return () => {
      callOff()
      removeEventListener('beforeprint', showAll)
      if ('cancelIdleCallback' in window) cancelIdleCallback(handle)
      else clearTimeout(handle)
    }
  }, [address])
}
