import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { passkeyChallenges, passkeys } from '../table.ts'

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
    await context.database.delete(passkeys).where(eq(passkeys.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
    return { passkeys: rows }
  },
}
