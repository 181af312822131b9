import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'
import type { Mark } from './contract.ts'

// Must match the ranges of `search_key` (database/functions/search_key.sql); a test compares both.
const cjk = /[ぁ-ヿㄱ-ㅣ㐀-鿿가-힣]/
const letter = /[a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]/
const letters = /[a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]+/g

/**
 * Class of each UTF-16 code unit: separator, character of spaced scripts, or other. A table, because testing each unit
 * of long texts is slow.
 */
const characterClasses = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const unit = String.fromCharCode(code)
  return cjk.test(unit) ? 2 : letter.test(unit) ? 1 : 0
})

const toLowerCase = (text: string): string =>
  text.normalize('NFC').replace(/[A-Z]/g, (capital) => String.fromCharCode(capital.charCodeAt(0) + 32))

interface Key {
  text: string
  /** Position of each code unit of the key in the NFC text. */
  at: number[]
}

const buildKey = (text: string): Key => {
  const source = toLowerCase(text)
  const at: number[] = []
  let key = ''
  let before = 0
  for (let index = 0; index < source.length; index += 1) {
    const kind = characterClasses[source.charCodeAt(index)] ?? 0
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
 * Normalizes a text for search: NFC, lower case, one space between words and none beside a Korean, Chinese or Japanese
 * character, so that 하자 보수 and 하자보수 are equal.
 */
export const toSearchKey = (text: string): string => buildKey(text).text

const initialConsonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Replaces each syllable of a key by its initial consonant: 하자보수 → ㅎㅈㅂㅅ. */
export const initialsOf = (key: string): string =>
  key.replace(
    /[가-힣]/g,
    (syllable) => initialConsonants[Math.floor((syllable.charCodeAt(0) - 0xac00) / 588)] ?? syllable,
  )

/** Consonants that an input method combines while typing initials. */
const joinedJamo: Record<string, string> = {
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

const maxTerms = 8

/** Distinct search terms of a query, normalized; at most eight. */
export const splitSearchTerms = (query: string): string[] => {
  const found = toLowerCase(query).match(letters) ?? []
  const terms = found.map((term) =>
    isInitials(term) ? term.replace(/[ㄱ-ㅎ]/g, (consonant) => joinedJamo[consonant] ?? consonant) : term,
  )
  return [...new Set(terms)].slice(0, maxTerms)
}

/** Converts a query to the other keyboard layout (gkwk → 하자, ㅣㅁㅈ → law); null if nothing changes. */
export const swapKeyboard = (query: string): string | null => {
  const swapped = /[a-z]/i.test(query) ? convertQwertyToHangul(query) : convertHangulToQwerty(query)
  return swapped === query ? null : swapped
}

const findOccurrences = (text: string, term: string): number[] => {
  const places: number[] = []
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) places.push(at)
  return places
}

interface Hit {
  term: string
  from: number
  to: number
}

/** Matches of each term in an NFC text, also by initial consonants. */
const findHits = (text: string, terms: readonly string[]): Hit[] => {
  const key = buildKey(text)
  const initials = terms.some(isInitials) ? initialsOf(key.text) : ''
  return terms
    .flatMap((term) =>
      [...findOccurrences(key.text, term), ...(isInitials(term) ? findOccurrences(initials, term) : [])].map((at) => ({
        term,
        from: key.at[at] ?? 0,
        to: (key.at[at + term.length - 1] ?? 0) + 1,
      })),
    )
    .sort((a, b) => a.from - b.from)
}

/** Merged match ranges in an NFC text. */
export const findMarks = (text: string, terms: readonly string[]): Mark[] => {
  const marks: Mark[] = []
  for (const { from, to } of findHits(text, terms)) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

interface Sentence {
  from: number
  to: number
  /** Ends with a full stop: neither title nor list item. */
  isWhole: boolean
}

/** A stop ends a sentence only before a space or line end, and not within numbers (2024. 3. 1.). */
const stop = /(?:(?<!\d)\.|[?!。？！])["'”’」』)）]?(?=\s|$)|[。？！]|\n/g

const splitSentences = (text: string): Sentence[] => {
  const sentences: Sentence[] = []
  let from = 0
  const end = (to: number, isWhole: boolean) => {
    while (from < to && /\s/.test(text[from] ?? '')) from += 1
    if (to > from) sentences.push({ from, to, isWhole })
    from = to
  }
  for (const found of text.matchAll(stop)) {
    const isLine = found[0] === '\n'
    end(found.index + (isLine ? 0 : found[0].length), !isLine)
  }
  end(text.length, false)
  return sentences
}

/** Target length of an excerpt in code units; a single sentence may have up to `maxExcerptLength`. */
const excerptLength = 120
const maxExcerptLength = 240

/** Cuts a longer sentence at word boundaries around the first match. */
const excerptAround = (text: string, first: number): string => {
  if (text.length <= maxExcerptLength) return text
  const lead = first > maxExcerptLength / 2 ? text.indexOf(' ', first - maxExcerptLength / 4) + 1 : 0
  const space = text.lastIndexOf(' ', lead + maxExcerptLength)
  const to = lead + maxExcerptLength >= text.length ? text.length : space > first ? space : lead + maxExcerptLength
  return `${lead > 0 ? '…' : ''}${text.slice(lead, to)}${to < text.length ? '…' : ''}`
}

/**
 * Excerpt of a result: the full sentence with most matched terms, and following ones of its paragraph while they fit.
 * On a tie the first wins, which is the record's summary. Without matches, the summary.
 */
export const createExcerpt = (content: string, terms: readonly string[]): { excerpt: string; excerptMarks: Mark[] } => {
  // Each line of the content is a block of the page: summary, title, paragraph, list item.
  const text = content.normalize('NFC').trim()
  const hits = findHits(text, terms)
  const sentences = splitSentences(text)
  let best = sentences[0]
  let maxHits = 0
  let at = 0
  for (const sentence of sentences) {
    while (at < hits.length && (hits[at]?.from ?? 0) < sentence.from) at += 1
    const met = new Set<string>()
    for (; at < hits.length && (hits[at]?.from ?? 0) < sentence.to; at += 1) met.add(hits[at]?.term ?? '')
    const worth = met.size === 0 ? 0 : 2 * met.size + Number(sentence.isWhole)
    if (worth > maxHits) [best, maxHits] = [sentence, worth]
  }
  if (!best) return { excerpt: '', excerptMarks: [] }
  let { to } = best
  for (const { from: next, to: end } of sentences.slice(sentences.indexOf(best) + 1)) {
    if (text.slice(to, next).includes('\n') || end - best.from > excerptLength) break
    to = end
  }
  const shown = text.slice(best.from, to)
  const excerpt = excerptAround(shown, findMarks(shown, terms)[0]?.[0] ?? 0)
  return { excerpt, excerptMarks: findMarks(excerpt, terms) }
}
