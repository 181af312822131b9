import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { presentChecked, refuseFaulty } from '#kit/spreadsheet/read-import.ts'
import { m } from '#messages/messages.js'
import { findCompany } from '#people/companies/server/find-company.ts'
import { programmes as contract } from '../contract.ts'
import { ignoredInName, normalizeName } from '../rules.ts'
import { programmeEntries } from '../table.ts'
import { checkRows, countVerdicts, keyOf } from './check-import-rows.ts'

const { list, get, create, update, remove } = contract

const verdictMessages = {
  fresh: m.programmes_verdict_new,
  known: m.programmes_verdict_known,
  faulty: m.programmes_verdict_faulty,
} as const

/** Rows per INSERT; PostgreSQL allows 65,535 parameters. */
const batchSize = 1000

export const programmeHandlers: Handlers<typeof contract> = {
  ...tableHandlers({ list, get, create, update, remove }, programmeEntries, {
    words: [programmeEntries.company, programmeEntries.businessNumber, programmeEntries.product, programmeEntries.ceo],
    title: (row) => `${row.company} ${row.year}`,
  }),

  async check(context, { files, query }) {
    const { table, rows, faults } = await checkRows(context, files[0], query)
    const verdicts = new Map(rows.map(({ line, verdict }) => [line.row, verdict]))
    const checked = presentChecked(table, faults, ({ row }) =>
      verdictMessages[verdicts.get(row) ?? 'fresh']({}, { locale: context.locale }),
    )
    return { sheet: { ...checked, ...countVerdicts(rows) } }
  },

  async import(context, { files, query }) {
    // Read before the transaction, which would hold a connection meanwhile.
    const { table, rows } = await checkRows(context, files[0], query)
    refuseFaulty(table, [])
    // In one order, so that two lists with the same companies never wait for each other.
    const entries = rows.flatMap(({ entry }) => entry ?? []).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    return context.transaction(async (within) => {
      const now = within.now()
      let added = 0
      for (let start = 0; start < entries.length; start += batchSize) {
        // A colleague may have added the same entry since the check.
        const { rowCount } = await within.database
          .insert(programmeEntries)
          .values(
            entries
              .slice(start, start + batchSize)
              .map((entry) => ({ ...entry, id: within.newId(), createdAt: now, updatedAt: now })),
          )
          .onConflictDoNothing()
        added += rowCount ?? 0
      }
      if (added > 0)
        await writeAudit(within, {
          action: 'import',
          entity: 'programmes',
          summary: String(added),
          after: { added },
        })
      return { added, ...countVerdicts(rows) }
    })
  },

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
            .where(
              sql`lower(regexp_replace(${programmeEntries.company}, ${ignoredInName}, '', 'g')) = ${normalizeName(company.name)}`,
            )
            .limit(5)
    return { entries: entries.map((row) => toRecord(row)), near }
  },
}
