import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { recordResumable, resumableFolder } from '#kit/files/resumable/resumable-uploads.ts'
import { resumableUploads } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { findBusinessNumberError } from '#kit/text/business-number.ts'
import { buildTicket } from '#people/users/factory.ts'
import { claimFile } from '#people/users/server/store-member-file.ts'
import type { companies as contract } from './contract.ts'
import type { introductions as introductionContract } from './contract-introductions.ts'
import { findCompany } from './server/find-company.ts'
import { listIntroductions, recordIntroduction, storeScanResult } from './server/record-introduction.ts'
import { type CompanyRow, companies, introductions } from './table.ts'

/** Returns a random business number with a valid check digit. */
export const createBusinessNumber = (): string => {
  const digits = String(randomInt(1_000_000_000)).padStart(9, '0')
  const last = [...'0123456789'].find((digit) => findBusinessNumberError(digits + digit) === null)
  return `${digits}${last}`
}

/** Creates the company of an account, without papers. */
export const buildCompany = async (
  context: Context,
  overrides: Partial<CompanyRow> & Pick<CompanyRow, 'userId'>,
): Promise<CompanyRow> => {
  const row: CompanyRow = {
    id: context.newId(),
    name: '(주)구운결',
    ceo: '서가온',
    businessNumber: createBusinessNumber(),
    category: '생활 도자',
    address: '서울특별시 종로구 가온길 1',
    businessRegistration: null,
    logo: null,
    photo: null,
    introduction: null,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(companies).values(row)
  return row
}

/** Creates a kept profile; returns its file id. */
const buildIntroduction = async (context: Context, userId: string): Promise<string> => {
  const ticket = await buildTicket(context, 'uploadIntroduction')
  const claim = { ticket, field: 'introduction', purpose: 'introduction', path: 'introduction' } as const
  const [id, fileId] = [context.newId(), await claimFile(context, userId, claim)]
  await recordIntroduction(context, { id, userId, fileId })
  await storeScanResult(context, id, { read: 'whole', pages: 1, places: [] })
  return fileId
}

/** Creates a complete chunked upload. */
const buildUpload = async (context: Context, userId: string): Promise<string> => {
  const id = context.newId()
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await recordResumable(context, userId, {
    id,
    purpose: 'introduction',
    name: 'paper.pdf',
    bytes: bytes.length,
    modified: 0,
  })
  await mkdir(join(resumableFolder(context.services), userId), { recursive: true })
  await writeFile(join(resumableFolder(context.services), userId, id), bytes)
  return id
}

/** Creates a scanned profile of the caller that waits for the company's decision. */
const buildOwnIntroduction = async (context: Context) => {
  const { userId } = context.principal
  if (!(await findCompany(context, userId))) await buildCompany(context, { userId })
  await context.database.delete(introductions).where(eq(introductions.userId, userId))
  await buildIntroduction(context, userId)
  const [introduction] = await listIntroductions(context, userId)
  return { params: { id: introduction?.id ?? '' } }
}

export const samples: Samples<typeof contract & typeof introductionContract> = {
  addIntroduction: async (context) => {
    const { userId } = context.principal
    if (!(await findCompany(context, userId))) await buildCompany(context, { userId })
    // Free the places of earlier calls, because a company has few.
    await context.database.delete(introductions).where(eq(introductions.userId, userId))
    await context.database.delete(resumableUploads).where(eq(resumableUploads.userId, userId))
    return { body: { upload: await buildUpload(context, userId) } }
  },
  introduction: buildOwnIntroduction,
  keepIntroduction: buildOwnIntroduction,
  removeIntroduction: buildOwnIntroduction,
  lookAtFile: async (context) => {
    const { userId } = context.principal
    const company = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
    const [introduction] = await listIntroductions(context, userId)
    const file = introduction?.fileId ?? (await buildIntroduction(context, userId))
    return { params: { id: company.id, file }, body: { reason: '신청 서류 확인' } }
  },
  updateCompany: async (context) => {
    const { userId } = context.principal
    const { updatedAt } = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
    return {
      body: {
        name: '누리상회',
        ceo: '차누리',
        category: '도자',
        address: '서울특별시 성북구 누리길 1',
        businessRegistration: await buildTicket(context, 'uploadRegistration'),
        logo: await buildTicket(context, 'uploadLogo'),
        photo: null,
        introduction: null,
        updatedAt: updatedAt.toISOString(),
      },
    }
  },
}
