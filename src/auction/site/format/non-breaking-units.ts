import { createUnitRule, type Nouns } from '#ui/text/non-breaking-units.ts'

/** Nouns that follow or precede numbers: works, lots, bids. */
const nouns: Nouns = {
  ko: { counted: ['점', '번', '명', '분', '원'], numbered: ['LOT'] },
  en: { numbered: ['lot'], pairs: ['trade centre'] },
  cn: { measures: '件次位年' },
}

/** Inserts non-breaking spaces into texts of the auction. */
export const withNonBreakingUnits = createUnitRule(nouns)
