import type { InferSelectModel, SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../context.ts'

/** Reads one page of the rows of a table that match, and the number of all that match. */
export const selectPage = async <T extends PgTable>(
  context: Context,
  table: T,
  where: SQL | undefined,
  { page, limit }: { page: number; limit: number },
  order: (SQL | PgColumn)[],
): Promise<[rows: InferSelectModel<T>[], total: number]> => {
  const [rows, total] = await Promise.all([
    context.database
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
    context.database.$count(table, where),
  ])
  // Drizzle infers the row from a concrete table only.
  return [rows as InferSelectModel<T>[], total]
}
