import type { InfoGroup } from './contract.ts'

/** Lines on a card. */
const careerLines = 3

/**
 * Returns the first lines of a profile as plain text: all of the first group, then one of each other group, at most
 * `careerLines`.
 */
export const summarizeCareer = (groups: InfoGroup[]): string[] => {
  const lines = groups.map((group) =>
    group.infoDetail.map((line) => (typeof line === 'string' ? line : `${line.txt} ${line.bold}`.trim())),
  )
  return (lines[0] ?? []).concat(lines.slice(1).flatMap((group) => group.slice(0, 1))).slice(0, careerLines)
}

/** Returns the first sentence of a comment. The caller must close a tag that is cut. */
export const getFirstSentence = (html: string): string => html.match(/^.*?(?:[。？！]|[.?!](?=\s|<|$))/s)?.[0] ?? html

type Line = InfoGroup['infoDetail'][number]

/** Formats a line for editing: the bold part is marked with double asterisks at the end. */
export const formatLine = (line: Line): string =>
  typeof line === 'string' ? line : `${line.txt} **${line.bold}**`.trim()

/** Parses an edited line. */
export const parseLine = (text: string): Line => {
  const [, txt, bold] = /^(.*?)\s*\*\*(.+?)\*\*$/.exec(text.trim()) ?? []
  return bold === undefined ? text.trim() : { txt: (txt ?? '').trim(), bold: bold.trim() }
}

/** Line of a profile split into years, text and bold part. */
export interface DatedLine {
  years: string
  text: string
  bold: string
}

const years = /^(\d{4}(?:\s*[–-]\s*(?:\d{4}|현재|present|至今))?)(?:\s+|$)/

/** Splits leading years off a line: '1998 – 2000 종합건설회사' is shown in two columns. */
export const splitYears = (line: Line): DatedLine => {
  const { txt, bold } = typeof line === 'string' ? { txt: line, bold: '' } : line
  const [begin = '', span = ''] = years.exec(txt) ?? []
  return { years: span, text: txt.slice(begin.length), bold }
}

/** Returns the names that occur in the lines of a profile, e.g. the estates of its cases, in the given order. */
export const findNamesIn = (groups: readonly InfoGroup[], names: readonly string[]): string[] => {
  const text = groups.flatMap(({ infoDetail }) => infoDetail.map(formatLine)).join('\n')
  return names.filter((name) => text.includes(name))
}

const firstSyllable = 0xac00
const syllables = 11_172
const syllablesPerInitial = 588
const syllablesPerVowel = 28
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/**
 * True if a typed letter matches a letter of a name: equal, its initial consonant, or a syllable without its final (하
 * for 한).
 */
const isLetter = (letter: string, typed: string): boolean => {
  if (letter === typed) return true
  const at = letter.charCodeAt(0) - firstSyllable
  if (at < 0 || at >= syllables) return false
  if (initials[Math.floor(at / syllablesPerInitial)] === typed) return true
  const typedAt = typed.charCodeAt(0) - firstSyllable
  return (
    typedAt >= 0 &&
    typedAt % syllablesPerVowel === 0 &&
    Math.floor(at / syllablesPerVowel) === typedAt / syllablesPerVowel
  )
}

const normalizeName = (words: string): string => words.normalize('NFC').toLowerCase().replace(/[\s-]/g, '')

/**
 * True if one of the names contains the typed text, also by initial consonants (ㅎㅇㄷ for 한이담). Spaces and hyphens are
 * ignored.
 */
export const matchesName = (names: readonly string[], typed: string): boolean => {
  const typedLetters = [...normalizeName(typed)]
  return names.some((name) => {
    const letters = [...normalizeName(name)]
    return letters.some((_, from) => typedLetters.every((one, at) => isLetter(letters[from + at] ?? '', one)))
  })
}
