import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type FairRow, fairs } from '../table.ts'

/** Condition for fairs that visitors can see. */
export const isPublicFair: SQL = sql`(${fairs.visible} AND ${fairs.phase} <> 'draft')`

/** Returns a fair that visitors can see. Throws `not_found`. */
export const findPublicFair = async (context: Context, id: string): Promise<FairRow> => {
  const [row] = await context.database
    .select()
    .from(fairs)
    .where(and(eq(fairs.id, id), isPublicFair))
  if (!row) throw new AppError('not_found')
  return row
}

const selectFair = (context: Context, id: string) =>
  context.database
    .select()
    .from(fairs)
    .where(and(eq(fairs.id, id), ne(fairs.phase, 'draft')))

/** Returns a fair that is not a draft, for members. Throws `not_found`. */
export const findFair = async (context: Context, id: string): Promise<FairRow> => {
  const [row] = await selectFair(context, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Like `findFair`, and locks the fair against changes until the transaction ends. */
export const lockFair = async (within: Context, id: string): Promise<FairRow> => {
  const [row] = await selectFair(within, id).for('share')
  if (!row) throw new AppError('not_found')
  return row
}
