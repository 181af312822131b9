import type { Context } from '#kit/server/context.ts'
import { endWaiting, tellContactChanged } from '#people/auth/service.ts'
import { forgetCodesOf } from '#people/certify/service.ts'
import type { UserRow } from './table.ts'

type Contacts = Pick<UserRow, 'id' | 'email' | 'phone' | 'locale'>

/** Whether a change gives an account another e-mail address or telephone number. */
export const movesContact = (
  before: Contacts,
  given: { email?: string | null | undefined; phone?: string | null | undefined },
): boolean =>
  (given.email !== undefined && given.email?.toLowerCase() !== before.email?.toLowerCase()) ||
  (given.phone !== undefined && given.phone !== before.phone)

/**
 * After an account has another contact, in the transaction of it: the earlier ones are told, codes on their way to them
 * end, and so do links to a new password and log-ins that wait for a second step.
 */
export const contactMoved = async (within: Context, before: Contacts, after: Omit<Contacts, 'id'>): Promise<void> => {
  await endWaiting(within.database, before.id)
  await forgetCodesOf(within, {
    email: before.email === after.email ? null : before.email,
    phone: before.phone === after.phone ? null : before.phone,
  })
  await tellContactChanged(within, before)
}
