/** What the door is told of a code. */
export const results = ['in', 'already', 'wrong_day', 'unknown'] as const
export type Result = (typeof results)[number]

/** Arrivals of one call: a door that was without a line sends what it kept in several. */
export const mostArrivals = 100

/** Milliseconds by which the clock of a door may be ahead. */
export const clockSlack = 5 * 60_000

/**
 * The code in what a badge's QR says, or in what was typed: spaces, hyphens and small letters do not matter, nor do
 * letters that look like the digits. null where there is none.
 */
export const codeIn = (text: string): string | null => {
  const last = text.trim().split('#').at(-1) ?? ''
  const code = last.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return /^[0-9A-F]{10}$/.test(code) ? code : null
}

/** As it is read aloud and typed: 3F9A 1C02 7B. */
export const codeText = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
