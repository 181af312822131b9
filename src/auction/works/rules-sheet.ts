/** Maximum number of works in one file. */
export const maxImportedWorks = 300

/** Returns the picture names of a cell in order; the first is shown on the wall. */
export const parsePictureNames = (cell: string): string[] =>
  cell
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Normalizes a name for comparison: composed (some systems write Korean decomposed) and lower case. */
export const normalizeName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Parses 1,200,000 or 1200000원 as a whole number; null for an empty cell, NaN if it is no number. */
export const parseNumberCell = (cell: string): number | null => {
  if (cell === '') return null
  const digits = cell.replace(/[,\s]|원$|mm$/gi, '')
  return /^\d+(\.0+)?$/.test(digits) ? Math.trunc(Number(digits)) : Number.NaN
}
