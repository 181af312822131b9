import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import type { MemberKind } from './contract.ts'
import { users } from './table.ts'

export interface DemoUser {
  username: string
  name: string
  email: string | null
  /** Key of the level. */
  level: string
  kind?: MemberKind
}

/**
 * One account per level, and one member of each kind. Passwords are generated when they are seeded and printed once.
 */
export const demoUsers: DemoUser[] = [
  { username: 'owner', name: '한이담', email: 'owner@daecheong.example', level: 'owner' },
  { username: 'manager', name: '민서경', email: 'manager@daecheong.example', level: 'manager' },
  { username: 'editor', name: '노유진', email: 'editor@daecheong.example', level: 'editor' },
  { username: 'counsel', name: '정유진', email: 'counsel@daecheong.example', level: 'counsel' },
  { username: 'viewer', name: '표하린', email: 'viewer@daecheong.example', level: 'viewer' },
  { username: 'member', name: '도이수', email: 'member@daecheong.example', level: 'member' },
  { username: 'company', name: '서가온', email: 'gaon@guungyeol.example', level: 'member', kind: 'COMPANY' },
]

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a password of 16 unambiguous letters in groups of four: 79 bits. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** The only account of an installation without demo data. */
const owner: DemoUser = { username: 'owner', name: 'Owner', email: null, level: 'owner' }

/** Seeds accounts (`Module.seed`), each with a password that only the result contains. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  const now = context.now()
  for (const { level: key, ...columns } of isDemo ? demoUsers : [owner]) {
    const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, key))
    if (!level) throw new Error(`No level ${key}`)
    const account = { id: context.newId(), username: columns.username, name: columns.name, level: key }
    const password = newPassword()
    await context.database.insert(users).values({
      ...columns,
      id: account.id,
      levelId: level.id,
      passwordHash: await hashPassword(password),
      createdAt: now,
      updatedAt: now,
    })
    accounts.push({ ...account, password })
  }
}
