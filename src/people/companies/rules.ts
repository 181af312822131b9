const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/** The last digit that the first nine of a Korean business number ask for. */
const checkDigit = (digits: readonly number[]): number => {
  const sum = weights.reduce((all, weight, place) => all + weight * (digits[place] ?? 0), 0)
  return (10 - ((sum + Math.floor(((digits[8] ?? 0) * 5) / 10)) % 10)) % 10
}

/** Digits of a business number as it was written: hyphens and spaces do not count. */
export const digitsOf = (given: string): string => given.normalize('NFKC').replace(/[\s-]/g, '')

/** What is wrong with a business number: not ten digits, or a last one that does not fit. Null when it is right. */
export const businessNumberFault = (given: string): 'length' | 'check' | null => {
  const digits = digitsOf(given)
  if (!/^\d{10}$/.test(digits)) return 'length'
  const numbers = [...digits].map(Number)
  return checkDigit(numbers) === numbers[9] ? null : 'check'
}

/** `000-00-00000`. */
export const formatBusinessNumber = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 10)].filter(Boolean).join('-')
