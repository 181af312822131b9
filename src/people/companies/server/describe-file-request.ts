import { eq } from 'drizzle-orm'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { introductions } from '../contract-introductions.ts'
import { companies } from '../table.ts'

export const describeFileRequest: DescribeApproval = async ({ database, locale }, { params }) => {
  const parsed = introductions.lookAtFile.params.safeParse(params)
  if (!parsed.success) return null
  const [company] = await database
    .select({ id: companies.id, name: companies.name, userId: companies.userId })
    .from(companies)
    .where(eq(companies.id, parsed.data.id))
  if (!company) return null
  return {
    title: m.companies_asked_look({ name: company.name }, { locale }),
    // Audit lines are permanent: name the company by its account, as in the other lines.
    logged: m.companies_asked_look({ name: company.userId }, { locale }),
    to: `/console/companies/${company.id}`,
  }
}
