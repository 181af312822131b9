/** Storage flag, set while pages are stored for offline use. */
const flagKey = 'kept-pages'

/** True for storage keys of such a page: the badges of a fair's check-in. */
const isPageKey = (key: string): boolean => /^console:[^:]*:door:/.test(key)

/** Maximum wait of a log-out, in ms. */
const maxWait = 1000

/** Sets the flag; a log-out then waits until the stored pages are deleted. */
export const markPagesStored = (): void => {
  try {
    localStorage.setItem(flagKey, '1')
  } catch {
    // Without storage a log-out does not wait.
  }
}

/** Deletes the page's data from storage; returns true if any page was stored. */
const deleteStoredData = (): boolean => {
  try {
    const names = Object.keys(localStorage).filter(isPageKey)
    for (const name of names) localStorage.removeItem(name)
    return names.length > 0 || localStorage.getItem(flagKey) !== null
  } catch {
    return false
  }
}

const unregisterWorkers = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((one) => one.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  localStorage.removeItem(flagKey)
}

/**
 * Deletes everything that lets pages of an account open offline: stored data, service workers and caches. If there was
 * any, resolves when it is deleted, at the latest after one second.
 */
export const deleteStoredPages = async (): Promise<void> => {
  const hadPages = deleteStoredData()
  const unregistered = unregisterWorkers().catch(() => undefined)
  if (hadPages) await Promise.race([unregistered, new Promise((resolve) => setTimeout(resolve, maxWait))])
}
