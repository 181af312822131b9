import type { Context } from '#kit/server/context.ts'
import { endWaiting, tellContactChanged } from '#people/auth/server/authenticate-session.ts'
import { forgetCodesOf } from '#people/certify/server/send-code.ts'
import type { UserRow } from '../table.ts'

type Contacts = Pick<UserRow, 'id' | 'email' | 'phone' | 'locale'>

/** True if a change sets another e-mail address or phone number. */
export const movesContact = (
  before: Contacts,
  given: { email?: string | null | undefined; phone?: string | null | undefined },
): boolean =>
  (given.email !== undefined && given.email?.toLowerCase() !== before.email?.toLowerCase()) ||
  (given.phone !== undefined && given.phone !== before.phone)

/**
 * Follow-up of a contact change, in its transaction: notifies the previous contacts and invalidates their pending
 * codes, password links and pending log-ins.
 */
export const contactMoved = async (within: Context, before: Contacts, after: Omit<Contacts, 'id'>): Promise<void> => {
  await endWaiting(within.database, before.id)
  await forgetCodesOf(within, {
    email: before.email === after.email ? null : before.email,
    phone: before.phone === after.phone ? null : before.phone,
  })
  await tellContactChanged(within, before)
}
