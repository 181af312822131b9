import { checkNumber, formatForeign } from '#kit/phone/foreign-numbers.ts'
import { checkKoreanDigits, groupKoreanDigits, isServiceNumber } from './korean-numbers.ts'

/** Why a text is not a telephone number; codes of the messages in `kit/issue-messages.ts`. */
export type PhoneFault = 'phone' | 'phone_short' | 'phone_long' | 'phone_abroad' | 'phone_text'
export type ParsedPhone = { phone: string; fault?: never } | { phone?: never; fault: PhoneFault }

/** Labels that are pasted with a number. */
const label =
  /^(?:tel(?:ephone)?|phone|mobile|cell|t|m|h\.?p|c\.?p|전화(?: ?번호)?|휴대(?:폰|전화)(?: ?번호)?|핸드폰|연락처|手机号?|联系电话|电话)(?:[\s.:)]+|(?=[\d+(]))/iu

/** Invisible marks that address books add around a number, and all kinds of dashes. */
const marks = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const dashes = /[\u2010-\u2015\u2212\u30fc\u2500]/g

/** Length of a Korean number without a leading zero or country code, beyond which it is taken for a foreign one. */
const longestLocal = 8

const faultOf = { short: 'phone_short', long: 'phone_long', unknown: 'phone' } as const

const readKorean = (digits: string): ParsedPhone => {
  const phone = `+82${digits}`
  const found = checkKoreanDigits(digits)
  if (found === 'right') return { phone }
  if (found === 'unknown' && digits.length >= 8 && !digits.startsWith('0') && checkNumber(phone)?.isAssigned)
    return { phone }
  return { fault: digits.length < 7 ? 'phone_short' : faultOf[found] }
}

const readInternational = (digits: string): ParsedPhone => {
  if (digits.startsWith('0')) return { fault: 'phone' }
  if (digits.startsWith('82')) {
    const national = digits.slice(2)
    return isServiceNumber(national) ? { phone: `+82${national}` } : readKorean(national.replace(/^0/, ''))
  }
  const found = checkNumber(`+${digits}`)
  if (!found || found.fault === 'country') return { fault: digits.length < 8 ? 'phone_short' : 'phone' }
  // Stored numbers have 7 to 15 digits (E.164); the library takes a few outside.
  const length = found.number.length - 1
  const fault = found.fault ?? (length < 7 ? 'short' : length > 15 ? 'long' : null)
  return fault ? { fault: `phone_${fault}` } : { phone: found.number }
}

/** Reads a number after a prefix for calls abroad: 00, or one of the Korean carriers such as 001 and 00700. */
const readPrefixed = (digits: string): ParsedPhone => {
  const plain = readInternational(digits.slice(2))
  if (plain.phone && (plain.phone.startsWith('+82') || checkNumber(plain.phone)?.isAssigned)) return plain
  const found = checkNumber(digits)
  return found?.isAssigned && !found.fault && !found.number.startsWith('+8200') ? { phone: found.number } : plain
}

const readDigits = (digits: string, hasPlus: boolean): ParsedPhone => {
  if (hasPlus) return readInternational(digits)
  if (digits.startsWith('00')) return readPrefixed(digits)
  if (digits.startsWith('0')) return readKorean(digits.slice(1))
  if (isServiceNumber(digits)) return { phone: `+82${digits}` }
  // 82 without its plus sign, as spreadsheets and address books write it.
  if (/^82\d{8}/.test(digits) && readInternational(digits).phone) return readInternational(digits)
  if (digits.length > longestLocal) return { fault: 'phone_abroad' }
  return { fault: digits.length < 7 || /^1[568]/.test(digits) ? 'phone_short' : 'phone' }
}

/**
 * Parses a telephone number in any spelling into its stored form, E.164: +821012345678, +8215881234, +8613800138000.
 * Numbers without a country code are Korean.
 */
export const parsePhone = (text: string): ParsedPhone => {
  const line = text.normalize('NFKC').replace(marks, '').trim()
  const number = line.replace(label, '').replace(dashes, '-').replace(/\.$/, '').trim()
  if (!/^\(?\+?[\d\s().·-]+$/.test(number)) return { fault: /\d/.test(number) ? 'phone_text' : 'phone' }
  const digits = number.replace(/\D/g, '')
  if (digits.length > 20) return { fault: 'phone_long' }
  // A range of lines, 02-123-4567-8: not 02-1234-5678.
  const [, first] = /^(.*\d)-\d$/.exec(number) ?? []
  if (first !== undefined && parsePhone(first).phone) return { fault: 'phone_text' }
  const parsed = readDigits(digits, /^\(?\+/.test(number))
  // 02-000-12000 has too many digits in its last group, although 02-0001-2000 is a number. A country code is no group.
  const national = number.replace(/^\(?(?:\+|00\d*\D*)?82\D+(?:0\D+)?/, '')
  return parsed.phone?.startsWith('+82') && /\d\D+\d+\D+\d{5,7}$/.test(national) ? { fault: 'phone' } : parsed
}

/** Returns the stored form of a number; null if the text is not one. */
export const normalizePhone = (text: string): string | null => parsePhone(text).phone ?? null

/** Returns the digits of a stored number as dialled: from within Korea for Korean numbers, else with `+`. */
export const dialPhone = (stored: string): string => {
  const [, national] = /^\+82(\d+)$/.exec(stored) ?? []
  if (national === undefined) return stored
  return isServiceNumber(national) ? national : `0${national}`
}

/**
 * Formats a stored number as people write it: Korean numbers as dialled in Korea, others internationally. A text that
 * could not be converted is returned as it is.
 */
export const formatPhone = (stored: string): string => {
  if (!/^\+(?!820)[1-9]\d{6,14}$/.test(stored)) return stored
  return stored.startsWith('+82') ? groupKoreanDigits(dialPhone(stored)) : formatForeign(stored)
}
