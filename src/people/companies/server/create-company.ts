import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { CompanyInput } from '../contract.ts'
import { companies } from '../table.ts'
import { claimCompanyFiles } from './claim-company-files.ts'
import { recordIntroduction } from './record-introduction.ts'

/**
 * Creates the company of a new account, in the transaction of the join. Throws `taken` if the business number is in
 * use; the unique constraint decides, also between concurrent calls.
 */
export const createCompany = async (
  context: Context,
  userId: string,
  input: Omit<CompanyInput, 'businessRegistration'> & { businessRegistration?: string },
): Promise<void> => {
  const files = await claimCompanyFiles(context, userId, input, 'company.')
  const { name, ceo, businessNumber, category, address } = input
  const now = context.now()
  const inserted = await context.database
    .insert(companies)
    .values({
      id: context.newId(),
      userId,
      name,
      ceo,
      businessNumber,
      category,
      address,
      ...files,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: companies.businessNumber })
    .returning({ id: companies.id })
  if (inserted.length === 0) throw new AppError('taken', { fields: { 'company.businessNumber': 'taken' } })
  await queueProfileScan(context, userId, files.introduction)
}

/** Queues the scan of a profile uploaded with a form, like one uploaded in chunks. */
export const queueProfileScan = async (
  context: Context,
  userId: string,
  fileId: string | null | undefined,
): Promise<void> => {
  if (fileId) await recordIntroduction(context, { id: context.newId(), userId, fileId })
}
