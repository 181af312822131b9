/**
 * `foreign-numbers.ts` in browsers: only the length of foreign numbers is checked, and the server decides. The library
 * with its metadata would add 27 kB to every page that sends a number.
 */
export const checkNumber: typeof import('./foreign-numbers.ts').checkNumber = (text) => {
  const digits = text.replace(/\D/g, '')
  const fault = digits.length < 8 ? 'short' : digits.length > 15 ? 'long' : null
  return { number: `+${digits}`, isAssigned: fault === null, fault }
}

/** Country codes of one and two digits (ITU-T E.164); all others have three. */
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

export const formatForeign: typeof import('./foreign-numbers.ts').formatForeign = (number) =>
  number.replace(countryCode, '$& ')
