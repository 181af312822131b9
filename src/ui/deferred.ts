import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterLoad } from './figures.ts'

const waiting = (section: HTMLElement) => section.dataset.deferred === 'true'
const deferred = () => Array.from(document.querySelectorAll<HTMLElement>('[data-deferred]'))

const show = (section: HTMLElement) => {
  section.dataset.deferred = 'shown'
}

/** The page has its own faces: the script that brings them puts their sheet to use (fonts.tsx). */
const facesStand = async () => {
  const sheet = document.querySelector<HTMLLinkElement>('link[data-faces]')
  if (sheet && sheet.media !== 'all')
    await new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect()
        resolve()
      })
      watch.observe(sheet, { attributeFilter: ['media'] })
    })
  await document.fonts.ready
}

/** Every section of the page stands at once: whoever is led to a place on it must not see the place move. */
export const showDeferred = () => deferred().forEach(show)

/**
 * Sections far down the page wait with layout and fonts until the first screen stands (section.module.css). Then they
 * are measured, one in each idle moment, so that none of them holds up a touch; on a slow connection each when one
 * comes near. A measured one keeps its height and takes no part in the layouts of the fonts it asked for; when these
 * are there it stands for good, again one in each idle moment. Without script they never wait, nor on a page one comes to
 * from another: there the way back must lead to exactly where one was.
 */
export const useDeferred = (address: string) => {
  const arrived = useRef(false)
  useLayoutEffect(() => {
    if (arrived.current && address) showDeferred()
    arrived.current = true
  }, [address])
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
    if (/2g|3g/.test(connection?.effectiveType ?? '')) return
    const sections = deferred().filter(waiting)
    const { innerWidth } = window
    let handle = 0
    let over = false
    const idle = () =>
      new Promise<void>((resolve) => {
        handle =
          'requestIdleCallback' in window
            ? requestIdleCallback(() => resolve(), { timeout: 1000 })
            : Number(setTimeout(resolve, 50))
      })
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
    const bring = async () => {
      for (const section of sections) {
        await idle()
        if (over) return
        if (!waiting(section)) continue
        section.dataset.deferred = 'measuring'
        // Its height is known, and remembered by the browser, once a frame was drawn with it.
        await frame()
        await idle()
        if (over) return
        if (section.dataset.deferred === 'measuring') section.dataset.deferred = 'measured'
      }
      await facesStand()
      if (over) return
      for (const section of sections) {
        await idle()
        if (over) return
        show(section)
      }
    }
    const showAll = () => {
      over = true
      showDeferred()
    }
    // Remembered heights are those of the width they were measured at.
    const resized = () => window.innerWidth !== innerWidth && showAll()
    const callOff = afterLoad(0, () => void bring())
    addEventListener('beforeprint', showAll)
    addEventListener('resize', resized)
    return () => {
      over = true
      callOff()
      removeEventListener('beforeprint', showAll)
      removeEventListener('resize', resized)
      if ('cancelIdleCallback' in window) cancelIdleCallback(handle)
      else clearTimeout(handle)
    }
  }, [])
}
