import { eq } from 'drizzle-orm'
import { removeResumable } from '#kit/files/resumable/resumable-uploads.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { deleteRequestsAbout } from '#people/approvals/server/request-approval.ts'
import { companies, introductions } from '../table.ts'
import { findCompany } from './find-company.ts'
import { listIntroductions } from './record-introduction.ts'

/** Personal data of this module; files are deleted with the account's files. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    const row = await findCompany(context, userId)
    if (row) await deleteRequestsAbout(context, row.id)
    // The profiles' files belong to the account and are deleted with it.
    await context.database.delete(introductions).where(eq(introductions.userId, userId))
    await context.database.delete(companies).where(eq(companies.userId, userId))
    await removeResumable(context, userId)
    return []
  },
  async archive(context, { userId }) {
    const row = await findCompany(context, userId)
    if (!row) return {}
    const profiles = await listIntroductions(context, userId)
    const { name, ceo, businessNumber, category, address, createdAt, updatedAt } = row
    return {
      company: { name, ceo, businessNumber, category, address, createdAt, updatedAt },
      introductions: profiles.map(({ fileId, state, read, pages, places, createdAt: at }) => ({
        file: fileId,
        state,
        read,
        pages,
        places,
        createdAt: at,
      })),
    }
  },
}
