import { createUnitRule, type Nouns } from '#ui/text/non-breaking-units.ts'

/** Counted and numbered nouns in texts of the shop: goods, pieces, reviews. */
const nouns: Nouns = {
  ko: { counted: ['가지', '점', '벌', '장', '원', '일'], numbered: [] },
  en: { numbered: [], pairs: [] },
  cn: { measures: '件种款张条' },
}

/** Inserts non-breaking spaces between numbers and their units in texts of the shop. */
export const withNonBreakingUnits = createUnitRule(nouns)
