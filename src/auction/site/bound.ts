import { binding, type Nouns } from '#ui/bound.ts'

/** What texts of an auction count and number: works, lots, bids. */
const nouns: Nouns = {
  ko: { counted: ['점', '번', '명', '분', '원'], numbered: ['LOT'] },
  en: { numbered: ['lot'], pairs: ['trade centre'] },
  cn: { measures: '件次位年' },
}

/** Keeps together on one line what belongs together in a text of the auction. */
export const bound = binding(nouns)
