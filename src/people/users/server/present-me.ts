import type { Context } from '#kit/server/context.ts'
import type { Me } from '../contract.ts'
import type { UserRow } from '../table.ts'
import { findMemberFiles, presentFile } from './store-member-file.ts'

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
