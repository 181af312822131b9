import { composeText } from '../text/compose-text.ts'

/**
 * Returns the text of a cell in its stored form, without soft hyphens and surrounding spaces, and without the apostrophe
 * that an export puts before a text that looks like a formula.
 */
export const cleanCell = (text: string): string =>
  composeText(text.replaceAll('\u00AD', ''))
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, '')

/** Returns what is compared of a heading: letters and digits only, in one width and letter case. */
export const headingKey = (text: string): string =>
  cleanCell(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
