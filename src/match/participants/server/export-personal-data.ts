import { and, eq, gt } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchProfiles, participations } from '../table.ts'

/**
 * Personal data of an account. Deleting the profiles cascades to participations, products, free times and matchings.
 * Account closure is blocked while the account is approved for a fair that has not ended, so that no counterpart waits
 * in vain.
 */
export const personal: PersonalData = {
  async blockers(context, { userId }) {
    const rows = await context.database
      .select({ title: fairs.title })
      .from(participations)
      .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
      .innerJoin(fairs, eq(fairs.id, participations.fairId))
      .where(
        and(eq(matchProfiles.userId, userId), eq(participations.state, 'approved'), gt(fairs.endsAt, context.now())),
      )
    return rows.map(({ title }) => ({ title: textIn(context.locale, title), to: '/me/fairs' }))
  },
  async forget(context, { userId }) {
    await context.database.delete(matchProfiles).where(eq(matchProfiles.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const profiles = await context.database.select().from(matchProfiles).where(eq(matchProfiles.userId, userId))
    if (profiles.length === 0) return {}
    const parts = await context.database
      .select({ fair: fairs.title, state: participations.state, note: participations.note })
      .from(participations)
      .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
      .innerJoin(fairs, eq(fairs.id, participations.fairId))
      .where(eq(matchProfiles.userId, userId))
    return { match: { profiles, fairs: parts } }
  },
}
