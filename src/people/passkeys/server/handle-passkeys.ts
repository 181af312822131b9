import { and, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { verifyOwnPassword } from '#people/auth/server/check-password.ts'
import { notifySecurityChange } from '#people/auth/server/send-security-notice.ts'
import { lockAccount, startSession } from '#people/auth/server/start-session.ts'
import type { passkeys as contract, Passkey } from '../contract.ts'
import { maxPasskeys } from '../rules.ts'
import { passkeys } from '../table.ts'
import { createLoginChallenge, createPasskeyRefusal, createRegistrationChallenge } from './create-challenge.ts'
import { listPasskeys } from './list-passkeys.ts'
import { verifyLogin, verifyRegistration } from './verify-passkey.ts'

const presentPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  name: row.name,
  usedAt: row.usedAt?.toISOString() ?? null,
})

const auditPasskey = (within: Context, action: string, passkey: string): Promise<void> => {
  const { userId, scopes } = within.principal
  const summary = isStaff(scopes) ? passkey : ''
  return writeAudit(within, { action, entity: 'users', entityId: userId, summary })
}

const isOwnPasskey = (context: Context, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, context.principal.userId))

export const passkeyHandlers: Handlers<typeof contract> = {
  async passkeyChallenge(context) {
    return { challenge: await createLoginChallenge(context) }
  },

  async passkeyLogin(context, { body }) {
    const userId = await verifyLogin(context, body.challenge, body.credential)
    return context.transaction(async (within) => {
      const account = await lockAccount(within, userId)
      if (!account) throw createPasskeyRefusal()
      return { ...(await startSession(within, account, 'passkey')), username: account.username }
    })
  },

  async passkeys(context) {
    return { passkeys: (await listPasskeys(context)).map(presentPasskey) }
  },

  async beginPasskey(context, { body }) {
    await verifyOwnPassword(context, body.password, 'password')
    return { challenge: await createRegistrationChallenge(context) }
  },

  async createPasskey(context, { body }) {
    const { userId } = context.principal
    const key = await verifyRegistration(context, body.challenge, body.credential)
    const now = context.now()
    const row = { ...key, id: context.newId(), userId, name: body.name, usedAt: null, createdAt: now, updatedAt: now }
    await context.transaction(async (within) => {
      // Serializes this account's additions, so that concurrent ones do not exceed the limit.
      await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
      if ((await within.database.$count(passkeys, eq(passkeys.userId, userId))) >= maxPasskeys)
        throw new AppError('invalid', { fields: { credential: 'too_many_passkeys' } })
      await within.database.insert(passkeys).values(row)
      await auditPasskey(within, 'passkeyAdded', body.name)
      await notifySecurityChange(within, userId, 'passkeyAdded')
    })
    return { passkey: presentPasskey(row) }
  },

  renamePasskey: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .update(passkeys)
        .set({
          name: body.name,
          updatedAt: sql`greatest(${within.now().toISOString()}::timestamptz(3), ${passkeys.updatedAt} + interval '1 millisecond')`,
        })
        .where(isOwnPasskey(within, params.id))
        .returning()
      if (!row) throw new AppError('not_found')
      return { passkey: presentPasskey(row) }
    }),

  removePasskey: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database.delete(passkeys).where(isOwnPasskey(within, params.id)).returning()
      if (!row) throw new AppError('not_found')
      await auditPasskey(within, 'passkeyRemoved', row.name)
      return undefined
    }),
}
