/** Columns of the sheet of orders to be shipped, in their order; the last two are filled in. */
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

/** Orders of one sheet. */
export const mostShipped = 300

/** The number of a parcel as it is compared: people write it with hyphens and without. */
export const trackingKey = (tracking: string): string => tracking.replaceAll('-', '').toUpperCase()

/** Those that are there more than once; empty ones are not counted. */
export const doubled = (values: readonly string[]): Set<string> =>
  new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))
