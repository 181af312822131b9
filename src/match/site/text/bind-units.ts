import { createUnitRule, type Nouns } from '#ui/text/non-breaking-units.ts'

/** Nouns that are counted or numbered in texts of fairs. */
const nouns: Nouns = {
  ko: { counted: ['칸', '건', '자리', '개국'], numbered: ['테이블', '어워드', '루키'] },
  en: { numbered: ['table', 'award', 'rookie', 'hall'], pairs: ['trade centre'] },
  cn: { measures: '家件场桌国' },
}

/** Inserts non-breaking spaces between numbers and their units in Match texts. */
export const bindUnits = createUnitRule(nouns)
