/** Invisible characters that copying leaves in cells; joiners stay, because emoji and some scripts need them. */
const invisible = /[\u200B\u2060\uFEFF\u00AD]/g

/**
 * Returns the text of a cell in composed form (NFC), without invisible characters and surrounding spaces, and without
 * the apostrophe that an export puts before a text that looks like a formula.
 */
export const cleanCell = (text: string): string =>
  text
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, '')

/** Returns what is compared of a heading: letters and digits only, in one width and letter case. */
export const headingKey = (text: string): string =>
  cleanCell(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
