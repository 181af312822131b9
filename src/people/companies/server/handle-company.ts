import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { deleteFiles, detachFiles } from '#people/users/server/store-member-file.ts'
import type { companies as contract } from '../contract.ts'
import { companies } from '../table.ts'
import { type CompanyFile, claimCompanyFiles } from './claim-company-files.ts'
import { queueProfileScan } from './create-company.ts'
import { findCompany } from './find-company.ts'
import { presentCompany } from './present-company.ts'

const findOwnCompany = async (context: Context) => {
  const row = await findCompany(context, context.principal.userId)
  if (!row) throw new AppError('conflict')
  return row
}

export const companyHandlers: Handlers<typeof contract> = {
  async company(context) {
    const row = await findCompany(context, context.principal.userId)
    return { company: row ? await presentCompany(context, row) : null }
  },

  async updateCompany(context, { body, stamp }) {
    if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
    const { userId } = context.principal
    const released: string[] = []
    const company = await context.transaction(async (within) => {
      const before = await findOwnCompany(within)
      const { businessRegistration, logo, photo, introduction, updatedAt: _, ...facts } = body
      const files = await claimCompanyFiles(within, userId, { businessRegistration, logo, photo, introduction })
      const changedFacts = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
      const [row] = await changeRows(within, companies, { ...changedFacts, ...files })
        .where(and(eq(companies.userId, userId), eq(companies.updatedAt, stamp)))
        .returning()
      if (!row) return throwMissedUpdate({ company: await presentCompany(within, before) })
      await queueProfileScan(within, userId, files.introduction)
      const replaced = (Object.keys(files) as CompanyFile[]).map((name) => before[name])
      released.push(...(await detachFiles(within, replaced)))
      return presentCompany(within, row)
    })
    await deleteFiles(context, released)
    return { company }
  },
}
