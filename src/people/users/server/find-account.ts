import { and, eq, sql } from 'drizzle-orm'
import type { DataSubject, PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import type { Me } from '../contract.ts'
import { type UserRow, users } from '../table.ts'
import { detachFiles, findMemberFiles, listAllMemberFiles, presentFile } from './store-member-file.ts'

export { memberNumber } from '../rules.ts'
export {
  claimFile,
  deleteFiles,
  detachFiles,
  findMemberFiles,
  presentFile,
  storeUnclaimedFile,
} from './store-member-file.ts'

/** Presents the caller's own account. */
export const presentMe = async (context: Context, row: UserRow): Promise<Me> => {
  const { level, scopes } = context.principal
  const photo = row.photo ? (await findMemberFiles(context, row.id, [row.photo])).get(row.photo) : undefined
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    username: row.username,
    name: row.name,
    level,
    scope: [...scopes],
    kind: row.kind,
    email: row.email,
    phone: row.phone,
    locale: row.locale,
    photo: photo ? presentFile(context, photo) : null,
  }
}

/** Returns which unique value is taken, as an error path; null if none is. */
export const findTakenField = async (
  context: Context,
  wanted: { username?: string; email?: string | null; phone?: string | null },
): Promise<'username' | 'contact' | null> => {
  const { rows } = await context.database.execute<{ username: boolean; contact: boolean }>(sql`
    SELECT EXISTS (SELECT FROM users WHERE username = ${wanted.username ?? ''}) AS username,
      EXISTS (SELECT FROM users WHERE lower(email) = ${wanted.email ?? ''} OR phone = ${wanted.phone ?? ''}) AS contact`)
  const [row] = rows
  return row?.username ? 'username' : row?.contact ? 'contact' : null
}

/** Returns the account with this contact that can log in. */
export const findByContact = async (
  context: Context,
  contact: { email?: string; phone?: string },
): Promise<UserRow | undefined> => {
  const [row] = await context.database
    .select()
    .from(users)
    .where(
      and(
        eq(users.state, 'active'),
        contact.email !== undefined
          ? sql`lower(${users.email}) = ${contact.email}`
          : eq(users.phone, contact.phone ?? ''),
      ),
    )
  return row
}

/** Erases the row of a withdrawn account except its id; unique columns get placeholder values. */
const withdraw = async (context: Context, { userId }: DataSubject): Promise<readonly string[]> => {
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
  forget: withdraw,
  async archive(context, { userId }) {
    const [row] = await context.database.select().from(users).where(eq(users.id, userId))
    if (!row) return {}
    const { passwordHash: _, levelId: _level, photo: _photo, state: _state, lockReason: _reason, ...own } = row
    const files = await listAllMemberFiles(context, userId)
    return {
      account: own,
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
