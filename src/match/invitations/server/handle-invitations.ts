import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { sqlState, violatedField } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { requireOwnProfile } from '#match/participants/server/read-profiles.ts'
import type { invitations as contract } from '../contract.ts'
import { type FoundInvitation, findInvitation, findOwnInvitations, presentInvitation } from './find-invitations.ts'
import { sendInvitationMail } from './send-invitation-mail.ts'

const phaseError = () => new AppError('conflict', { fields: { fair: 'invitation_phase' } })

/** Maps a constraint violation to the error sent to the client; null if unrelated. */
const toClientError = (error: unknown): AppError | null => {
  const [state, field] = [sqlState(error), violatedField(error)]
  const conflict = (code: string) => new AppError('conflict', { fields: { buyer: code } })
  if (state === '23505' && field === 'once') return conflict('invitation_once')
  if (state !== '23514') return null
  if (field === 'limit') return conflict('invitation_limit')
  if (field === 'open') return conflict('invitation_matching')
  return field === 'parts' ? new AppError('not_found') : null
}

const writeInvitationAudit = async (
  within: Context,
  action: string,
  { invitation, ...found }: FoundInvitation,
): Promise<void> => {
  await writeAudit(within, {
    action,
    entity: 'match_invitations',
    entityId: invitation.id,
    summary: `${found.sellerCompany.name} → ${found.buyerCompany.name}`,
    after: { state: invitation.state },
  })
}

export const invitationHandlers: Handlers<typeof contract> = {
  async invitations(context, { query }) {
    return { invitations: (await findOwnInvitations(context, query)).map((found) => presentInvitation(context, found)) }
  },

  async invite(context, { body }) {
    const fair = await findFair(context, body.fair)
    if (!matchingPhases.includes(fair.phase)) throw phaseError()
    try {
      return await context.transaction(async (within) => {
        const seller = await requireOwnProfile(within, 'seller')
        const id = within.newId()
        const now = within.now().toISOString()
        const { rowCount } = await within.database.execute(sql`
          INSERT INTO match_invitations (id, fair_id, seller_id, buyer_id, message, created_at, updated_at)
          SELECT ${id}, fairs.id, ${seller.id}, buyer.id, ${body.message}, ${now}::timestamptz, ${now}::timestamptz
          FROM fairs, match_profiles AS buyer
          WHERE fairs.id = ${fair.id} AND fairs.phase IN ${[...matchingPhases]}
            AND buyer.id = ${body.buyer} AND buyer.role = 'buyer' AND buyer.company_id <> ${seller.companyId}`)
        if (rowCount !== 1) {
          // The phase changed after it was read, or the buyer does not exist.
          throw matchingPhases.includes((await findFair(within, fair.id)).phase)
            ? new AppError('not_found')
            : phaseError()
        }
        const found = await findInvitation(within, id)
        if (!found) throw new AppError('not_found')
        await writeInvitationAudit(within, 'invite_buyer', found)
        await publishEvent(within, { users: [seller.userId, found.buyer.userId] }, { topic: 'invitations', id })
        await sendInvitationMail(within, found)
        return { invitation: presentInvitation(within, found) }
      })
    } catch (error) {
      throw toClientError(error) ?? error
    }
  },

  dropInvitation: (context, { params }) =>
    context.transaction(async (within) => {
      const { userId } = within.principal
      const { rows } = await within.database.execute<{ state: string }>(sql`
        UPDATE match_invitations AS invitation
        SET state = CASE WHEN seller.user_id = ${userId} THEN 'withdrawn' ELSE 'declined' END,
          updated_at = ${within.now().toISOString()}::timestamptz
        FROM match_profiles AS seller, match_profiles AS buyer
        WHERE invitation.id = ${params.id} AND seller.id = invitation.seller_id AND buyer.id = invitation.buyer_id
          AND (seller.user_id = ${userId} AND invitation.state IN ('open', 'declined')
            OR buyer.user_id = ${userId} AND invitation.state = 'open')
        RETURNING invitation.state`)
      const found = await findInvitation(within, params.id)
      const isOwn = found && [found.seller.userId, found.buyer.userId].includes(userId)
      if (!isOwn) throw new AppError('not_found')
      const [changed] = rows
      if (!changed) throw new AppError('conflict')
      const isWithdrawn = changed.state === 'withdrawn'
      await writeInvitationAudit(within, isWithdrawn ? 'withdraw_invitation' : 'decline_invitation', found)
      // Do not notify the seller of a declined invitation.
      const users = isWithdrawn ? [found.seller.userId, found.buyer.userId] : [found.buyer.userId]
      await publishEvent(within, { users }, { topic: 'invitations', id: params.id })
      return undefined
    }),
}
