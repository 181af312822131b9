import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { AppError } from '#kit/errors.ts'
import { privateAddress } from '#kit/files/private-files.ts'
import {
  cancelResumable,
  findResumable,
  requireCompleteFile,
  unfinishedOf,
} from '#kit/files/resumable/resumable-uploads.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import {
  claimFile,
  deleteFiles,
  detachFiles,
  findMemberFiles,
  storeUnclaimedFile,
} from '#people/users/server/store-member-file.ts'
import { users } from '#people/users/table.ts'
import { introductions as contract, type Introduction, introductionUpload } from '../contract-introductions.ts'
import { type CompanyRow, companies, type IntroductionRow, introductions } from '../table.ts'
import { type CompanyFile, companyFiles } from './claim-company-files.ts'
import {
  findIntroduction,
  keepIntroduction,
  listIntroductions,
  presentIntroductions,
  recordIntroduction,
} from './record-introduction.ts'

export const introductionPurpose = 'introduction'

const presentIntroduction = async (
  context: Context,
  row: IntroductionRow | undefined,
): Promise<{ introduction: Introduction }> => {
  const [introduction] = row ? await presentIntroductions(context, row.userId, [row]) : []
  if (!introduction) throw new AppError('not_found')
  return { introduction }
}

const findOwnIntroduction = (context: Context, id: string) => findIntroduction(context, context.principal.userId, id)

const findUsers = async (context: Context, rows: readonly { userId: string }[]) => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ userId }) => userId)
  const found = await context.database
    .select({ id: users.id, username: users.username, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map(({ id, ...user }) => [id, { _id: id, ...user }]))
}

type LineRow = Omit<CompanyRow, CompanyFile>

const presentLines = async (rows: LineRow[], context: Context) => {
  const members = await findUsers(context, rows)
  return rows.map(({ id, name, ceo, businessNumber, category, address, userId, createdAt, updatedAt }) => ({
    _id: id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    name,
    ceo,
    businessNumber,
    category,
    address,
    user: members.get(userId) ?? { _id: userId, username: '', name: '' },
  }))
}

const companyHandlers = tableHandlers({ list: contract.list, get: contract.get }, companies, {
  words: [companies.name, companies.ceo, companies.businessNumber],
  title: (row) => row.id,
  presentLines,
  lineColumns: ['userId'],
  present: presentLines,
})

