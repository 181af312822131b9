/** In the browser's storage while a page is kept. */
const mark = 'kept-pages'

/** What the browser's storage has for such a page: the badges at the door of a fair. */
const isOfPage = (key: string): boolean => /^console:[^:]*:door:/.test(key)

/** Milliseconds that a log-out waits at most, whatever hangs. */
const patience = 1000

/** Notes that a page is kept from now on: a log-out then waits until it is gone. */
export const noteKeptPage = (): void => {
  try {
    localStorage.setItem(mark, '1')
  } catch {
    // A browser without storage: a log-out does not wait.
  }
}

/** Removes it from the storage; answers whether anything was kept. */
const forgetStored = (): boolean => {
  try {
    const names = Object.keys(localStorage).filter(isOfPage)
    for (const name of names) localStorage.removeItem(name)
    return names.length > 0 || localStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

const forgetWorkers = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const kept = await navigator.serviceWorker.getRegistrations()
  await Promise.all(kept.map((one) => one.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  localStorage.removeItem(mark)
}

/**
 * Ends what lets pages of an account open without a line, with all that was kept for them. Where something was, it is gone
 * when this comes back, or a second has passed.
 */
export const forgetKeptPages = async (): Promise<void> => {
  const isKept = forgetStored()
  const gone = forgetWorkers().catch(() => undefined)
  if (isKept) await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience))])
}
