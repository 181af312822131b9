import { eq, lt } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { recoveryTokens } from './table.ts'

/** Removes links whose time has been over for a day. */
export const forgetLinks = async (context: Context): Promise<void> => {
  const dayAgo = new Date(context.now().getTime() - 24 * 3_600_000)
  await context.database.delete(recoveryTokens).where(lt(recoveryTokens.expiresAt, dayAgo))
}

/** What this module keeps of an account. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
    return []
  },
}
