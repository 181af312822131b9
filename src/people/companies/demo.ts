import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/contract.ts'
import { claimFile, storeUnclaimedFile } from '#people/users/server/store-member-file.ts'
import { companies } from './table.ts'

const certificate = join(import.meta.dirname, '../../../assets/content/companies/business-registration.pdf')

/** Uploads the business registration certificate of a company as its member. */
const fillCertificate = async (context: Context, userId: string): Promise<string> => {
  const { upload } = users.uploadRegistration
  const purpose = 'businessRegistration'
  const { size: bytes } = await stat(certificate)
  const { ticket } = await storeUnclaimedFile(context, upload, purpose, {
    name: '사업자등록증.pdf',
    path: certificate,
    bytes,
  })
  return claimFile(context, userId, { ticket, field: upload.field, purpose, path: purpose })
}

/** Seeds the company of the demo member `company`, with a fictional number that has a valid check digit. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  const account = accounts.find(({ username }) => username === 'company')
  if (!isDemo || !account) return
  const now = context.now()
  await context.database.insert(companies).values({
    id: context.newId(),
    userId: account.id,
    name: '(주)구운결',
    ceo: '서가온',
    businessNumber: '0000000000',
    category: '생활 도자',
    address: '서울특별시 종로구 가온길 00',
    businessRegistration: await fillCertificate(context, account.id),
    createdAt: now,
    updatedAt: now,
  })
}
