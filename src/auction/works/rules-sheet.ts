/** Columns of an Excel file of works; only title and start price have to be there. */
export const sheetColumns = [
  'title',
  'titleEn',
  'titleCn',
  'author',
  'hall',
  'consignor',
  'medium',
  'mediumEn',
  'mediumCn',
  'made',
  'width',
  'height',
  'depth',
  'estimateLow',
  'estimateHigh',
  'startPrice',
  'reserve',
  'pictures',
  'note',
  'provenance',
  'condition',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** Works of one file. */
export const mostImported = 300

/** Names of pictures in one cell, in their order: the first hangs on the wall. */
export const pictureNames = (cell: string): string[] =>
  cell
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A name as it is compared: composed, since some systems write Korean decomposed, and in small letters. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** 1,200,000 or 1200000원 as a whole number; null for an empty cell, NaN for what is none. */
export const figureOf = (cell: string): number | null => {
  if (cell === '') return null
  const digits = cell.replace(/[,\s]|원$|mm$/gi, '')
  return /^\d+(\.0+)?$/.test(digits) ? Math.trunc(Number(digits)) : Number.NaN
}
