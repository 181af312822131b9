import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import { programmes as contract } from '../contract.ts'
import { ignoredInName, normalizeName } from '../rules.ts'
import { programmeEntries } from '../table.ts'
import { checkRows } from './check-import-rows.ts'

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
            .where(
              sql`lower(regexp_replace(${programmeEntries.company}, ${ignoredInName}, '', 'g')) = ${normalizeName(company.name)}`,
            )
            .limit(5)
    return { entries: entries.map((row) => toRecord(row)), near }
  },
}
