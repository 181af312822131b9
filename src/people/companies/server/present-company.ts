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
  const presentFileById = (id: string | null) => {
    const fileRow = id ? files.get(id) : undefined
    return fileRow ? presentFile(context, fileRow) : null
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
    businessRegistration: presentFileById(row.businessRegistration),
    logo: presentFileById(row.logo),
    photo: presentFileById(row.photo),
    introduction: presentFileById(row.introduction),
  }
}
