/** Figures of `original.txt` section 9 that scripts need. A browser test measures each one. Lengths in px, times in ms. */
export const mobileBelow = 768
export const desktopFrom = 1200

export const scrolledAfter = 50

export const rise = { offset: 300, offsetOnMobile: 180, startAfterLoad: 1100 } as const
export const masonryAfterLoad = 1000

/** Our own. One after the other: faces and the sections below, popups and what rises, the film, which takes a processor. */
export const popupsAfterLoad = 1000
export const filmAfterLoad = 4000

export const slider = { delay: 5000, speed: 500 } as const

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