const findCompanyById = async (context: Context, id: string): Promise<CompanyRow> => {
  const [row] = await context.database.select().from(companies).where(eq(companies.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

/** Audit lines are permanent, so they identify a company by its account only. */
const logEntry = ({ id, userId }: CompanyRow) => ({ entity: 'companies', entityId: id, of: userId })

/** Returns the company's files that staff may see: its papers and kept profiles. */
const listFiles = async (context: Context, row: CompanyRow) => {
  const keptIntroductions = (await listIntroductions(context, row.userId)).filter(({ state }) => state === 'kept')
  const papers = (Object.keys(companyFiles) as CompanyFile[]).flatMap((purpose) => {
    const id = row[purpose]
    return id && purpose !== 'introduction' ? [{ id, purpose }] : []
  })
  const files = await findMemberFiles(context, row.userId, [
    ...papers.map(({ id }) => id),
    ...keptIntroductions.map(({ fileId }) => fileId),
  ])
  return { kept: keptIntroductions, papers, files }
}

/** Turns an upload into a profile of the account. Throws `wrong_kind`. */
const storeProfile = async (context: Context, id: string): Promise<void> => {
  const { userId } = context.principal
  const completeFile = await requireCompleteFile(context, userId, { id, purpose: introductionPurpose })
  const stored = await storeUnclaimedFile(context, introductionUpload, introductionPurpose, completeFile).catch(
    async (error) => {
      // The type will not change, so delete the bytes. If there is merely no space, keep them for a retry.
      if (error instanceof AppError && error.code === 'wrong_kind') await cancelResumable(context, userId, id)
      throw error
    },
  )
  const { field } = introductionUpload
  const claim = { ticket: stored.ticket, field, purpose: introductionPurpose, path: 'upload' } as const
  try {
    await context.transaction(async (within) =>
      recordIntroduction(within, { id, userId, fileId: await claimFile(within, userId, claim) }),
    )
  } catch (error) {
    await deleteFiles(context, [stored.id])
    throw error
  }
}

export const introductionHandlers: Handlers<typeof contract> = {
  async introductions(context) {
    const { userId } = context.principal
    const [rows, unfinished] = await Promise.all([
      listIntroductions(context, userId),
      unfinishedOf(context, userId, introductionPurpose),
    ])
    return {
      introductions: await presentIntroductions(context, userId, rows),
      unfinished: unfinished.map(({ id, ...upload }) => ({ _id: id, ...upload })),
    }
  },

  async addIntroduction(context, { body }) {
    const { userId } = context.principal
    const id = body.upload
    // A retry after a lost response: the profile exists.
    const introduction = await findOwnIntroduction(context, id)
    if (introduction) return presentIntroduction(context, introduction)
    try {
      await storeProfile(context, id)
    } catch (error) {
      // A concurrent request created it first.
      const first = await findOwnIntroduction(context, id)
      if (first) return presentIntroduction(context, first)
      throw (error as { code?: string }).code === 'ENOENT' ? new AppError('not_found') : error
    }
    await cancelResumable(context, userId, id)
    return presentIntroduction(context, await findOwnIntroduction(context, id))
  },

  introduction: async (context, { params }) =>
    presentIntroduction(context, await findOwnIntroduction(context, params.id)),

  async keepIntroduction(context, { params }) {
    const { userId } = context.principal
    const confirmed = await keepIntroduction(context, userId, params.id)
    if (confirmed) return presentIntroduction(context, confirmed)
    const row = await findOwnIntroduction(context, params.id)
    // A profile that is already kept is a success.
    if (row?.state === 'checking') throw new AppError('conflict')
    return presentIntroduction(context, row)
  },

  async removeIntroduction(context, { params }) {
    const { userId } = context.principal
    const row = await findOwnIntroduction(context, params.id)
    if (!row) {
      if (!(await findResumable(context, userId, params.id))) throw new AppError('not_found')
      await cancelResumable(context, userId, params.id)
      return undefined
    }
    const released = await context.transaction(async (within) => {
      // Delete the profile with its file; if the company displays it, remove it there.
      await within.database
        .delete(introductions)
        .where(and(eq(introductions.id, row.id), eq(introductions.userId, userId)))
      await within.database.execute(sql`
        UPDATE companies SET introduction = (
          SELECT file_id FROM introductions WHERE user_id = ${userId}::uuid AND state = 'kept'
          ORDER BY created_at DESC, id DESC LIMIT 1)
        WHERE user_id = ${userId}::uuid AND introduction = ${row.fileId}::uuid`)
      return detachFiles(within, [row.fileId])
    })
    await deleteFiles(context, released)
    return undefined
  },

  async list(context, input) {
    const found = await companyHandlers.list(context, input)
    await recordPersonalAccess(context, { act: 'list', entity: 'companies', of: null, count: found.companies.length })
    return found
  },

  get: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await findCompanyById(within, params.id)
      await recordPersonalAccess(within, { act: 'read', ...logEntry(row) })
      const [line] = await presentLines([row], within)
      if (!line) throw new AppError('not_found')
      const { kept, papers, files } = await listFiles(within, row)
      const presentFileById = (id: string) => {
        const file = files.get(id)
        return file ? [{ _id: id, name: file.name, mime: file.mime, bytes: file.bytes }] : []
      }
      return {
        company: {
          ...line,
          files: papers.flatMap(({ id, purpose }) => presentFileById(id).map((file) => ({ ...file, purpose }))),
          introductions: kept.flatMap(({ fileId, createdAt, read, places }) =>
            presentFileById(fileId).map((file) => ({
              ...file,
              createdAt: createdAt.toISOString(),
              read,
              found: places.length,
            })),
          ),
        },
      }
    }),

  lookAtFile: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findCompanyById(within, params.id)
      const file = (await listFiles(within, row)).files.get(params.file)
      if (!file) throw new AppError('not_found')
      const { reason } = body
      await recordPersonalAccess(within, { act: 'download', ...logEntry(row), fields: [file.id], reason })
      return { url: privateAddress(within.services, file, 'original') }
    }),
}
