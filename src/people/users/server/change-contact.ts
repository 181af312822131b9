import type { Context } from '#kit/server/context.ts'
import { deletePendingAccess } from '#people/auth/server/end-sessions.ts'
import { notifyContactChanged } from '#people/auth/server/send-security-notice.ts'
import { deleteCodesOfContacts } from '#people/certify/server/delete-codes.ts'
import type { UserRow } from '../table.ts'

type Contacts = Pick<UserRow, 'id' | 'email' | 'phone' | 'locale'>

/** True if a change sets another e-mail address or phone number. */
export const changesContact = (
  before: Contacts,
  contacts: { email?: string | null | undefined; phone?: string | null | undefined },
): boolean =>
  (contacts.email !== undefined && contacts.email?.toLowerCase() !== before.email?.toLowerCase()) ||
  (contacts.phone !== undefined && contacts.phone !== before.phone)

/**
 * Follow-up of a contact change, in its transaction: notifies the previous contacts and invalidates their pending
 * codes, password links and pending log-ins.
 */
export const applyContactChange = async (
  within: Context,
  before: Contacts,
  after: Omit<Contacts, 'id'>,
): Promise<void> => {
  await deletePendingAccess(within.database, before.id)
  await deleteCodesOfContacts(within, {
    email: before.email === after.email ? null : before.email,
    phone: before.phone === after.phone ? null : before.phone,
  })
  await notifyContactChanged(within, before)
}
