import { eq } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { type ConditionsRow, shopConditions } from '../table.ts'

/** Reads the current conditions. */
export const readConditions = async (context: Context): Promise<ConditionsRow> => {
  const [row] = await context.database.select().from(shopConditions)
  if (!row) throw new Error('The shop has no conditions')
  return row
}

/** True if a bank account is set; without one, orders cannot be paid by transfer. */
export const takesTransfers = ({ bank, account, holder }: ConditionsRow): boolean =>
  bank !== '' && account !== '' && holder !== ''

/** True if orders can be picked up. */
export const offersPickup = ({ pickupPlace }: ConditionsRow): boolean => Boolean(pickupPlace.ko)

/** Returns the level discount of an account; none for guests. */
export const readLevelDiscount = async (
  context: Context,
  userId: string | null,
  { levelRates }: ConditionsRow,
): Promise<{ rate: number; title: Localized }> => {
  if (!userId || levelRates.length === 0) return { rate: 0, title: {} }
  const [level] = await context.database
    .select({ key: levels.key, title: levels.title })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(users.id, userId))
  const rate = levelRates.find((one) => one.level === level?.key)?.rate ?? 0
  return rate > 0 ? { rate, title: level?.title ?? {} } : { rate: 0, title: {} }
}
