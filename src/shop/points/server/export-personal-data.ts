import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { shopPointAccounts, shopPoints } from '../table.ts'

/** Personal data: points are deleted with the account. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(shopPoints).where(eq(shopPoints.userId, userId))
    await context.database.delete(shopPointAccounts).where(eq(shopPointAccounts.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(shopPoints).where(eq(shopPoints.userId, userId))
    return { points: rows.map(({ at, kind, amount, balance, note }) => ({ at, kind, amount, balance, note })) }
  },
}
