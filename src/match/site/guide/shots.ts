import type { Locale } from '#kit/locale.ts'

const found = import.meta.glob<string>('./shots/*.webp', { eager: true, query: '?url', import: 'default' })

/** Pixels of each picture. */
export const shotSize = { width: 1140, height: 960 } as const

/** The picture of a step's screen in a language, as `scripts/manual-pictures.mjs` took it. */
export const shotOf = (side: 'seller' | 'buyer', step: number, locale: Locale): string | undefined =>
  found[`./shots/${side}-${step}.${locale}.webp`]
