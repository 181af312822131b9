/** Row of a sheet that has a text. */
export interface DataRow {
  /** Row number as the spreadsheet shows it. */
  row: number
  /** Texts by column; a column without a text may be missing at the end. */
  cells: string[]
  /** Columns whose cells hold an error (`#N/A`), or a formula that was saved without its result. */
  broken: number[]
}

export interface SheetData {
  name: string
  isHidden: boolean
  /** Rows that are not empty, in order. */
  rows: DataRow[]
}

/**
 * Reason why a file cannot be read: no spreadsheet, another spreadsheet format, protected by a password, too large when
 * unpacked or with too many cells, damaged.
 */
export type SheetFileFault =
  | 'sheet_kind'
  | 'sheet_old'
  | 'sheet_locked'
  | 'sheet_large'
  | 'sheet_quote'
  | 'sheet_broken'

export class SheetFileRefused extends Error {
  readonly fault: SheetFileFault
  constructor(fault: SheetFileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Maximum cells with a text per file; the largest import takes 5,000 rows of 12 columns. */
export const maxCells = 300_000
/** Maximum columns per sheet; Excel allows 16,384. */
export const maxColumns = 256
