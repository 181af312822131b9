/** Programmes whose selected companies can join as sellers; also the certificates of products. */
export const programmes = ['award', 'rookie'] as const
export type Programme = (typeof programmes)[number]

/** Normalizes a company name: no whitespace, no legal form, which lists often omit. Also used as a regex in SQL. */
export const ignoredInName = '주식회사|유한회사|㈜|\\(주\\)|\\(유\\)|\\s'
export const normalizeName = (name: string): string => name.replace(new RegExp(ignoredInName, 'g'), '').toLowerCase()

/** Columns of an imported list. */
export type ImportColumn =
  | 'programme'
  | 'year'
  | 'businessNumber'
  | 'company'
  | 'ceo'
  | 'category'
  | 'address'
  | 'product'

/** Maximum number of rows in one file. */
export const maxImportRows = 5000

/** Range of valid years. */
export const firstYear = 2000
export const lastYear = 2100

const names: Record<Programme, readonly string[]> = {
  award: ['award', '어워드', '大奖'],
  rookie: ['rookie', '루키', '新锐'],
}

/**
 * Returns the programme for its name in a spreadsheet, in any of the three languages; the lowercase text itself if
 * unknown.
 */
export const parseProgramme = (text: string): string => {
  const normalized = text.trim().toLowerCase()
  return programmes.find((programme) => names[programme].includes(normalized)) ?? normalized
}
