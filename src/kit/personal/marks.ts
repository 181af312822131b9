/** Types of personal data that a text may contain by mistake. */
export const markKinds = ['resident', 'phone', 'email', 'account'] as const
export type MarkKind = (typeof markKinds)[number]

/** Finding at character offset `at`; `shown` is masked, with just enough for the author to locate it. */
export interface Mark {
  kind: MarkKind
  shown: string
  at: number
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Returns the century from the seventh digit of a resident number: 9, 0 for the 19th; 1, 2, 5, 6 for the 20th; 3, 4, 7,
 * 8 for the 21st.
 */
const centuryOf = (digit: number): number =>
  digit === 9 || digit === 0 ? 1800 : [1, 2, 5, 6].includes(digit) ? 1900 : 2000

const isBirthday = (digits: string): boolean => {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ]
  const full = centuryOf(Number(digits[6])) + year
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(full, month) && full <= new Date().getUTCFullYear()
}

const weights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]

/** True if the last of 13 digits is a valid check digit; for foreigners it is increased by 2 (modulo 10). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = weights.reduce((all, weight, place) => all + weight * Number(digits[place]), 0)
  const plain = (11 - (sum % 11)) % 10
  const isForeign = Number(digits[6]) >= 5 && Number(digits[6]) <= 8
  return Number(digits[12]) === (isForeign ? (plain + 2) % 10 : plain)
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

const resident = /(?<![\d-])(\d{6})(\s?[-–—~]\s?| )?(\d{7})(?![\d-])/g

/**
 * True for a resident registration number. Numbers issued since October 2020 have no check digit, so one with a hyphen
 * is recognized by its date alone; 13 digits in a row must also have a valid check digit.
 */
const isResident = (digits: string, isSplit: boolean): boolean =>
  isBirthday(digits) && (isSplit || hasCheckDigit(digits))

const phone =
  /(?<![\d-])(?:\+82[-. ]?(?:\(0\))?|0)(?:(?:1[016789]|50\d|70|80)[-. )]{0,2}\d{3,4}|2[-. )]{0,2}\d{3,4}|(?:3[1-3]|4[1-4]|5[1-5]|6[1-4])[-. )]{0,2}\d{3,4})[-. ]?\d{4}(?![\d-])/g

const email = /[\p{L}\d](?:[\p{L}\d._%+-]{0,63})@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,6}\p{L}{2,24}/gu

/**
 * Digits in hyphenated groups, or 10 to 14 digits. Counted only near a banking word, because many other numbers look
 * like it.
 */
const account = /(?<![\d-])(?:\d{2,6}(?:-\d{1,8}){1,4}|\d{10,14})(?![\d-])/g
const bankWord = /은행|뱅크|계좌|예금주|입금|송금|농협|수협|신협|새마을금고|우체국|bank|account|iban|账户|账号|银行/i
const businessWord = /사업자|등록\s?번호|법인|business|registration|营业执照/i
/** Characters before and after a number to search for a word that determines its type. */
const reach = 24

const masked: Record<MarkKind, (text: string) => string> = {
  resident: (text) => `${digitsOf(text).slice(0, 6)}-${digitsOf(text)[6]}******`,
  phone: (text) => `${text.slice(0, 3)}-****-${digitsOf(text).slice(-4)}`,
  email: (text) => {
    const at = text.lastIndexOf('@')
    return `${text.slice(0, Math.min(2, at))}***${text.slice(at)}`
  },
  account: (text) => `${text.slice(0, 3)}***${digitsOf(text).slice(-3)}`,
}

/** Maximum characters scanned per page, and maximum findings on it. */
const longestPage = 200_000
const mostOfPage = 100

/**
 * Finds personal data in a page of text: resident numbers, phones, e-mail addresses, bank accounts. Offsets refer to
 * the text's NFKC form. Every regular expression is linear in the length of the text. A number is counted as one type
 * only.
 */
export const marksOf = (page: string): Mark[] => {
  const found: Mark[] = []
  let text = page.slice(0, longestPage).normalize('NFKC')
  const take = (kind: MarkKind, pattern: RegExp, isOne: (match: string, at: number) => boolean = () => true) => {
    text = text.replace(pattern, (match: string, ...rest: unknown[]) => {
      const at = Number(rest.find((one) => typeof one === 'number'))
      if (found.length >= mostOfPage || !isOne(match, at)) return match
      found.push({ kind, shown: masked[kind](match.trim()), at })
      // Blank it out with the same length, so that offsets and the context of other numbers are preserved.
      return ' '.repeat(match.length)
    })
  }
  take('email', email)
  take('resident', resident, (match) => isResident(digitsOf(match), /\D/.test(match)))
  take('phone', phone)
  take('account', account, (match, at) => {
    const count = digitsOf(match).length
    if (count < 10 || count > 14) return false
    const before = text.slice(Math.max(0, at - reach), at)
    if (/^\d{3}-\d{2}-\d{5}$/.test(match) && businessWord.test(before)) return false
    return bankWord.test(before) || bankWord.test(text.slice(at + match.length, at + match.length + reach))
  })
  return found
}
