/**
 * Korean numbering plan: the start of a number after its leading zero, and how many digits may follow. The library of
 * `foreign-numbers.ts` refuses 030x and numbers in ranges that are not assigned yet, and groups 050x wrongly.
 */
const plan: readonly (readonly [start: RegExp, least: number, most: number])[] = [
  // Mobile: 010, and the older 011, 016 to 019.
  [/^10/, 8, 8],
  [/^1[16789]/, 7, 8],
  // Area codes: Seoul, then the provinces.
  [/^2/, 7, 8],
  [/^(?:3[1-3]|4[1-4]|5[1-5]|6[1-4])/, 7, 8],
  // Internet telephony, toll-free and information services.
  [/^70/, 8, 8],
  [/^80/, 7, 8],
  [/^60/, 7, 8],
  // Personal and safety numbers, and fax services.
  [/^50[2-9]/, 7, 8],
  [/^30[1-9]/, 7, 8],
]

/** Nationwide numbers of companies: 15xx, 16xx and 18xx, dialled without an area code. */
export const isServiceNumber = (digits: string): boolean => /^1[568]\d{6}$/.test(digits)

/** Checks the digits after the leading zero by the plan; 'unknown' if it does not have their start. */
export const checkKoreanDigits = (digits: string): 'right' | 'short' | 'long' | 'unknown' => {
  for (const [start, least, most] of plan) {
    const found = start.exec(digits)
    if (!found) continue
    const rest = digits.length - found[0].length
    return rest < least ? 'short' : rest > most ? 'long' : 'right'
  }
  return 'unknown'
}

/** Groups digits as dialled in Korea, complete or not: 010-1234-5678, 02-123-4567, 0507-1234-5678, 1588-1234. */
export const groupKoreanDigits = (digits: string): string => {
  if (!digits.startsWith('0')) return [digits.slice(0, 4), digits.slice(4)].filter(Boolean).join('-')
  const start = digits.startsWith('02') ? 2 : /^0[35]0\d/.test(digits) ? 4 : 3
  const rest = digits.slice(start)
  // Landlines have three or four middle digits: only the last digit decides.
  const middle = digits.startsWith('010') || rest.length > 7 ? 4 : 3
  return [digits.slice(0, start), rest.slice(0, middle), rest.slice(middle)].filter(Boolean).join('-')
}

/**
 * Groups the digits of a number during typing. Text with anything but digits and hyphens, or with more digits than the
 * number can have, is returned as it is, so that no digit is lost.
 */
export const groupWhileTyping = (text: string): string => {
  if (!/^(?:0(?!0)|1[568])[\d-]*$/.test(text)) return text
  // A range of lines, 02-123-4567-8, would become another number.
  if (/-\d+-\d+-/.test(text)) return text
  const digits = text.replaceAll('-', '')
  const most = digits.startsWith('02') ? 10 : /^0[35]0/.test(digits) ? 12 : digits.startsWith('0') ? 11 : 8
  return digits.length > most ? text : groupKoreanDigits(digits)
}
