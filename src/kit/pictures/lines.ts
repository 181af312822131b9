/** Returns the width in px of a text at a font size in px. */
export type Measure = (part: string, size: number) => number

/** Font size in px, and the maximum number of lines in it. */
export interface Setting {
  size: number
  maxLines: number
}

export interface Lines {
  size: number
  lines: string[]
}

/** Characters that must not start a line, and those that must not end one (UAX 14: CL, CP, EX, IS, NS, CJ; OP). */
const closing = /^[\p{Pe}\p{Pf},.!?:;…、。，．！？：；·・%‰℃°～\u2060-]/u
const opening = /[\p{Ps}\p{Pi}\u2060]$/u
const hanzi = /\p{Script=Han}/u
const chineseWords = new Intl.Segmenter('zh-Hans', { granularity: 'word' })
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Attaches characters that must not start or end a line to their neighbour. */
const joinMarks = (parts: readonly string[]): string[] => {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && (closing.test(part) || opening.test(last))) joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}

/** Splits Chinese, which has no spaces, between words by dictionary. */
const divideChinese = (word: string): string[] =>
  joinMarks([...chineseWords.segment(word)].map(({ segment }) => segment))

/**
 * Splits a text into unbreakable segments (Korean and English words, Chinese words), each with its preceding separator.
 */
const splitSegments = (text: string): { text: string; gap: string }[] =>
  text
    .split(' ')
    .filter(Boolean)
    .flatMap((word, at) => {
      const parts = hanzi.test(word) && !/\p{Script=Hangul}/u.test(word) ? divideChinese(word) : [word]
      return parts.map((part, inner) => ({ text: part, gap: at > 0 && inner === 0 ? ' ' : '' }))
    })

/** Breaks a segment wider than the column: after a punctuation mark if there is one, else at any character. */
const breakUp = (text: string, fits: (part: string) => boolean): string[] => {
  const single = (part: string) => [...characters.segment(part)].map(({ segment }) => segment)
  const orSmaller = (smaller: (part: string) => string[]) => (part: string) => (fits(part) ? [part] : smaller(part))
  const small = joinMarks(text.split(/(?<=[·/,-])/u))
    .flatMap(orSmaller((part) => joinMarks(single(part))))
    .flatMap(orSmaller(single))
  const filled: string[] = []
  for (const part of small) {
    const last = filled.at(-1)
    if (last !== undefined && fits(last + part)) filled[filled.length - 1] = last + part
    else filled.push(part)
  }
  return filled
}

interface Filled {
  lines: string[]
  /** True if a word had to be broken. */
  broken: boolean
}

/** Fills lines greedily; a line end in the text starts a new line. */
const fill = (text: string, fits: (line: string) => boolean): Filled => {
  const paragraphs = text.split('\n').map((paragraph) => fillParagraph(paragraph, fits))
  return { lines: paragraphs.flatMap(({ lines }) => lines), broken: paragraphs.some(({ broken }) => broken) }
}

const fillParagraph = (text: string, fits: (line: string) => boolean): Filled => {
  const lines: string[] = []
  let broken = false
  for (const segment of splitSegments(text)) {
    const line = lines.at(-1)
    if (line !== undefined && fits(line + segment.gap + segment.text)) {
      lines[lines.length - 1] = line + segment.gap + segment.text
      continue
    }
    if (fits(segment.text)) lines.push(segment.text)
    else {
      broken = true
      lines.push(...breakUp(segment.text, fits))
    }
  }
  return { lines, broken }
}

/** Breaks a text into lines that fit: between words, and at any character in words wider than a line. */
export const breakLines = (text: string, fits: (line: string) => boolean): string[] => fill(text, fits).lines

/**
 * Finds the narrowest column with the same number of lines, so that the lines are about equally long and no word is
 * left alone.
 */
const balance = (text: string, lines: string[], width: number, measured: (line: string) => number): string[] => {
  let best = lines
  let narrow = width / 2
  let wide = width
  while (wide - narrow > 4) {
    const middle = (narrow + wide) / 2
    const tried = fill(text, (line) => measured(line) <= middle)
    if (tried.broken || tried.lines.length > lines.length) narrow = middle
    else {
      best = tried.lines
      wide = middle
    }
  }
  return best
}

const shortenLines = (lines: readonly string[], maxLines: number, fits: (line: string) => boolean): string[] => {
  const shownLines = lines.slice(0, maxLines)
  let last = (shownLines.pop() ?? '').replace(/[\s\p{P}]+$/u, '')
  while (last && !fits(`${last}…`)) {
    const withoutLastWord = last.replace(/\s+\S*$/u, '')
    last = (withoutLastWord === last ? last.slice(0, -1) : withoutLastWord).replace(/[\s\p{P}]+$/u, '')
  }
  return [...shownLines, `${last}…`]
}

/**
 * Lays out a text in a column of `width` px with the first setting in which it fits without broken words. In the last
 * setting, words wider than the column are broken, and text beyond the last line is replaced by an ellipsis.
 */
export const layOut = (text: string, width: number, settings: readonly Setting[], measure: Measure): Lines => {
  for (const { size, maxLines } of settings) {
    const measured = (line: string) => measure(line, size)
    const { lines, broken } = fill(text, (line) => measured(line) <= width)
    if (lines.length <= maxLines && !broken) return { size, lines: balance(text, lines, width, measured) }
  }
  const { size = 0, maxLines = 0 } = settings.at(-1) ?? {}
  const fits = (line: string) => measure(line, size) <= width
  const { lines } = fill(text, fits)
  return { size, lines: lines.length <= maxLines ? lines : shortenLines(lines, maxLines, fits) }
}
