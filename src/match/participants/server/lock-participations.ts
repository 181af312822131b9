import { asc, inArray } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { participations } from '../table.ts'

/**
 * Locks participations about to end, in id order to avoid deadlocks. Writing a matching locks them too, so that a
 * statement after this call sees that matching.
 */
export const lockParticipations = async (within: Context, ids: readonly string[]): Promise<void> => {
  await within.database
    .select({ id: participations.id })
    .from(participations)
    .where(inArray(participations.id, [...ids]))
    .orderBy(asc(participations.id))
    .for('update')
}
