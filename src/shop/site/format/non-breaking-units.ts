import { binding, type Nouns } from '#ui/text/non-breaking-units.ts'

/** What texts of the shop count and number: goods, pieces, reviews. */
const nouns: Nouns = {
  ko: { counted: ['가지', '점', '벌', '장', '원', '일'], numbered: [] },
  en: { numbered: [], pairs: [] },
  cn: { measures: '件种款张条' },
}

/** Keeps together on one line what belongs together in a text of the shop. */
export const bound = binding(nouns)
