import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { type CompanyRow, companies } from '../table.ts'

/** Returns the company of an account; undefined for a person. */
export const findCompany = async (context: Context, userId: string): Promise<CompanyRow | undefined> => {
  const [row] = await context.database.select().from(companies).where(eq(companies.userId, userId))
  return row
}
