import { and, eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Handlers, UploadedFile } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { verifyOwnPassword } from '#people/auth/server/check-password.ts'
import { spendProof } from '#people/certify/server/confirm-code.ts'
import { users as contract, type FilePurpose, type Uploaded } from '../contract.ts'
import { users } from '../table.ts'
import { applyContactChange, changesContact } from './change-contact.ts'
import { collectOverview } from './collect-overview.ts'
import { presentMe } from './present-me.ts'
import { claimFile, deleteFiles, detachFiles, storeUnclaimedFile } from './store-member-file.ts'

const findOwnRow = async (context: Context) => {
  const [row] = await context.database.select().from(users).where(eq(users.id, context.principal.userId))
  if (!row) throw new AppError('not_found')
  return row
}

type UploadRoute = 'uploadPhoto' | 'uploadLogo' | 'uploadRegistration' | 'uploadIntroduction'

const createUploadHandler = (name: UploadRoute, purpose: FilePurpose) =>
  async function upload(context: Context, { files }: { files: UploadedFile[] }): Promise<{ file: Uploaded }> {
    const { upload: declared } = contract[name]
    const [uploaded] = files
    if (!uploaded) throw new AppError('invalid', { fields: { [declared.field]: 'required' } })
    return { file: await storeUnclaimedFile(context, declared, purpose, uploaded) }
  }

export const userHandlers: Handlers<typeof contract> = {
  async me(context) {
    return { me: await presentMe(context, await findOwnRow(context)) }
  },

  overview: collectOverview,

  async updateMe(context, { body, stamp }) {
    if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
    const { userId } = context.principal
    // First, so that a stolen session cannot set a contact of its own.
    if (body.proof !== undefined && body.password === undefined)
      throw new AppError('invalid', { fields: { password: 'required' } })
    if (body.password !== undefined) await verifyOwnPassword(context, body.password, 'password')
    const released: string[] = []
    const saved = await context.transaction(async (within) => {
      const before = await findOwnRow(within)
      const photo =
        typeof body.photo === 'string'
          ? await claimFile(within, userId, { ticket: body.photo, field: 'photo', purpose: 'photo', path: 'photo' })
          : body.photo
      const contact: { email?: string; phone?: string } =
        body.proof === undefined ? {} : await spendProof(within, body.proof)
      const [row] = await changeRows(within, users, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.locale !== undefined && { locale: body.locale }),
        ...(photo !== undefined && { photo }),
        ...contact,
      })
        .where(and(eq(users.id, userId), eq(users.updatedAt, stamp)))
        .returning()
      if (!row) return throwMissedUpdate({ me: await presentMe(within, before) })
      if (changesContact(before, contact)) {
        await applyContactChange(within, before, row)
        await writeAudit(within, {
          action: 'contactChanged',
          entity: 'users',
          entityId: userId,
          summary: isStaff(within.principal.scopes) ? row.name : '',
        })
      }
      if (photo !== undefined && before.photo !== row.photo)
        released.push(...(await detachFiles(within, [before.photo])))
      return presentMe(within, row)
    })
    await deleteFiles(context, released)
    return { me: saved }
  },

  uploadPhoto: createUploadHandler('uploadPhoto', 'photo'),
  uploadLogo: createUploadHandler('uploadLogo', 'logo'),
  uploadRegistration: createUploadHandler('uploadRegistration', 'businessRegistration'),
  uploadIntroduction: createUploadHandler('uploadIntroduction', 'introduction'),
}
