/** First and last code point, both inclusive. */
export type Range = readonly [first: number, last: number]

/** Parses a `unicode-range` of code points and intervals (CSS Fonts 4, section 4.5); wildcards are not supported. */
export const readRanges = (text: string): Range[] =>
  [...text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ])
