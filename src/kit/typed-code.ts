/**
 * Codes of ten hexadecimal digits that a QR code shows and a person reads aloud or types. What a QR or a field says is
 * read alike: spaces, hyphens and small letters do not matter, nor do letters that look like the digits; of an address
 * the part behind `#` counts. null where there is none.
 */
export const codeIn = (text: string): string | null => {
  const last = text.trim().split('#').at(-1) ?? ''
  const code = last.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return /^[0-9A-F]{10}$/.test(code) ? code : null
}

/** As it is read aloud and typed: 3F9A 1C02 7B. */
export const codeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
