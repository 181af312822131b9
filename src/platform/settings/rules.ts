/** The proof a search engine gave: the value alone, also where the whole tag was pasted. */
export const verificationValue = (given: string): string =>
  (/\bcontent\s*=\s*["']([^"']*)["']/i.exec(given)?.[1] ?? given).trim()
