/** Columns of the shipping sheet; the last two are filled in. */
export const shippingColumns = [
  'number',
  'name',
  'postcode',
  'address',
  'phone',
  'products',
  'carrier',
  'tracking',
] as const
export type ShippingColumn = (typeof shippingColumns)[number]

/** Maximum number of orders per sheet. */
export const maxShipped = 300

/** Normalizes a tracking number for comparison: without hyphens, in upper case. */
export const normalizeTracking = (tracking: string): string => tracking.replaceAll('-', '').toUpperCase()

/** Returns the values that occur more than once; empty ones are ignored. */
export const findDuplicates = (values: readonly string[]): Set<string> =>
  new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))
