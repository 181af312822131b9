import { eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { removeResumable } from '#kit/files/resumable/resumable-uploads.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { deleteRequestsAbout } from '#people/approvals/server/request-approval.ts'
import { claimFile, findMemberFiles, presentFile } from '#people/users/server/find-account.ts'
import type { Company, CompanyInput } from '../contract.ts'
import { type CompanyRow, companies, introductions } from '../table.ts'
import { listIntroductions, recordIntroduction } from './record-introduction.ts'

/** Files of a company: upload field and stored purpose. */
export const companyFiles = {
  businessRegistration: { field: 'businessRegistration', purpose: 'businessRegistration' },
  logo: { field: 'logo', purpose: 'logo' },
  photo: { field: 'photo', purpose: 'companyPhoto' },
  introduction: { field: 'introduction', purpose: 'introduction' },
} as const
export type CompanyFile = keyof typeof companyFiles

/** Assigns the named uploads to the account. `before` prefixes the field path in errors. */
export const claimCompanyFiles = async (
  context: Context,
  userId: string,
  given: Partial<Record<CompanyFile, string | null | undefined>>,
  before = '',
): Promise<Partial<Record<CompanyFile, string | null>>> => {
  const claimed: Partial<Record<CompanyFile, string | null>> = {}
  for (const name of Object.keys(companyFiles) as CompanyFile[]) {
    const ticket = given[name]
    if (ticket === undefined) continue
    claimed[name] =
      ticket === null ? null : await claimFile(context, userId, { ...companyFiles[name], ticket, path: before + name })
  }
  return claimed
}

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
  const made = await context.database
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
  if (made.length === 0) throw new AppError('taken', { fields: { 'company.businessNumber': 'taken' } })
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

/** Returns the company of an account; undefined for a person. */
export const findCompany = async (context: Context, userId: string): Promise<CompanyRow | undefined> => {
  const [row] = await context.database.select().from(companies).where(eq(companies.userId, userId))
  return row
}

/** Throws `conflict` for an upload by an account without a company. */
export const assertCompanyUpload = async (context: Context): Promise<void> => {
  if (!(await findCompany(context, context.principal.userId))) throw new AppError('conflict')
}

/** Returns a company as its member sees it. */
export const presentCompany = async (context: Context, row: CompanyRow): Promise<Company> => {
  const files = await findMemberFiles(
    context,
    row.userId,
    (Object.keys(companyFiles) as CompanyFile[]).map((name) => row[name]),
  )
  const file = (id: string | null) => {
    const found = id ? files.get(id) : undefined
    return found ? presentFile(context, found) : null
  }
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    name: row.name,
    ceo: row.ceo,
    businessNumber: row.businessNumber,
    category: row.category,
    address: row.address,
    businessRegistration: file(row.businessRegistration),
    logo: file(row.logo),
    photo: file(row.photo),
    introduction: file(row.introduction),
  }
}

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
