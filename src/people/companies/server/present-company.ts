import type { Context } from '#kit/server/context.ts'
import { findMemberFiles, presentFile } from '#people/users/server/store-member-file.ts'
import type { Company } from '../contract.ts'
import type { CompanyRow } from '../table.ts'
import { type CompanyFile, companyFiles } from './claim-company-files.ts'

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
