import type { Locale } from '#kit/locale.ts'
import { searchKey, searchTerms } from './rules.ts'
import { basicWords, formsOf, isFiller, phraseOf } from './rules-stems.ts'

export type SynonymGroup = Record<Locale, string[]>

/** One way to look for what somebody means: every term has to be in the text. */
export interface Variant {
  terms: string[]
  /** Key of the whole: a title that is this comes first. */
  whole: string
}

/** The query as it was typed, and so many ways of saying it otherwise: each is asked of the database by itself. */
const mostVariants = 5

const variant = (terms: readonly string[]): Variant => ({ terms: [...terms], whole: searchKey(terms.join(' ')) })

export const typedVariant = (query: string): Variant => ({ terms: searchTerms(query), whole: searchKey(query) })

const shares = (a: string, b: string): boolean => {
  const forms = formsOf(b)
  return [...formsOf(a)].some((form) => forms.has(form))
}

/** Where a phrase begins among the words, -1 where it does not. */
const placeOf = (words: readonly string[], phrase: readonly string[]): number =>
  phrase.length === 0
    ? -1
    : words.findIndex(
        (_, at) =>
          at + phrase.length <= words.length && phrase.every((one, more) => shares(one, words[at + more] ?? '')),
      )

/** The longest phrase of a group that the words have, and where. */
const foundIn = (words: readonly string[], phrases: readonly string[][]) =>
  phrases
    .map((phrase) => ({ phrase, at: placeOf(words, phrase) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.phrase.length - a.phrase.length)[0]

const inOrder = (group: SynonymGroup, locale: Locale): string[] =>
  [...new Set([locale, 'ko', 'en', 'cn'] as const)].flatMap((one) => group[one])

/**
 * The query as typed, then with words put in place of others that mean the same; texts of the page's language first. A
 * phrase counts as one word, and what only finds less of the same is left out.
 */
export const variantsOf = (query: string, groups: readonly SynonymGroup[], locale: Locale): Variant[] => {
  const typed = typedVariant(query)
  const words = typed.terms.filter((word) => !isFiller(word))
  const variants = [typed]
  for (const group of groups) {
    const phrases = inOrder(group, locale).map((text) => searchTerms(text))
    const whole = phrases.find((phrase) => phrase.join('') === typed.whole.replaceAll(' ', ''))
    const found = whole ? { phrase: words, at: 0 } : foundIn(words, phrases)
    if (!found) continue
    const before = words.slice(0, found.at)
    const after = words.slice(found.at + found.phrase.length)
    for (const phrase of phrases) variants.push(variant([...before, searchKey(phraseOf(phrase).join(' ')), ...after]))
  }
  const kept: Variant[] = []
  for (const one of variants)
    if (
      !kept.some(
        ({ terms }) => terms.length > 0 && terms.every((term) => one.terms.some((other) => other.includes(term))),
      )
    )
      kept.push(one)
  return kept.slice(0, mostVariants)
}

/** Further attempts where nothing has all words, the closest first: without endings, then without single words. */
export const fewerWords = (query: string): Variant[] => {
  const typed = typedVariant(query)
  const words = basicWords(typed.terms.filter((word) => !isFiller(word)))
  const attempts = [words, ...(words.length > 2 ? words.map((_, left) => words.filter((_, at) => at !== left)) : [])]
  // The last word of a Korean phrase is what it is about.
  if (words.length > 1) attempts.push(...words.toReversed().map((word) => [word]))
  const seen = new Set([typed.terms.join(' ')])
  return attempts
    .filter((terms) => terms.length > 0 && !seen.has(terms.join(' ')) && seen.add(terms.join(' ')))
    .map((terms) => variant(terms))
    .slice(0, 10)
}

/** Letters that have to be put in, left out or changed to make one word of another; by letters of the alphabet. */
export const distance = (one: string, other: string): number => {
  const [a, b] = [one.normalize('NFD'), other.normalize('NFD')]
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** Tense and aspirated consonants as the plain ones they are taken for. */
const plainLetters: Readonly<Record<string, string>> = {
  ᄁ: 'ᄀ',
  ᄏ: 'ᄀ',
  ᄄ: 'ᄃ',
  ᄐ: 'ᄃ',
  ᄈ: 'ᄇ',
  ᄑ: 'ᄇ',
  ᄊ: 'ᄉ',
  ᄍ: 'ᄌ',
  ᄎ: 'ᄌ',
}

const plain = (word: string): string =>
  word.normalize('NFD').replace(/[ᄁᄏᄄᄐᄈᄑᄊᄍᄎ]/g, (letter) => plainLetters[letter] ?? letter)

/** One letter in words of up to seven, two in longer ones. */
const nearEnough = (word: string): number => (word.normalize('NFD').length <= 7 ? 1 : 2)

/** The query with each word that nobody uses replaced by the one most like it; null where there is none. */
export const respelled = (query: string, vocabulary: Iterable<string>): Variant | null => {
  const known = new Set(
    [...vocabulary].flatMap((text) => basicWords(searchTerms(text))).filter((word) => word.length > 1),
  )
  const words = basicWords(searchTerms(query).filter((word) => !isFiller(word)))
  const changed = words.map((word) => {
    if (known.has(word) || word.length < 2) return word
    const [best] = [...known]
      .map((other) => ({ other, far: distance(word, other) }))
      .filter(({ far }) => far <= nearEnough(word))
      // Of two as near the one that sounds alike: 누쑤 is 누수, not 누구.
      .map(({ other, far }) => ({ other, far: far + distance(plain(word), plain(other)) }))
      .sort((a, b) => a.far - b.far)
    return best?.other ?? word
  })
  return changed.some((word, at) => word !== words[at]) ? variant(changed) : null
}
