import { fieldMessage, issueMessage, issuePaths } from '#kit/issue-messages.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import type { SheetChoice, SheetFault } from '#kit/spreadsheet/import-contract.ts'
import { cellFault, type ImportRow, type ReadImport, readImport } from '#kit/spreadsheet/read-import.ts'
import { ProgrammeEntryInput, programmeImport } from '../contract.ts'
import { type ImportColumn, parseProgramme } from '../rules.ts'
import { programmeEntries } from '../table.ts'

type ProgrammeKey = Pick<ProgrammeEntryInput, 'businessNumber' | 'programme' | 'year'>

type Verdict = 'fresh' | 'known' | 'faulty'

interface CheckedRow {
  line: ImportRow<ImportColumn>
  verdict: Verdict
  /** The entry of a new row. */
  entry: ProgrammeEntryInput | null
}

interface CheckedRows {
  table: ReadImport<ImportColumn>
  rows: CheckedRow[]
  faults: SheetFault<ImportColumn>[]
}

/** Validates a row: the entry, or the faults of its cells. */
const parseRow = (context: Context, line: ImportRow<ImportColumn>) => {
  const { programme, year, ...cells } = line.cells
  const [, digits] = /^(\d{4})\s*[년年]?$/.exec(year) ?? []
  const parsed = ProgrammeEntryInput.safeParse({
    ...cells,
    programme: parseProgramme(programme),
    year: digits ? Number(digits) : year,
  })
  if (parsed.success) return { entry: parsed.data, faults: [] }
  const faults = new Map<ImportColumn, SheetFault<ImportColumn>>()
  for (const issue of parsed.error.issues)
    for (const path of issuePaths(issue)) {
      const column = path as ImportColumn
      const message =
        column === 'programme' ? fieldMessage('programme_name', context.locale) : issueMessage(issue, context.locale)
      if (!faults.has(column)) faults.set(column, cellFault(line, column, message))
    }
  return { entry: null, faults: [...faults.values()] }
}

/** Returns what identifies an entry: no company has a programme twice in a year. */
export const keyOf = ({ businessNumber, programme, year }: ProgrammeKey): string =>
  `${businessNumber} ${programme} ${year}`

/** Returns the rows of a sheet with their verdicts. A repeated row in the same sheet is `known` too. */
export const checkRows = async (
  context: Context,
  sent: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<CheckedRows> => {
  const table = await readImport(context, sent, choice, programmeImport)
  const existing = new Set(
    (
      await context.database
        .select({
          businessNumber: programmeEntries.businessNumber,
          programme: programmeEntries.programme,
          year: programmeEntries.year,
        })
        .from(programmeEntries)
    ).map(keyOf),
  )
  const faults = [...table.faults]
  const brokenRows = new Set(faults.map(({ row }) => row))
  const rows = table.rows.map((line): CheckedRow => {
    const { entry, faults: own } = parseRow(context, line)
    faults.push(...own)
    if (!entry || brokenRows.has(line.row)) return { line, verdict: 'faulty', entry: null }
    const key = keyOf(entry)
    if (existing.has(key)) return { line, verdict: 'known', entry: null }
    existing.add(key)
    return { line, verdict: 'fresh', entry }
  })
  return { table, rows, faults }
}

/** Counts rows by verdict. */
export const countVerdicts = (rows: readonly CheckedRow[]): Record<Verdict, number> => {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  return { fresh: count('fresh'), known: count('known'), faulty: count('faulty') }
}
