/** Ends what lets pages of an account open without a line, with all that was kept for them. */
export const forgetKeptPages = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const kept = await navigator.serviceWorker.getRegistrations()
  await Promise.all(kept.map((one) => one.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
