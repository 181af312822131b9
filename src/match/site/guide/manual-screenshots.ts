import type { Locale } from '#kit/locale.ts'

const found = import.meta.glob<string>('./shots/*.webp', { eager: true, query: '?url', import: 'default' })

/** Size of each screenshot in px. */
export const screenshotSize = { width: 1140, height: 960 } as const

/** URL of the screenshot of a step in a language, taken by `scripts/docs/take-guide-screenshots.mjs`. */
export const screenshotUrl = (side: 'seller' | 'buyer', step: number, locale: Locale): string | undefined =>
  found[`./shots/${side}-${step}.${locale}.webp`]
