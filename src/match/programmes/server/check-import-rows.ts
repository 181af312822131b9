import type { z } from 'zod'
import { issueMessage, issuePaths } from '#kit/issue-messages.ts'
import type { Context } from '#kit/server/context.ts'
import { type CheckedRow, type programmes as contract, ProgrammeEntryInput } from '../contract.ts'
import { parseProgramme } from '../rules.ts'
import { programmeEntries } from '../table.ts'

type Row = z.output<typeof contract.check.body>['rows'][number]

/** Validates a row: the entry, or an error message per cell. */
const parseRow = (context: Context, { line: _line, programme, year, ...cells }: Row) => {
  const parsed = ProgrammeEntryInput.safeParse({
    ...cells,
    programme: parseProgramme(programme),
    year: /^\d{4}$/.test(year.trim()) ? Number(year) : year,
  })
  if (parsed.success) return { entry: parsed.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const issue of parsed.error.issues)
    for (const path of issuePaths(issue)) faults[path] ??= issueMessage(issue, context.locale)
  return { entry: null, faults }
}

const keyOf = ({ businessNumber, programme, year }: { businessNumber: string; programme: string; year: number }) =>
  `${businessNumber} ${programme} ${year}`

/** Returns rows with their verdicts. A repeated row in the same sheet is `known` too. */
export const checkRows = async (context: Context, rows: readonly Row[]) => {
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
  return rows.map((row) => {
    const { entry, faults } = parseRow(context, row)
    const key = entry && keyOf(entry)
    const verdict: CheckedRow['verdict'] = key === null ? 'faulty' : existing.has(key) ? 'known' : 'new'
    if (key) existing.add(key)
    return { entry, checked: { line: row.line, verdict, faults } }
  })
}
