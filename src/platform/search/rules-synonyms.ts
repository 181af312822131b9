import type { Locale } from '#kit/locale.ts'
import { splitSearchTerms, toSearchKey } from './rules.ts'
import { isFiller, listForms, reduceWords, toPhrase } from './rules-stems.ts'

export type SynonymGroup = Record<Locale, string[]>

/** One formulation of a query; a text must contain every term. */
export interface Variant {
  terms: string[]
  /** Key of the full query: a title equal to it ranks first. */
  whole: string
}

/** Maximum number of variants, including the typed query; each is searched separately. */
const maxVariants = 5

const createVariant = (terms: readonly string[]): Variant => ({
  terms: [...terms],
  whole: toSearchKey(terms.join(' ')),
})

export const createTypedVariant = (query: string): Variant => ({
  terms: splitSearchTerms(query),
  whole: toSearchKey(query),
})

const isSharingForm = (a: string, b: string): boolean => {
  const forms = listForms(b)
  return [...listForms(a)].some((form) => forms.has(form))
}

/** Index at which a phrase begins in the words, or -1. */
const findPhraseStart = (words: readonly string[], phrase: readonly string[]): number =>
  phrase.length === 0
    ? -1
    : words.findIndex(
        (_, at) =>
          at + phrase.length <= words.length && phrase.every((one, more) => isSharingForm(one, words[at + more] ?? '')),
      )

/** Longest phrase of a group that occurs in the words, with its index. */
const findPhrases = (words: readonly string[], phrases: readonly string[][]) =>
  phrases
    .map((phrase) => ({ phrase, at: findPhraseStart(words, phrase) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.phrase.length - a.phrase.length)[0]

const sortByLocale = (group: SynonymGroup, locale: Locale): string[] =>
  [...new Set([locale, 'ko', 'en', 'cn'] as const)].flatMap((one) => group[one])

/**
 * The query as typed, then with synonyms substituted, those of the page's language first. A phrase counts as one word;
 * a variant that would only find a subset is dropped.
 */
export const createVariants = (query: string, groups: readonly SynonymGroup[], locale: Locale): Variant[] => {
  const typed = createTypedVariant(query)
  const words = typed.terms.filter((word) => !isFiller(word))
  const variants = [typed]
  for (const group of groups) {
    const phrases = sortByLocale(group, locale).map((text) => splitSearchTerms(text))
    const whole = phrases.find((phrase) => phrase.join('') === typed.whole.replaceAll(' ', ''))
    const found = whole ? { phrase: words, at: 0 } : findPhrases(words, phrases)
    if (!found) continue
    const before = words.slice(0, found.at)
    const after = words.slice(found.at + found.phrase.length)
    for (const phrase of phrases)
      variants.push(createVariant([...before, toSearchKey(toPhrase(phrase).join(' ')), ...after]))
  }
  const result: Variant[] = []
  for (const variant of variants)
    if (
      !result.some(
        ({ terms }) => terms.length > 0 && terms.every((term) => variant.terms.some((other) => other.includes(term))),
      )
    )
      result.push(variant)
  return result.slice(0, maxVariants)
}

/** Fallback variants if no text has all words, closest first: without endings, then single words. */
export const reduceQuery = (query: string): Variant[] => {
  const typed = createTypedVariant(query)
  const words = reduceWords(typed.terms.filter((word) => !isFiller(word)))
  const attempts = [words, ...(words.length > 2 ? words.map((_, left) => words.filter((_, at) => at !== left)) : [])]
  // The last word of a Korean phrase is its head.
  if (words.length > 1) attempts.push(...words.toReversed().map((word) => [word]))
  const usedTerms = new Set([typed.terms.join(' ')])
  return attempts
    .filter((terms) => terms.length > 0 && !usedTerms.has(terms.join(' ')) && usedTerms.add(terms.join(' ')))
    .map((terms) => createVariant(terms))
    .slice(0, 10)
}

/** Edit distance between two words, by letters (jamo). */
export const calculateEditDistance = (one: string, other: string): number => {
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

/** Maps tense and aspirated consonants to the plain ones they are confused with. */
const letterReplacements: Readonly<Record<string, string>> = {
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

const normalizeWord = (word: string): string =>
  word.normalize('NFD').replace(/[ᄁᄏᄄᄐᄈᄑᄊᄍᄎ]/g, (letter) => letterReplacements[letter] ?? letter)

/** Maximum edit distance: one letter in words of up to seven letters, two in longer ones. */
const getMaxDistance = (word: string): number => (word.normalize('NFD').length <= 7 ? 1 : 2)

/** Query with each unknown word replaced by the closest known one; null if there is none. */
export const respellQuery = (query: string, vocabulary: Iterable<string>): Variant | null => {
  const known = new Set(
    [...vocabulary].flatMap((text) => reduceWords(splitSearchTerms(text))).filter((word) => word.length > 1),
  )
  const words = reduceWords(splitSearchTerms(query).filter((word) => !isFiller(word)))
  const changed = words.map((word) => {
    if (known.has(word) || word.length < 2) return word
    const [best] = [...known]
      .map((other) => ({ other, far: calculateEditDistance(word, other) }))
      .filter(({ far }) => far <= getMaxDistance(word))
      // On a tie the similar sound wins: 누쑤 is 누수, not 누구.
      .map(({ other, far }) => ({ other, far: far + calculateEditDistance(normalizeWord(word), normalizeWord(other)) }))
      .sort((a, b) => a.far - b.far)
    return best?.other ?? word
  })
  return changed.some((word, at) => word !== words[at]) ? createVariant(changed) : null
}
