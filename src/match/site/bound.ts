import { binding, type Nouns } from '#ui/bound.ts'

/** What texts of a fair count and number: companies, meetings, tables, halls. */
const nouns: Nouns = {
  ko: { counted: ['칸', '건', '자리', '개국'], numbered: ['테이블', '어워드', '루키'] },
  en: { numbered: ['table', 'award', 'rookie', 'hall'], pairs: ['trade centre'] },
  cn: { measures: '家件场桌国' },
}

/** Keeps together on one line what belongs together in a text of Match. */
export const bound = binding(nouns)
