/** Runs `work` so many ms after the load event, at once when that is past; returns how to call it off. */
export const afterLoad = (delay: number, work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // Zero while the load event is still being handled.
    const loadedAt = navigation?.loadEventStart || performance.now()
    timer = setTimeout(work, Math.max(0, loadedAt + delay - performance.now()))
  }
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
  return () => {
    removeEventListener('load', schedule)
    clearTimeout(timer)
  }
}

/**
 * Runs `work` in the next idle moment, or when `most` ms have passed without one; in a browser that does not say when
 * it is idle, a moment later. Returns how to call it off.
 */
export const whenIdle = (work: () => void, most: number): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: most })
  return () => cancelIdleCallback(handle)
}
