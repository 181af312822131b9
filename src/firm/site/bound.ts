import { binding, type Nouns } from '#ui/bound.ts'

/** What the firm's texts count and number: homes and their buildings, statutes, opening hours. */
const nouns: Nouns = {
  ko: { counted: ['층', '단지'], numbered: ['별표', '별지', '점심', '지하', '지상'] },
  en: {
    numbered: ['annex', 'article', 'block', 'closed', 'exit', 'floor', 'level', 'levels', 'phase'],
    pairs: ['car park'],
  },
  cn: { measures: '户层栋楼条项款期' },
}

/** Keeps together on one line what belongs together in a text of the firm. */
export const bound = binding(nouns)
