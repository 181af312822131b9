import { useEffect, useState } from 'react'
import { markPagesStored } from '#session/stored-pages.ts'

const worker = '/door-worker.js'

/** Returns the entry script named in the document; each build has its own. */
const entryOf = (): string => {
  const data: unknown = JSON.parse(document.getElementById('page')?.textContent ?? '{}')
  return typeof data === 'object' && data !== null && 'entry' in data ? String(data.entry) : ''
}

/** Returns the scripts, style sheets and fonts this page has loaded so far. */
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

const waitForLoad = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

const storePage = async (): Promise<boolean> => {
  await waitForLoad()
  // Load the lazy parts now, because they are needed offline too.
  await Promise.all([import('jsqr'), import('#session/show-alert.ts')])
  markPagesStored()
  await navigator.serviceWorker.register(worker, { scope: window.location.pathname })
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    active.postMessage({ files: filesOf(), entry: entryOf() }, [port2])
  })
}

/**
 * Stores this page in a service worker cache so that it opens offline; true once it is stored. Logging out removes it.
 */
export const useOfflinePage = (): boolean => {
  const [isStored, setStored] = useState(false)
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isMounted = true
    storePage().then(
      (done) => {
        if (isMounted) setStored(done)
      },
      // No storage or no space: check-in still works while the page is open.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [])
  return isStored
}
