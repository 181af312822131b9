/** Storage flag, set while pages are stored for offline use. */
const mark = 'kept-pages'

/** True for storage keys of such a page: the badges of a fair's check-in. */
const isOfPage = (key: string): boolean => /^console:[^:]*:door:/.test(key)

/** Maximum wait of a log-out, in ms. */
const patience = 1000

/** Sets the flag; a log-out then waits until the stored pages are deleted. */
export const markPagesStored = (): void => {
  try {
    localStorage.setItem(mark, '1')
  } catch {
    // Without storage a log-out does not wait.
  }
}

/** Deletes the page's data from storage; returns true if any page was stored. */
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
 * Deletes everything that lets pages of an account open offline: stored data, service workers and caches. If there was
 * any, resolves when it is deleted, at the latest after one second.
 */
export const deleteStoredPages = async (): Promise<void> => {
  const isKept = forgetStored()
  const gone = forgetWorkers().catch(() => undefined)
  if (isKept) await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience))])
}
