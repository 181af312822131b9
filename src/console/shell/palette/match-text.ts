import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul'

/** Matched range of a text in UTF-16 code units; the end is exclusive. */
export type Range = readonly [from: number, to: number]

export interface Match {
  range: Range
  /** Lower is better: by position and kind of match. */
  rank: number
}

const initials = /^[ㄱ-ㅎ]+$/
const latin = /^[a-z]/i
const hangul = /[가-힣]/

/** Decomposes a text into letters: 송도 → ㅅㅗㅇㄷㅗ, so that an unfinished syllable matches the full one. */
const typed = (text: string): string => disassemble(text.toLowerCase().replaceAll(' ', ''))

/** Finds a sequence of letters; ignores spaces on both sides. */
const findTyped = (text: string, letters: string): Range | null => {
  for (let from = 0; from < text.length; from += 1) {
    if (text[from] === ' ' || !typed(text.slice(from)).startsWith(letters)) continue
    let to = from + 1
    while (to < text.length && !typed(text.slice(from, to)).startsWith(letters)) to += 1
    return [from, to]
  }
  return null
}

/** Finds initial consonants, ignoring spaces: ㅅㄷ in 송도. */
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

/** Converts input typed with the wrong keyboard layout: thdeh → 송도. Null if it forms no syllables. */
export const convertKeyboard = (query: string): string | null => {
  if (!latin.test(query)) return null
  const written = convertQwertyToHangul(query)
  return hangul.test(written) && !/[a-z]/i.test(written) ? written : null
}

/**
 * Best match of a query in a text: literal, by initial consonants (초성), or with the Korean keyboard layout. Null if
 * there is none. An empty query matches the start of every text.
 */
export const matchText = (text: string, query: string): Match | null => {
  const words = query.trim()
  if (!words) return { range: [0, 0], rank: 0 }
  const letters = typed(words)
  if (!letters) return null
  const plain = initials.test(words) ? findInitials(text, words) : findTyped(text, letters)
  if (plain) return { range: plain, rank: plain[0] + (initials.test(words) ? 50 : 0) }
  const meant = convertKeyboard(words)
  const swapped = meant && findTyped(text, typed(meant))
  return swapped ? { range: swapped, rank: swapped[0] + 100 } : null
}
