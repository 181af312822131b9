import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'
import type { Mark } from './contract.ts'

// The same ranges as `search_key` in migrations/0007, which a test compares.
const cjk = /[ぁ-ヿㄱ-ㅣ㐀-鿿가-힣]/
const letter = /[a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]/
const letters = /[a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]+/g

/** By unit: what separates words, what is written with spaces between them, what is not. Texts are long, a test of each unit is not. */
const classes = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const unit = String.fromCharCode(code)
  return cjk.test(unit) ? 2 : letter.test(unit) ? 1 : 0
})

const small = (text: string): string =>
  text.normalize('NFC').replace(/[A-Z]/g, (capital) => String.fromCharCode(capital.charCodeAt(0) + 32))

interface Key {
  text: string
  /** Position of each unit of the key in the composed (NFC) text. */
  at: number[]
}

const keyOf = (text: string): Key => {
  const source = small(text)
  const at: number[] = []
  let key = ''
  let before = 0
  for (let index = 0; index < source.length; index += 1) {
    const kind = classes[source.charCodeAt(index)] ?? 0
    if (kind === 0) continue
    if (before === 1 && kind === 1 && at.at(-1) !== index - 1) {
      key += ' '
      at.push(index - 1)
    }
    key += source[index]
    at.push(index)
    before = kind
  }
  return { text: key, at }
}

/**
 * A text as the search compares it: composed, small letters, one space between words and none beside a Korean, Chinese
 * or Japanese character, so that 하자 보수 and 하자보수 are the same.
 */
export const searchKey = (text: string): string => keyOf(text).text

const firsts = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Each syllable of a key by its first consonant, the rest as it is: 하자보수 → ㅎㅈㅂㅅ. */
export const initialsOf = (key: string): string =>
  key.replace(/[가-힣]/g, (syllable) => firsts[Math.floor((syllable.charCodeAt(0) - 0xac00) / 588)] ?? syllable)

/** Consonants that an input method joins while one types initials. */
const joined: Record<string, string> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
}

const isInitials = (term: string): boolean => /^[ㄱ-ㅎ]+$/.test(term)

const mostTerms = 8

/** The words of a query, as keys, each once; the first eight. */
export const searchTerms = (query: string): string[] => {
  const found = small(query).match(letters) ?? []
  const terms = found.map((term) =>
    isInitials(term) ? term.replace(/[ㄱ-ㅎ]/g, (consonant) => joined[consonant] ?? consonant) : term,
  )
  return [...new Set(terms)].slice(0, mostTerms)
}

/** The same keys with the keyboard in the other language (gkwk → 하자, ㅣㅁㅈ → law); null where nothing changes. */
export const swapKeyboard = (query: string): string | null => {
  const swapped = /[a-z]/i.test(query) ? convertQwertyToHangul(query) : convertHangulToQwerty(query)
  return swapped === query ? null : swapped
}

const placesOf = (text: string, term: string): number[] => {
  const places: number[] = []
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) places.push(at)
  return places
}

/** Positions of the words in a composed text; initials also where the syllables begin with them. */
export const marksOf = (text: string, terms: readonly string[]): Mark[] => {
  const key = keyOf(text)
  const initials = terms.some(isInitials) ? initialsOf(key.text) : ''
  const found = terms.flatMap((term) =>
    [...placesOf(key.text, term), ...(isInitials(term) ? placesOf(initials, term) : [])].map(
      (at): Mark => [key.at[at] ?? 0, (key.at[at + term.length - 1] ?? 0) + 1],
    ),
  )
  const marks: Mark[] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

/** Units of an excerpt, and of what it shows before the first word found. */
const excerptLength = 160
const excerptLead = 40

/** The part of a text around the first of the words, cut between words, with '…' where a sentence goes on
 * and ' · ' between two blocks where no sentence ends. */
export const excerptOf = (content: string, terms: readonly string[]): { excerpt: string; excerptMarks: Mark[] } => {
  // A line of the content is a block of its page: a title, a paragraph, an item.
  const text = content
    .normalize('NFC')
    .trim()
    .replace(/([.?!:。？！：…])\n+/g, '$1 ')
    .replace(/\n+/g, ' · ')
  const first = marksOf(text, terms)[0]?.[0] ?? 0
  const space = first > excerptLead ? text.indexOf(' ', first - excerptLead) : -1
  const from = first <= excerptLead ? 0 : space >= 0 && space < first ? space + 1 : first
  const room = from + excerptLength
  const lastSpace = text.lastIndexOf(' ', room)
  const to = room >= text.length ? text.length : lastSpace > first ? lastSpace : room
  const shown = text.slice(from, to).replace(/^· | ·$/g, '')
  const isWhole = to >= text.length || /[.?!。？！]["'”’」』)）]?$/.test(shown)
  const excerpt = `${from > 0 ? '…' : ''}${shown}${isWhole ? '' : '…'}`
  return { excerpt, excerptMarks: marksOf(excerpt, terms) }
}
