import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { claimFile } from '#people/users/server/store-member-file.ts'
import { findCompany } from './find-company.ts'

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
  tickets: Partial<Record<CompanyFile, string | null | undefined>>,
  before = '',
): Promise<Partial<Record<CompanyFile, string | null>>> => {
  const claimed: Partial<Record<CompanyFile, string | null>> = {}
  for (const name of Object.keys(companyFiles) as CompanyFile[]) {
    const ticket = tickets[name]
    if (ticket === undefined) continue
    claimed[name] =
      ticket === null ? null : await claimFile(context, userId, { ...companyFiles[name], ticket, path: before + name })
  }
  return claimed
}

/** Throws `conflict` for an upload by an account without a company. */
export const assertCompanyUpload = async (context: Context): Promise<void> => {
  if (!(await findCompany(context, context.principal.userId))) throw new AppError('conflict')
}
