/**
 * Design values that scripts need; a browser test (home-figures.spec.ts) measures each one. Lengths in px, times in ms.
 */
export const mobileBelow = 768
export const desktopFrom = 1200

export const scrolledAfter = 50

export const rise = { offset: 300, offsetOnMobile: 180, startAfterLoad: 1100 } as const
export const masonryAfterLoad = 1000

/**
 * Our own values, staggered: fonts and lower sections first, then popups and rise-in, then the film, which is
 * CPU-heavy.
 */
export const popupsAfterLoad = 1000
export const filmAfterLoad = 4000

export const slider = { delay: 5000, speed: 500 } as const
