import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul'

/** Part of a text that was found, from (including) and to (excluding), in UTF-16 units. */
export type Range = readonly [from: number, to: number]

export interface Match {
  range: Range
  /** Lower is better: where it begins, and how it was found. */
  rank: number
}

const initials = /^[ㄱ-ㅎ]+$/
const latin = /^[a-z]/i
const hangul = /[가-힣]/

/** Letters of a text as they are typed: 송도 → ㅅㅗㅇㄷㅗ, so that an unfinished syllable finds the whole one. */
const typed = (text: string): string => disassemble(text.toLowerCase().replaceAll(' ', ''))

/** Finds letters as typed, spaces left out on both sides. */
const findTyped = (text: string, letters: string): Range | null => {
  for (let from = 0; from < text.length; from += 1) {
    if (text[from] === ' ' || !typed(text.slice(from)).startsWith(letters)) continue
    let to = from + 1
    while (to < text.length && !typed(text.slice(from, to)).startsWith(letters)) to += 1
    return [from, to]
  }
  return null
}

/** Finds initial consonants, spaces left out: ㅅㄷ in 송도. */
const findInitials = (text: string, letters: string): Range | null => {
  const each = Array.from(text, (character, at) => ({
    at,
    initial: hangul.test(character) ? getChoseong(character) : character,
  }))
  const spoken = each.filter(({ initial }) => initial !== ' ')
  const from = spoken
    .map(({ initial }) => initial)
    .join('')
    .indexOf(letters)
  const first = spoken[from]
  const last = spoken[from + letters.length - 1]
  return first && last ? [first.at, last.at + 1] : null
}

/** What the same keys write on the other keyboard: thdeh → 송도. Null when they write no syllables there. */
export const otherKeyboard = (query: string): string | null => {
  if (!latin.test(query)) return null
  const written = convertQwertyToHangul(query)
  return hangul.test(written) && !/[a-z]/i.test(written) ? written : null
}

/**
 * The best place of a query in a text: as written, as initial consonants (초성), or as it was meant on the Korean
 * keyboard. Null when it is nowhere. An empty query is found at the beginning of everything.
 */
export const match = (text: string, query: string): Match | null => {
  const words = query.trim()
  if (!words) return { range: [0, 0], rank: 0 }
  const letters = typed(words)
  if (!letters) return null
  const plain = initials.test(words) ? findInitials(text, words) : findTyped(text, letters)
  if (plain) return { range: plain, rank: plain[0] + (initials.test(words) ? 50 : 0) }
  const meant = otherKeyboard(words)
  const swapped = meant && findTyped(text, typed(meant))
  return swapped ? { range: swapped, rank: swapped[0] + 100 } : null
}
