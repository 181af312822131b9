import { eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { issueMessage, issuePaths } from '#kit/issue-messages.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import { type CheckedRow, programmes as contract, ProgrammeEntryInput } from '../contract.ts'
import { parseProgramme } from '../rules.ts'
import { programmeEntries } from '../table.ts'

type Row = Parameters<Handlers<typeof contract>['check']>[1]['body']['rows'][number]

/** Validates a row: the entry, or an error message per cell. */
const readRow = (context: Context, { line: _line, programme, year, ...cells }: Row) => {
  const read = ProgrammeEntryInput.safeParse({
    ...cells,
    programme: parseProgramme(programme),
    year: /^\d{4}$/.test(year.trim()) ? Number(year) : year,
  })
  if (read.success) return { entry: read.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const issue of read.error.issues)
    for (const path of issuePaths(issue)) faults[path] ??= issueMessage(issue, context.locale)
  return { entry: null, faults }
}

const keyOf = ({ businessNumber, programme, year }: { businessNumber: string; programme: string; year: number }) =>
  `${businessNumber} ${programme} ${year}`

/** Returns rows with their verdicts. A repeated row in the same sheet is `known` too. */
const checkRows = async (context: Context, rows: readonly Row[]) => {
  const known = new Set(
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
    const { entry, faults } = readRow(context, row)
    const key = entry && keyOf(entry)
    const verdict: CheckedRow['verdict'] = key === null ? 'faulty' : known.has(key) ? 'known' : 'new'
    if (key) known.add(key)
    return { entry, checked: { line: row.line, verdict, faults } }
  })
}

const { list, get, create, update, remove } = contract

export const programmeHandlers: Handlers<typeof contract> = {
  ...tableHandlers({ list, get, create, update, remove }, programmeEntries, {
    words: [programmeEntries.company, programmeEntries.businessNumber, programmeEntries.product, programmeEntries.ceo],
    title: (row) => `${row.company} ${row.year}`,
  }),

  check: async (context, { body }) => ({
    rows: (await checkRows(context, body.rows)).map(({ checked }) => checked),
  }),

  import: (context, { body }) =>
    context.transaction(async (within) => {
      const rows = await checkRows(within, body.rows)
      const now = within.now()
      const fresh = rows.flatMap(({ entry, checked }) => (entry && checked.verdict === 'new' ? [entry] : []))
      const added =
        fresh.length === 0
          ? []
          : await within.database
              .insert(programmeEntries)
              .values(fresh.map((entry) => ({ ...entry, id: within.newId(), createdAt: now, updatedAt: now })))
              .onConflictDoNothing()
              .returning({ id: programmeEntries.id })
      if (added.length > 0)
        await writeAudit(within, {
          action: 'import',
          entity: 'programmes',
          summary: String(added.length),
          after: { added: added.length },
        })
      return { added: added.length, rows: rows.map(({ checked }) => checked) }
    }),

  async own(context) {
    const company = await findCompany(context, context.principal.userId)
    if (!company) return { entries: [], near: [] }
    const entries = await context.database
      .select()
      .from(programmeEntries)
      .where(eq(programmeEntries.businessNumber, company.businessNumber))
    const near =
      entries.length > 0
        ? []
        : await context.database
            .select({
              company: programmeEntries.company,
              programme: programmeEntries.programme,
              year: programmeEntries.year,
            })
            .from(programmeEntries)
            .where(eq(programmeEntries.company, company.name))
            .limit(5)
    return { entries: entries.map((row) => toRecord(row)), near }
  },
}
