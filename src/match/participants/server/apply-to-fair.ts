import { and, eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { lockFair } from '#match/fairs/server/read-fairs.ts'
import { addProductsToFairs } from '#match/products/server/add-products-to-fairs.ts'
import { isOnProgrammeList } from '#match/programmes/server/check-programme-list.ts'
import type { MyFair, Role } from '../contract.ts'
import { canApply, statesBefore } from '../rules.ts'
import { participations } from '../table.ts'
import { listOwnFairs } from './list-own-fairs.ts'
import { requireOwnCompany, requireOwnProfile } from './read-profiles.ts'

interface Application {
  /** Fair id. */
  fair: string
  role: Role
  note: string
}

/**
 * Applies to a fair in a role, for the first time or again. Throws `conflict` outside the application period, or for a
 * seller that is not on the programme list; `taken` if the participation is pending or approved.
 */
export const applyToFair = (context: Context, application: Application): Promise<MyFair> =>
  context.transaction(async (within) => {
    const profile = await requireOwnProfile(within, application.role)
    const fair = await lockFair(within, application.fair)
    const [current] = await within.database
      .select({ state: participations.state })
      .from(participations)
      .where(and(eq(participations.fairId, fair.id), eq(participations.profileId, profile.id)))
      .for('no key update')
    if (!canApply({ role: application.role, state: current?.state }, fair, within.now()))
      throw new AppError('conflict', { fields: { fair: 'match_phase' } })
    const company = await requireOwnCompany(within)
    if (application.role === 'seller' && !(await isOnProgrammeList(within, company.businessNumber)))
      throw new AppError('conflict', { fields: { role: 'match_listed' } })
    const now = within.now()
    const [row] = await within.database
      .insert(participations)
      .values({
        id: within.newId(),
        fairId: fair.id,
        profileId: profile.id,
        note: application.note,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [participations.fairId, participations.profileId],
        set: {
          state: 'submitted',
          note: application.note,
          updatedAt: sql`greatest(${now.toISOString()}::timestamptz(3), ${participations.updatedAt} + interval '1 millisecond')`,
        },
        setWhere: inArray(participations.state, statesBefore('submitted')),
      })
      .returning({ id: participations.id })
    if (!row) throw new AppError('taken')
    if (application.role === 'seller') await addProductsToFairs(within, profile.id)
    const [ownFair] = await listOwnFairs(within, row.id)
    if (!ownFair) throw new AppError('not_found')
    await writeAudit(within, {
      action: 'apply',
      entity: 'participations',
      entityId: row.id,
      summary: fair.title.ko ?? '',
      after: { role: application.role },
    })
    await publishEvent(
      within,
      { users: [within.principal.userId], scope: 'console:fairs' },
      { topic: 'participations', id: row.id },
    )
    return ownFair
  })
