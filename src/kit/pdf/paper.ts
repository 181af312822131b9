import type { Locale } from '../locale.ts'

/** Document content in reading order; `bandsOf` lays it out on pages. Sizes in points. */
export interface Paper {
  locale: Locale
  title: string
  /** File name without its extension. */
  name: string
  /** Issuer, printed at the top of each page. */
  issuer: string
  /** Date of the content, also used as the PDF's creation date, so that the same document has identical bytes. */
  at: Date
  /** Landscape, for tables with many columns. */
  wide?: boolean
  /** Full bleed: no header, margins or page numbers. */
  bleed?: boolean
  /** Iterated several times; must yield the same parts each time. */
  parts: Iterable<Part>
}

export interface Column {
  title: string
  /** Share of the table width. */
  share: number
  /** Right-aligned, for amounts and counts. */
  right?: boolean
}

/** Modules of a QR code, row by row. */
export interface Code {
  size: number
  dark: (row: number, column: number) => boolean
}

/** Time slot at a table; an empty one is printed too, to be filled in by hand. */
export interface Slot {
  from: string
  to: string
  texts: readonly [who: string, where: string, other: string]
  state: 'taken' | 'empty' | 'break'
}

/** A6 badge (105 × 148 mm) with its back, cut from an A4 sheet of four. */
export interface Badge {
  /** Inner edge, which shows half of the arch: two people side by side complete it. */
  side: 'left' | 'right'
  brand: string
  fair: string
  /** Country and business of the company. */
  overline: string
  name: string
  person: string
  role: string
  /** Lines below the role. */
  lines: readonly string[]
  code: Code
  back: {
    title: string
    /** Agenda of the badge's owner. */
    agenda: readonly { time: string; name: string; note: string; place: string }[]
    noneText: string
    /** Text for the number of agenda rows that do not fit. */
    moreText: (count: number) => string
    roomTitle: string
    tables: number
    ownTables: readonly number[]
    notes: readonly string[]
  }
}

export type Part =
  /** `opens`: starts a page, if one file contains several documents. */
  | { kind: 'title'; text: string; note?: string; opens?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, text: string])[] }
  /** Amounts one below the other; `strong` marks the final total, `how` its calculation. */
  | { kind: 'sums'; sums: readonly { name: string; sum: number; how?: string; strong?: boolean }[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[]; noneText?: string }
  | { kind: 'badges'; badges: readonly Badge[] }
  /** Header of a table plan: starts a page and is repeated on continuation pages. */
  | { kind: 'plan'; title: string; under: string; right: readonly string[]; code: Code | null }
  | { kind: 'slots'; slots: readonly Slot[] }

const units: Record<Locale, (digits: string) => string> = {
  ko: (digits) => `${digits}원`,
  en: (digits) => `${digits} KRW`,
  cn: (digits) => `${digits}韩元`,
}

/** Formats a whole KRW amount as 1,234,000 with a minus sign (U+2212). Throws if it is not a safe integer. */
export const digitsOf = (sum: number): string => {
  if (!Number.isSafeInteger(sum)) throw new Error(`${sum} is no whole sum`)
  const digits = String(Math.abs(sum)).replace(/\B(?=(\d{3})+$)/g, ',')
  return sum < 0 ? `−${digits}` : digits
}

/** 1,234,000원; 1,234,000 KRW; 1,234,000韩元. */
export const formatWon = (locale: Locale, sum: number): string => units[locale](digitsOf(sum))
