import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { ConsoleRegistration } from '../contract.ts'
import type { RegistrationState } from '../rules.ts'
import { auctionRegistrations } from '../table.ts'
import { findAuction } from './find-auctions.ts'
import { isRegistration, readRegistration } from './present-registration.ts'
import { sendRegistrationMail } from './send-auction-mail.ts'

/** Approves or refuses a registration and notifies the member. */
export const decideRegistration = async (
  within: Context,
  params: { id: string; entry: string },
  { state, reason }: { state: RegistrationState; reason: string },
): Promise<ConsoleRegistration> => {
  if (state === 'refused' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
  const [changed] = await changeRows(within, auctionRegistrations, { state, reason })
    .where(isRegistration(params))
    .returning()
  const auction = await findAuction(within, params.id)
  if (!changed) throw new AppError('not_found')
  const entry = await readRegistration(within, params)
  await writeAudit(within, {
    action: 'update',
    entity: 'entries',
    entityId: params.entry,
    summary: auction.title.ko,
    after: { state, reason },
  })
  await publishEvent(within, { users: [changed.userId] }, { topic: 'entries', id: params.id })
  await sendRegistrationMail(within, auction, changed)
  return entry
}
