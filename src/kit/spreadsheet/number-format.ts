/** Built-in formats with a meaning here (ECMA-376 part 1, 18.8.30); 27 to 36 and 50 to 58 are dates in Korean and Chinese. */
const builtIn: Record<number, string> = { 9: '0%', 10: '0.00%' }
const dateIds = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Returns the format code of a built-in number format. */
export const builtInFormat = (id: number): string => builtIn[id] ?? (dateIds(id) ? 'yyyy-mm-dd' : 'General')

/** Removes texts, escaped characters, colours and conditions, but not elapsed times (`[h]`). */
const withoutLiterals = (format: string): string =>
  format.replace(/"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')

const formatKinds = new Map<string, 'date' | 'percent' | 'number'>()

/** Tells dates and percentages from other numbers by their format. */
const kindOfFormat = (format: string): 'date' | 'percent' | 'number' => {
  const known = formatKinds.get(format)
  if (known) return known
  const plain = withoutLiterals(format.split(';')[0] ?? '')
  const kind = /^general$/i.test(plain.trim())
    ? 'number'
    : /[ymdhs년월일]/i.test(plain)
      ? 'date'
      : plain.includes('%')
        ? 'percent'
        : 'number'
  if (formatKinds.size < 1000) formatKinds.set(format, kind)
  return kind
}

/** Writes a number with its 15 significant digits, never with an exponent. */
const plainNumber = (value: number): string => {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/\.?0+$/, '') : BigInt(rounded).toString()
}

/** Chooses the part of a format for a number that is not negative: `[<=9999999]###-####;(0##) ###-####`. */
const sectionFor = (value: number, format: string): string => {
  const sections = format.match(/(?:"[^"]*"|\\.|[^;"\\])+/g) ?? []
  const conditions = sections.map((section) => /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(section))
  if (!conditions.some(Boolean)) return (value === 0 ? sections[2] : undefined) ?? sections[0] ?? ''
  const holds = (condition: RegExpExecArray | null): boolean => {
    if (!condition) return true
    const bound = Number(condition[2])
    const results: Record<string, boolean> = {
      '<=': value <= bound,
      '>=': value >= bound,
      '<>': value !== bound,
      '<': value < bound,
      '>': value > bound,
      '=': value === bound,
    }
    return results[condition[1] ?? ''] ?? false
  }
  return sections[conditions.findIndex(holds)] ?? sections[0] ?? ''
}

/** Placeholder of a digit, or the text between placeholders. */
type MaskPart = { digit: string } | { text: string }

const parseMask = (section: string): MaskPart[] =>
  (section.match(/"[^"]*"|\\.|\[[^\]]*\]|[_*].|./g) ?? []).flatMap((part): MaskPart[] => {
    if (part.startsWith('[$')) return [{ text: part.slice(2, -1).split('-')[0] ?? '' }]
    if (/^[[_*]/.test(part)) return []
    if (part.startsWith('"')) return [{ text: part.slice(1, -1) }]
    return [/^[0#?]$/.test(part) ? { digit: part } : { text: part.startsWith('\\') ? part.slice(1) : part }]
  })

/**
 * Returns the digits of a whole number as its format shows them, if the format only pads and separates them: a telephone
 * number, a postcode, a business number. Null for amounts and other formats.
 */
const maskedNumber = (value: number, format: string): string | null => {
  if (!Number.isSafeInteger(value) || value < 0) return null
  const parts = parseMask(sectionFor(value, format))
  if (parts.some((part) => 'text' in part && !/^[\s()\-+]*$/.test(part.text))) return null
  const first = parts.findIndex((part) => 'digit' in part)
  if (first < 0) return null
  const digits = String(value)
  let left = digits.length
  const shown = parts.map((part) => ('text' in part ? part.text : ''))
  for (let index = parts.length - 1; index >= first; index -= 1) {
    const part = parts[index]
    if (!part || 'text' in part) continue
    // The first placeholder takes all remaining digits.
    const taken = index === first ? digits.slice(0, left) : digits.slice(Math.max(0, left - 1), left)
    shown[index] = taken || (part.digit === '0' ? '0' : '')
    left -= taken.length
  }
  const text = shown.join('').trim()
  return text === digits ? null : text
}

const day = 86_400_000
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Writes a date serial as `2026-11-02`, `2026-11-02 14:30` or, without a day, `14:30`. */
const dateOfSerial = (serial: number, is1904: boolean): string => {
  // Excel counts a 29 February 1900 that did not exist: days before 1 March 1900 are one later.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const moment = new Date(start + Math.round((serial * day) / 1000) * 1000)
  if (Number.isNaN(moment.getTime())) return plainNumber(serial)
  const seconds = moment.getUTCSeconds()
  const time = `${twoDigits(moment.getUTCHours())}:${twoDigits(moment.getUTCMinutes())}${seconds ? `:${twoDigits(seconds)}` : ''}`
  const date = moment.toISOString().slice(0, 10)
  if (serial < 1 && serial >= 0) return time
  return Number.isInteger(serial) ? date : `${date} ${time}`
}

/** Returns a number as the text that a person sees in the cell, without rounding and grouping. */
export const formatNumber = (value: number, format: string, is1904: boolean): string => {
  const kind = kindOfFormat(format)
  if (kind === 'date') return value >= 0 ? dateOfSerial(value, is1904) : plainNumber(value)
  if (kind === 'percent') return `${plainNumber(value * 100)}%`
  return maskedNumber(value, format) ?? plainNumber(value)
}
