import { inArray, lt } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { contactCodes, contactLimits, identityVerifications } from '../table.ts'
import { hashContact } from './hash-contact.ts'

/** Deletes expired codes, verifications and rate limit counts. */
export const deleteExpiredCodes = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { database } = within
    const dayAgo = new Date(within.now().getTime() - 24 * 3_600_000)
    const codes = await database.delete(contactCodes).where(lt(contactCodes.createdAt, dayAgo))
    const verifications = await database
      .delete(identityVerifications)
      .where(lt(identityVerifications.createdAt, dayAgo))
    const limits = await database.delete(contactLimits).where(lt(contactLimits.lastAt, dayAgo))
    await recordRemoval(within, 'users', {
      codes: codes.rowCount ?? 0,
      verifications: verifications.rowCount ?? 0,
      limits: limits.rowCount ?? 0,
    })
  })

/** Deletes pending codes and unspent proofs of these contacts. */
export const deleteCodesOfContacts = async (
  context: Context,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> => {
  const contacts = [email, phone].filter((contact) => contact !== null)
  if (contacts.length === 0) return
  const { services } = context
  await context.database.delete(contactCodes).where(
    inArray(
      contactCodes.contactHash,
      contacts.map((contact) => hashContact(services, contact)),
    ),
  )
}

/** Personal data of this module: HMACs of contacts. */
export const personal: PersonalData = {
  async forget(context, subject) {
    await deleteCodesOfContacts(context, subject)
    return []
  },
}
