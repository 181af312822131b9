/** Characters that XML 1.0 does not allow. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/**
 * Returns a text as a workbook stores it: without characters that XML does not allow, and with a text such as `_x0041_`
 * escaped, which a spreadsheet would show as the character of that code (ECMA-376 part 1, 22.9.2.19).
 */
export const workbookText = (text: string): string =>
  text.replace(forbidden, '').replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
