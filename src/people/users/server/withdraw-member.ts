import { eq } from 'drizzle-orm'
import type { DataSubject, PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '../table.ts'
import { detachFiles, listAllMemberFiles } from './store-member-file.ts'

/** Erases the row of a withdrawn account except its id; unique columns get placeholder values. */
const withdrawMember = async (context: Context, { userId }: DataSubject): Promise<readonly string[]> => {
  const files = await listAllMemberFiles(context, userId)
  await context.database
    .update(users)
    .set({
      username: `withdrawn-${userId}`,
      name: '',
      email: null,
      phone: null,
      photo: null,
      lockReason: null,
      seenAt: null,
      dormancyWarnedAt: null,
      dormantAt: null,
      passwordHash: 'none',
      locale: 'ko',
      state: 'withdrawn',
      updatedAt: context.now(),
    })
    .where(eq(users.id, userId))
  return detachFiles(
    context,
    files.map(({ id }) => id),
  )
}

/** Personal data of this module. */
export const personal: PersonalData = {
  forget: withdrawMember,
  async archive(context, { userId }) {
    const [row] = await context.database.select().from(users).where(eq(users.id, userId))
    if (!row) return {}
    const { passwordHash: _, levelId: _level, photo: _photo, state: _state, lockReason: _reason, ...account } = row
    const files = await listAllMemberFiles(context, userId)
    return {
      account,
      files: files.map(({ id, purpose, name, mime, bytes, createdAt }) => ({
        _id: id,
        purpose,
        name,
        mime,
        bytes,
        createdAt,
      })),
    }
  },
  async files(context, { userId }) {
    const files = await listAllMemberFiles(context, userId)
    return files.map(({ id, purpose, name }) => ({ id, name: `${purpose}-${id.slice(-4)}-${name}` }))
  },
}
