import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { programmeEntries } from '../table.ts'

/** True if a company is on the programme list. */
export const isOnProgrammeList = async (context: Context, businessNumber: string): Promise<boolean> =>
  (await context.database.$count(programmeEntries, eq(programmeEntries.businessNumber, businessNumber))) > 0
