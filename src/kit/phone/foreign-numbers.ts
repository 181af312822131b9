import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/** A number in E.164 and what the library knows of it. */
interface CheckedNumber {
  number: string
  /** In a range that the country uses. */
  isAssigned: boolean
  /** Null if the country has numbers of this length. */
  fault: 'short' | 'long' | 'country' | null
}

const faults: Record<string, CheckedNumber['fault']> = { TOO_SHORT: 'short', TOO_LONG: 'long', INVALID_LENGTH: 'long' }

/**
 * Reads a number with a country code or a Korean prefix for calls abroad. Browsers use `foreign-numbers.browser.ts`
 * instead (`imports` in package.json).
 */
export const checkNumber = (text: string): CheckedNumber | null => {
  const options = { defaultCountry: 'KR', extract: false } as const
  const found = parsePhoneNumberFromString(text, options, metadata)
  const length = validatePhoneNumberLength(text, options, metadata)
  if (!found) return length ? { number: text, isAssigned: false, fault: faults[length] ?? 'country' } : null
  return { number: found.number, isAssigned: found.isValid(), fault: length ? (faults[length] ?? 'country') : null }
}

/** Formats an E.164 number internationally: +86 138 0013 8000. */
export const formatForeign = (number: string): string =>
  parsePhoneNumberFromString(number, metadata)?.formatInternational() ?? number
