const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/** Returns the check digit for the first nine digits of a Korean business number. */
const checkDigit = (digits: readonly number[]): number => {
  const sum = weights.reduce((all, weight, place) => all + weight * (digits[place] ?? 0), 0)
  return (10 - ((sum + Math.floor(((digits[8] ?? 0) * 5) / 10)) % 10)) % 10
}

/** Strips hyphens and spaces from a business number. */
export const stripBusinessNumber = (number: string): string => number.normalize('NFKC').replace(/[\s-]/g, '')

/** Returns why a business number is invalid: not ten digits, or a wrong check digit. Null if it is valid. */
export const findBusinessNumberError = (number: string): 'length' | 'check' | null => {
  const digits = stripBusinessNumber(number)
  if (!/^\d{10}$/.test(digits)) return 'length'
  const numbers = [...digits].map(Number)
  return checkDigit(numbers) === numbers[9] ? null : 'check'
}

/** Formats a business number as `000-00-00000`. */
export const formatBusinessNumber = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 10)].filter(Boolean).join('-')
