import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterLoad, whenIdle } from './run-later.ts'

const waiting = (section: HTMLElement) => section.dataset.deferred === 'true'
const deferred = () => Array.from(document.querySelectorAll<HTMLElement>('[data-deferred]'))

const show = (section: HTMLElement) => {
  section.dataset.deferred = 'shown'
}

/** Resolves when the web fonts are applied: the script that loads them enables their style sheet last (fonts.tsx). */
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

/** Shows every section immediately, so that no layout shift follows a jump to an anchor. */
export const showDeferred = () => deferred().forEach(show)

/**
 * Defers layout and fonts of sections far down the page until the first screen is laid out and has its fonts; then
 * shows one section per idle moment, so that none delays a touch (section.module.css). Sections also appear when the
 * visitor scrolls near them; on 2G and 3G only then. Nothing is deferred without script, or after a client-side
 * navigation, where going back must restore the exact scroll position.
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
