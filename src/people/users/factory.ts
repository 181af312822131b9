import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { type UserRow, users } from './table.ts'

export type UserOverrides = Partial<UserRow> & {
  /** Scopes of a level made for this account, unless `levelId` names one. */
  scopes?: string[]
  rank?: number
  /** Hashed; without it nobody can log in. */
  password?: string
}

/** An active account with a name and a level of its own. */
export const buildUser = async (
  context: Context,
  { scopes = [], rank = 50, password, ...overrides }: UserOverrides = {},
): Promise<UserRow> => {
  const id = context.newId()
  const user: UserRow = {
    id,
    username: `user-${id}`,
    name: '시험 계정',
    email: null,
    levelId: overrides.levelId ?? (await buildLevel(context, { scopes, rank })).id,
    passwordHash: password === undefined ? 'none' : await hashPassword(password),
    state: 'active',
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(users).values(user)
  return user
}
