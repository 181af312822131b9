/**
 * 12,345: groups the digits of an integer, the same in all three languages, on the server and in every browser. Does
 * not use `Intl`, whose first use on a page costs a phone 100 ms (format-day.ts).
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
