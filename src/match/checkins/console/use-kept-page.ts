import { useEffect, useState } from 'react'
import { noteKeptPage } from '#session/kept-pages.ts'

const worker = '/door-worker.js'

/** Where the document names the script it begins with: another build has another one. */
const entryOf = (): string => {
  const data: unknown = JSON.parse(document.getElementById('page')?.textContent ?? '{}')
  return typeof data === 'object' && data !== null && 'entry' in data ? String(data.entry) : ''
}

/** Scripts, sheets and fonts that this page was made of until now. */
const filesOf = (): string[] => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll<HTMLElement>('link[href], script[src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
  )
  const paths = [...loaded, ...named].flatMap((address) => {
    const { origin, pathname } = new URL(address, window.location.origin)
    return origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })
  return [...new Set(paths)]
}

const loadedWhole = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

const keepPage = async (): Promise<boolean> => {
  await loadedWhole()
  // What comes later than the page is needed without a line as well.
  await Promise.all([import('jsqr'), import('#session/alert.ts')])
  noteKeptPage()
  await navigator.serviceWorker.register(worker, { scope: window.location.pathname })
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    active.postMessage({ files: filesOf(), entry: entryOf() }, [port2])
  })
}

/** Keeps this page in the browser, so that it opens without a line; true once it does. A log-out ends it. */
export const useKeptPage = (): boolean => {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isOpen = true
    keepPage().then(
      (kept) => {
        if (isOpen) setKept(kept)
      },
      // A browser that keeps nothing, or no room: the door works while it is open.
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [])
  return isKept
}
