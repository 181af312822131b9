import { createUnitRule, type Nouns } from '#ui/text/non-breaking-units.ts'

/** Nouns that form units with numbers in the firm's texts: homes and buildings, statutes, opening hours. */
const nouns: Nouns = {
  ko: { counted: ['층', '단지'], numbered: ['별표', '별지', '점심', '지하', '지상'] },
  en: {
    numbered: ['annex', 'article', 'block', 'closed', 'exit', 'floor', 'level', 'levels', 'phase'],
    pairs: ['car park'],
  },
  cn: { measures: '户层栋楼条项款期' },
}

/** Replaces spaces within units by no-break spaces in a text of the firm. */
export const bindUnits = createUnitRule(nouns)
