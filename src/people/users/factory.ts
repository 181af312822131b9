import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/samples.ts'
import { buildProof } from '#people/certify/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { users as contract } from './contract.ts'
import { takeFile } from './service-files.ts'
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
    kind: 'PERSON',
    phone: null,
    locale: 'ko',
    photo: null,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(users).values(user)
  return user
}

const uploads = {
  uploadPhoto: 'photo',
  uploadLogo: 'logo',
  uploadRegistration: 'businessRegistration',
  uploadIntroduction: 'introduction',
} as const

/** A picture of one pixel, and a document of no page. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** The ticket of a file that was uploaded and belongs to nobody yet. */
export const buildTicket = async (context: Context, route: keyof typeof uploads): Promise<string> => {
  const isPaper = (contract[route].upload.kinds as readonly string[]).includes('document')
  const bytes = isPaper ? Buffer.from(pdf) : Buffer.from(png, 'base64')
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-ticket-'))
  try {
    const sent = { name: isPaper ? 'paper.pdf' : 'picture.png', path: join(folder, 'sent'), bytes: bytes.length }
    await writeFile(sent.path, bytes)
    return (await takeFile(context, contract[route].upload, uploads[route], sent)).ticket
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const samples: Samples<typeof contract> = {
  updateMe: async (context) => {
    const [row] = await context.database.select().from(users).where(eq(users.id, context.principal.userId))
    if (!row) throw new Error('The account is not there')
    return {
      body: {
        name: '차은결',
        locale: 'en',
        photo: await buildTicket(context, 'uploadPhoto'),
        proof: await buildProof(context),
        updatedAt: row.updatedAt.toISOString(),
      },
    }
  },
}
