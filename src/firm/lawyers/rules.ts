import type { InfoGroup } from './contract.ts'

/** Lines shown on a card. */
const careerLines = 3

/** The first lines of a profile as plain text: one from each group first, then the rest of the first group. */
export const careerOf = (groups: InfoGroup[]): string[] => {
  const lines = groups.map((group) =>
    group.infoDetail.map((line) => (typeof line === 'string' ? line : `${line.txt} ${line.bold}`.trim())),
  )
  return (lines[0] ?? []).concat(lines.slice(1).flatMap((group) => group.slice(0, 1))).slice(0, careerLines)
}

/** The first sentence of a comment, for places that have no room for more. A tag it cuts is closed by the caller. */
export const firstSentence = (html: string): string => html.match(/^.*?(?:[。？！]|[.?!](?=\s|<|$))/s)?.[0] ?? html

type Line = InfoGroup['infoDetail'][number]

/** A line of a profile as it is typed: what is between double asterisks at its end is bold. */
export const lineText = (line: Line): string =>
  typeof line === 'string' ? line : `${line.txt} **${line.bold}**`.trim()

/** A typed line as it is kept. */
export const readLine = (text: string): Line => {
  const [, txt, bold] = /^(.*?)\s*\*\*(.+?)\*\*$/.exec(text.trim()) ?? []
  return bold === undefined ? text.trim() : { txt: (txt ?? '').trim(), bold: bold.trim() }
}

/** A line as a profile sets it: its years, what it says, and what of that is bold. */
export interface DatedLine {
  years: string
  text: string
  bold: string
}

const years = /^(\d{4}(?:\s*[–-]\s*(?:\d{4}|현재|present|至今))?)(?:\s+|$)/

/** Takes the years off the front of a line: '1998 – 2000 종합건설회사' is shown in two columns. */
export const dated = (line: Line): DatedLine => {
  const { txt, bold } = typeof line === 'string' ? { txt: line, bold: '' } : line
  const [begin = '', span = ''] = years.exec(txt) ?? []
  return { years: span, text: txt.slice(begin.length), bold }
}

/** Which of the names occur in the lines of a profile, in the order given: the estates of its cases. */
export const namedIn = (groups: readonly InfoGroup[], names: readonly string[]): string[] => {
  const text = groups.flatMap(({ infoDetail }) => infoDetail.map(lineText)).join('\n')
  return names.filter((name) => text.includes(name))
}

const firstSyllable = 0xac00
const syllables = 11_172
const ofInitial = 588
const ofVowel = 28
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Whether a letter of a name is what was typed: itself, its initial consonant, or a syllable not yet closed (하 for 한). */
const isLetter = (letter: string, typed: string): boolean => {
  if (letter === typed) return true
  const at = letter.charCodeAt(0) - firstSyllable
  if (at < 0 || at >= syllables) return false
  if (initials[Math.floor(at / ofInitial)] === typed) return true
  const typedAt = typed.charCodeAt(0) - firstSyllable
  return typedAt >= 0 && typedAt % ofVowel === 0 && Math.floor(at / ofVowel) === typedAt / ofVowel
}

const squeezed = (words: string): string => words.normalize('NFC').toLowerCase().replace(/[\s-]/g, '')

/** Whether one of the names holds what was typed, also by initial consonants (ㅎㅇㄷ for 한이담). Spaces and hyphens do not count. */
export const isNamed = (names: readonly string[], typed: string): boolean => {
  const wanted = [...squeezed(typed)]
  return names.some((name) => {
    const letters = [...squeezed(name)]
    return letters.some((_, from) => wanted.every((one, at) => isLetter(letters[from + at] ?? '', one)))
  })
}
