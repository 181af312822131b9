import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterLoad, whenIdle } from './run-later.ts'

const waiting = (section: HTMLElement) => section.dataset.deferred === 'true'
const deferred = () => Array.from(document.querySelectorAll<HTMLElement>('[data-deferred]'))

const show = (section: HTMLElement) => {
  section.dataset.deferred = 'shown'
}

/** Whether the web fonts are applied: the script that loads them then enables their sheet (fonts.tsx). */
const fontsApplied = async () => {
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

/** Lays out every section at once: a jump to an anchor must not be followed by a layout shift. */
export const showDeferred = () => deferred().forEach(show)

/**
 * Sections far down the page wait with layout and fonts until the first screen is laid out and has its fonts; then they
 * are laid out, one in each idle moment, so that none of them holds up a touch, and each of them once
 * (section.module.css). A visitor who scrolls near before that sees them at once, and on a slow connection that is the
 * only way. Without script they never wait, nor on a page one comes to from another: there the way back must lead to
 * exactly where one was.
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
    let callOffIdle = () => {}
    let over = false
    const idle = () =>
      new Promise<void>((resolve) => {
        callOffIdle = whenIdle(resolve, 1000)
      })
    const bring = async () => {
      await fontsApplied()
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
    const callOff = afterLoad(0, () => void bring())
    addEventListener('beforeprint', showAll)
    return () => {
      over = true
      callOff()
      removeEventListener('beforeprint', showAll)
      callOffIdle()
    }
  }, [])
}
