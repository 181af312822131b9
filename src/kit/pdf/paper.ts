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
  /** To the edges of the sheet, without head, margins and numbers of pages. */
  bleed?: boolean
  /** Gone through several times, and the same each time. */
  parts: Iterable<Part>
}

export interface Column {
  title: string
  /** Share of the width. */
  share: number
  /** Sums and counts stand at the right. */
  right?: boolean
}

/** Squares of a QR code, row after row. */
export interface Code {
  size: number
  dark: (row: number, column: number) => boolean
}

/** A time at a table; an empty one stays, to be filled in by hand. */
export interface Slot {
  from: string
  to: string
  texts: readonly [who: string, where: string, other: string]
  state: 'taken' | 'empty' | 'break'
}

/** A badge of A6 (105 × 148 mm) with its back; cut out of an A4 sheet, four at a time. */
export interface Badge {
  /** The half of an arch at the inner edge: two people side by side make it whole. */
  side: 'left' | 'right'
  house: string
  fair: string
  /** Where the company is from and what it does. */
  above: string
  name: string
  person: string
  role: string
  /** Lines below the role. */
  below: readonly string[]
  code: Code
  back: {
    title: string
    /** The own agenda. */
    agenda: readonly { time: string; name: string; note: string; place: string }[]
    none: string
    /** Of the agenda that has no room. */
    more: (count: number) => string
    hall: string
    tables: number
    own: readonly number[]
    notes: readonly string[]
  }
}

export type Part =
  /** `opens`: it begins a page, where several papers are one file. */
  | { kind: 'title'; text: string; note?: string; opens?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, text: string])[] }
  /** Sums below each other; `strong` is the last and what counts. `how`: its arithmetic. */
  | { kind: 'sums'; sums: readonly { name: string; sum: number; how?: string; strong?: boolean }[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[]; none?: string }
  | { kind: 'badges'; badges: readonly Badge[] }
  /** The head of a plan to be laid on a table: it begins a page, and comes again where the rows go on. */
  | { kind: 'plan'; title: string; under: string; right: readonly string[]; code: Code | null }
  | { kind: 'slots'; slots: readonly Slot[] }

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
export const formatWon = (locale: Locale, sum: number): string => units[locale](digitsOf(sum))
