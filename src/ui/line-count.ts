/** Letters of Chinese, after any of which a line may end. */
const isHan = (code: number): boolean => code >= 0x2e80 && code <= 0x9fff
const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** About how wide a letter of the text typeface (Pretendard; Noto Sans SC for Chinese) is, in em. */
const widthOf = (letter: string): number => {
  const code = letter.charCodeAt(0)
  if (code === 0x2060 || code === 0x200b) return 0
  if (isHangul(code)) return 0.87
  if (isHan(code) || code >= 0xff00) return 1
  if (/[\s.,:;'’·|ijlI()[\]!-]/.test(letter)) return 0.29
  if (/[frt]/.test(letter)) return 0.38
  return /[A-Zmw–—…\d]/.test(letter) ? 0.64 : 0.54
}

/** What no line ends within: words between spaces, and each Chinese letter with the signs after it. */
const pieces = /[\u2e80-\u9fff][\u2060\uff00-\uffef\u3001\u3002·]*(?:\u2060[\u2e80-\u9fff])*|[^ \u2e80-\u9fff]+| +/g

/**
 * How many lines a text takes in a column of so many em, about: the server lays things out by it before any font is
 * there. Words are put into lines as a browser does; one that is wider than the column is broken.
 */
export const lineCount = (text: string, column: number): number => {
  let lines = 1
  let filled = 0
  for (const piece of text.match(pieces) ?? []) {
    const width = [...piece].reduce((sum, letter) => sum + widthOf(letter), 0)
    const isSpace = piece.startsWith(' ')
    if (filled + width <= column || isSpace) filled += width
    else {
      if (filled > 0) lines += 1
      lines += Math.ceil(width / column) - 1
      filled = width % column
    }
  }
  return lines
}
