import { eq } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { type ConditionsRow, shopConditions } from './table.ts'

/** The conditions as they are now. */
export const readConditions = async (context: Context): Promise<ConditionsRow> => {
  const [row] = await context.database.select().from(shopConditions)
  if (!row) throw new Error('The shop has no conditions')
  return row
}

/** Whether there is an account to pay into; without one nothing can be ordered by transfer. */
export const takesTransfers = ({ bank, account, holder }: ConditionsRow): boolean =>
  bank !== '' && account !== '' && holder !== ''

/** Whether orders can be picked up. */
export const offersPickup = ({ pickupPlace }: ConditionsRow): boolean => Boolean(pickupPlace.ko)

/** Discount of the level of an account; none for guests. */
export const levelOf = async (
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
