/** Runs `work` `delay` ms after the load event, or immediately if that has passed; returns a cancel function. */
export const afterLoad = (delay: number, work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // Zero while the load event is still being dispatched.
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
 * Runs `work` in the next idle moment, at the latest after `timeout` ms; shortly afterwards in browsers without
 * requestIdleCallback. Returns a cancel function.
 */
export const whenIdle = (work: () => void, timeout: number): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: timeout })
  return () => cancelIdleCallback(handle)
}
