import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { requireOwnProfile } from '#match/participants/server/read-profiles.ts'
import { type ProfileRow, participations } from '#match/participants/table.ts'

/** Returns the profile of the caller's company as an approved buyer of a fair; throws `not_found`. */
export const findOwnBuyer = async (context: Context, fairId: string): Promise<ProfileRow> => {
  const buyer = await requireOwnProfile(context, 'buyer')
  const [part] = await context.database
    .select({ id: participations.id })
    .from(participations)
    .where(
      and(
        eq(participations.fairId, fairId),
        eq(participations.profileId, buyer.id),
        eq(participations.state, 'approved'),
      ),
    )
  if (!part) throw new AppError('not_found')
  return buyer
}
