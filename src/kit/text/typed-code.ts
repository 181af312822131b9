/**
 * Parses a code of ten hexadecimal digits from a QR code or from input typed by a person. Ignores spaces, hyphens and
 * case, and accepts letters that look like digits; of a URL, only the part after `#` counts. Returns null if there is
 * no code.
 */
export const codeIn = (text: string): string | null => {
  const last = text.trim().split('#').at(-1) ?? ''
  const code = last.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return /^[0-9A-F]{10}$/.test(code) ? code : null
}

/** Formats a code for reading aloud and typing: 3F9A 1C02 7B. */
export const codeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
