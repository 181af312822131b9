import type { Locale } from '../locale.ts'

/** A paper as data: what it says, in which order. Its place on pages is decided by `bandsOf`. Measures are in points. */
export interface Paper {
  locale: Locale
  title: string
  /** Name of the file, without its ending. */
  name: string
  /** Who made it, at the top of each page. */
  issuer: string
  /** When what it says was so: the same paper has the same bytes. */
  at: Date
  /** Across: for tables with many columns. */
  wide?: boolean
  parts: readonly Part[]
}

export interface Column {
  title: string
  /** Share of the width. */
  share: number
  /** Sums and counts stand at the right. */
  right?: boolean
}

/** A badge: cut out along its frame. */
export interface Badge {
  name: string
  company: string
  /** Of the fair, and of the role there. */
  above: string
  below: string
  /** Squares of a QR code, row after row; null where there is none. */
  code: { size: number; dark: (row: number, column: number) => boolean } | null
}

export type Part =
  | { kind: 'title'; text: string; note?: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, text: string])[] }
  /** Sums below each other; `strong` is the last and what counts. `how`: its arithmetic. */
  | { kind: 'sums'; sums: readonly { name: string; sum: number; how?: string; strong?: boolean }[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[]; none?: string }
  | { kind: 'badges'; badges: readonly Badge[] }

const units: Record<Locale, (digits: string) => string> = {
  ko: (digits) => `${digits}원`,
  en: (digits) => `${digits} KRW`,
  cn: (digits) => `${digits}韩元`,
}

/** 1,234,000: a whole sum of won, with the sign of arithmetic. Throws for what is none. */
export const digitsOf = (sum: number): string => {
  if (!Number.isSafeInteger(sum)) throw new Error(`${sum} is no whole sum`)
  const digits = String(Math.abs(sum)).replace(/\B(?=(\d{3})+$)/g, ',')
  return sum < 0 ? `−${digits}` : digits
}

/** 1,234,000원; 1,234,000 KRW; 1,234,000韩元. */
export const wonIn = (locale: Locale, sum: number): string => units[locale](digitsOf(sum))
