import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildProof, createContact } from '#people/certify/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { users as contract } from './contract.ts'
import type { members } from './contract-members.ts'
import { storeUnclaimedFile } from './server/store-member-file.ts'
import { type UserRow, users } from './table.ts'

export type UserOverrides = Partial<UserRow> & {
  /** Scopes of a new level for this account, unless `levelId` is given. */
  scopes?: readonly string[]
  rank?: number
  /** Stored as a hash; without it the account cannot log in. */
  password?: string
}

/** Creates an active account with a unique name and its own level. */
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
    lockReason: null,
    seenAt: null,
    dormancyWarnedAt: null,
    dormantAt: null,
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

/** A picture of one pixel, and a document without pages. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Returns the ticket of an unclaimed upload. */
export const buildTicket = async (context: Context, route: keyof typeof uploads): Promise<string> => {
  const isPaper = (contract[route].upload.kinds as readonly string[]).includes('document')
  const bytes = isPaper ? Buffer.from(pdf) : Buffer.from(png, 'base64')
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-ticket-'))
  try {
    const uploaded = { name: isPaper ? 'paper.pdf' : 'picture.png', path: join(folder, 'sent'), bytes: bytes.length }
    await writeFile(uploaded.path, bytes)
    return (await storeUnclaimedFile(context, contract[route].upload, uploads[route], uploaded)).ticket
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const buildMemberInput = async (context: Context) => ({
  username: `made-${context.newId().slice(-8)}`,
  name: '차은결',
  email: createContact(),
  phone: null,
  locale: 'ko' as const,
  levelId: (await buildLevel(context, { rank: 0 })).id,
  kind: 'PERSON' as const,
  company: null,
  invite: true,
})

const reason = '상담 중 본인 요청'

/** Creates a member that a staff action applies to. */
const buildCandidate = async (context: Context, overrides: UserOverrides = {}) => ({
  params: { id: (await buildUser(context, { rank: 0, email: createContact(), ...overrides })).id },
})

export const samples: Samples<typeof contract & typeof members> = {
  create: async (context) => ({ body: await buildMemberInput(context) }),
  update: async (context) => {
    const { id, updatedAt } = await buildUser(context, { rank: 0 })
    return {
      params: { id },
      body: { name: '차은결', email: createContact(), locale: 'en', updatedAt: updatedAt.toISOString() },
    }
  },
  lock: async (context) => ({ ...(await buildCandidate(context)), body: { reason } }),
  unlock: async (context) => ({ ...(await buildCandidate(context, { state: 'locked' })), body: { reason } }),
  lookAtFiles: async (context) => ({ ...(await buildCandidate(context)), body: { reason } }),
  resetSecondStep: async (context) => {
    const call = await buildCandidate(context)
    await buildTwoStep(context, call.params.id)
    return { ...call, body: { reason } }
  },
  withdrawOf: async (context) => ({ ...(await buildCandidate(context)), body: { reason } }),
  remove: async (context) => ({ ...(await buildCandidate(context)), body: { reason } }),
  export: () => ({ body: { reason } }),
  updateMe: async (context) => {
    const [row] = await context.database.select().from(users).where(eq(users.id, context.principal.userId))
    if (!row) throw new Error('The account does not exist')
    const password = 'a quiet gate of pine'
    const passwordHash = await hashPassword(password)
    await context.database.update(users).set({ passwordHash }).where(eq(users.id, row.id))
    return {
      body: {
        password,
        name: '차은결',
        locale: 'en',
        photo: await buildTicket(context, 'uploadPhoto'),
        proof: await buildProof(context),
        updatedAt: row.updatedAt.toISOString(),
      },
    }
  },
}
