import { type Locale, locales } from '../locale.ts'
import { headingKey } from './clean-cell.ts'

/** Returns a column heading in a language. */
type SheetHeading = (inputs: Record<never, never>, options?: { locale?: Locale }) => string

export interface ImportColumn {
  heading: SheetHeading
  /** Other headings that lists of this kind use, in any language. */
  synonyms?: readonly string[]
  /** A file without this column cannot be imported. */
  isRequired?: boolean
  /** Value in the example row of the template. */
  example?: string | SheetHeading
}

/** Declares an import once: its reading, its template and its mapping follow from it. */
export interface ImportDefinition<Column extends string> {
  /** Columns in the order of the template. */
  columns: Readonly<Record<Column, ImportColumn>>
  /** Maximum number of rows per file. */
  maxRows: number
  /** Code of the message for a file with more rows. */
  tooLong: string
}

export const columnNames = <Column extends string>({ columns }: ImportDefinition<Column>): Column[] =>
  Object.keys(columns) as Column[]

export const requiredColumns = <Column extends string>(definition: ImportDefinition<Column>): Column[] =>
  columnNames(definition).filter((name) => definition.columns[name].isRequired)

/** Returns what is compared of every heading that identifies a column. */
export const headingKeys = (name: string, { heading, synonyms = [] }: ImportColumn): string[] =>
  [name, ...locales.map((locale) => heading({}, { locale })), ...synonyms].map(headingKey)

/** Returns the template: headings in a language, and one example row. */
export const templateOf = <Column extends string>(
  definition: ImportDefinition<Column>,
  locale?: Locale,
): { heads: string[]; rows: string[][] } => {
  const columns = columnNames(definition).map((name): ImportColumn => definition.columns[name])
  const options = locale ? { locale } : undefined
  return {
    heads: columns.map(({ heading }) => heading({}, options)),
    rows: [columns.map(({ example = '' }) => (typeof example === 'string' ? example : example({}, options)))],
  }
}
